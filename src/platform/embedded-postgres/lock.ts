import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * One process per data folder. Node has no file lock of its own, but SQLite has one: the kernel drops it when the
 * process ends, however it ends, so there is no stale lock to judge. Throws FolderInUse when another process has it.
 */
export function lockFolder(folder: string): { release(): void } {
  const pidFile = path.join(folder, 'lodgewire.pid')
  const database = new DatabaseSync(path.join(folder, 'lodgewire.lock'), { timeout: 0 })
  try {
    // The journal stays in memory: the lock alone is wanted, nothing is ever written.
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
