/** Copies a running server's private PostgreSQL and files to a target, as of the end of the copy. */
import { existsSync, readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ClientBase } from 'pg'
import { copyTree, type CopyTarget } from '../copy-tree.ts'
import { backUpPrivatePostgres } from '../embedded-postgres/index.ts'
import { keyFileName } from '../key-file.ts'

/** Files of the server beside the database. They are listed by name, because the folder may hold other things. */
const isKept = (name: string) => name.startsWith(keyFileName) || ['keys.json', 'files'].includes(name)

export interface DataFolderCopy {
  /** The data folder, as the settings name it. */
  dataDir: string
  /** The same folder without symbolic links. */
  from: string
  session: ClientBase
  target: CopyTarget
  copied(bytes: number): void
}

/** Returns the moment up to which the copy has everything. */
export async function copyDataFolder(copy: DataFolderCopy): Promise<Date> {
  const { dataDir, from, session, target, copied } = copy
  const keyFile = path.join(dataDir, keyFileName)
  const key = () => (existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : null)
  const before = key()
  const { completeAt } = await backUpPrivatePostgres(session, { from, target, copied })
  // Files are copied after the database, so every file that it knows is there.
  for (const name of (await readdir(from)).filter(isKept))
    await copyTree(target, path.join(from, name), name, { copied })
  if (key() !== before) throw new Error('The encryption key was replaced meanwhile. Run the command again.')
  return completeAt
}

/** Estimates the bytes that `copyDataFolder` copies. */
export async function sizeOfDataFolder(session: ClientBase, from: string): Promise<number> {
  const { rows } = await session.query<{ bytes: string }>(
    'select sum(pg_database_size(oid)) as bytes from pg_database where datallowconn',
  )
  return Number(rows[0]?.bytes) + (await sizeOfFiles(from))
}

/** Only uploaded files count, since the others are small. */
async function sizeOfFiles(dataDir: string): Promise<number> {
  const folder = path.join(dataDir, 'files')
  if (!existsSync(folder)) return 0
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0
  return bytes
}
