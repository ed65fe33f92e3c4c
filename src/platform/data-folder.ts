import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

const other = 'Set DATA_DIR to a folder this user may write to.'

/** Creates the data folder if it is missing, and throws where it cannot be one. */
export function prepareDataFolder(dataDir: string): void {
  assertNoFile(dataDir)
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`DATA_DIR: ${dataDir} ${reasonOf(error as NodeJS.ErrnoException)}. ${other}`, {
      cause: error,
    })
  }
}

/** Throws when the path or a folder above it is a file. A missing folder is fine. */
export function assertNoFile(dataDir: string): void {
  for (let place = dataDir; ; place = path.dirname(place)) {
    const found = look(place)
    if (found?.isDirectory() === false)
      throw new Error(`DATA_DIR: ${place} is a file, not a folder. ${other}`)
    if (found || place === path.dirname(place)) return
  }
}

function look(place: string) {
  try {
    return statSync(place, { throwIfNoEntry: false })
  } catch {
    // The path lies below a file or a closed folder, which the check of its parent reports.
    return undefined
  }
}

const reasons: Record<string, string> = {
  EACCES: 'is closed to this user',
  EPERM: 'is closed to this user',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk that is full',
}

const reasonOf = ({ code = '' }: NodeJS.ErrnoException) => reasons[code] ?? 'cannot be made'
