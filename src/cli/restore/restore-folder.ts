import { existsSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { RestoredMark } from '../../platform/backups/restored-mark.ts'
import { copyTree } from '../../platform/copy-tree.ts'
import { folderTarget, syncToDisk } from '../../platform/copy-durably.ts'
import { backupLabel } from '../../platform/embedded-postgres/index.ts'

export interface BackupFolder {
  folder: string
  takenAt: Date
}

/** Returns null for a folder that holds no database. PostgreSQL's label tells an untouched backup from a data folder. */
export async function readBackupFolder(source: string): Promise<BackupFolder | null> {
  const data = path.join(source, 'postgres', 'data')
  if (!existsSync(data)) return null
  const label = await readFile(path.join(data, backupLabel), 'utf8').catch(() => '')
  const takenAt = new Date(
    /^START TIME: (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/m.exec(label)?.slice(1).join('T') + 'Z',
  )
  if (Number.isNaN(takenAt.getTime()))
    throw new Error(
      `${source} is a data folder and no backup: a server has started from it. Copy it with cp -a, or name the folder that "backup" made.`,
    )
  return { folder: await realpath(source), takenAt }
}

export async function restoreFolder(
  { folder, takenAt }: BackupFolder,
  draft: string,
): Promise<Omit<RestoredMark, 'restored_at'>> {
  const target = folderTarget(draft)
  for (const name of await readdir(folder)) await copyTree(target, path.join(folder, name), name)
  await syncToDisk(draft)
  return { backup: path.basename(folder), taken_at: takenAt.toISOString() }
}
