import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Lets one process use a data folder. Node has no file locks, so SQLite's are used: the kernel drops them when the process ends, and none
 * gets stale. Throws FolderInUse.
 */
export function lockFolder(folder: string): { release(): void } {
  const pidFile = path.join(folder, 'lodgewire.pid')
  const database = new DatabaseSync(path.join(folder, 'lodgewire.lock'), { timeout: 0 })
  try {
    // Only the lock is used and nothing is written, so the journal stays in memory.
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if (!/locked/.test((error as Error).message)) throw error
    const owner = readPid(pidFile)
    throw new FolderInUse(
      `Another Lodgewire process${owner} is using the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`,
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return {
    release() {
      if (!database.isOpen) return
      rmSync(pidFile, { force: true })
      database.close()
    },
  }
}

function readPid(file: string): string {
  try {
    return ` (pid ${readFileSync(file, 'utf8').trim()})`
  } catch {
    return ''
  }
}
