import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

const other = 'Set DATA_DIR to a folder this user may write to.'

/** Makes the data folder where there is none, and refuses a place that cannot be one. */
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

/** Neither it nor a folder above it is a file. A folder that is not there yet is fine. */
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
    // Below a file, or behind a closed folder: what is above tells.
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
