/** `backup` copies a running server's private PostgreSQL and files to a folder that another server can start from. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ClientBase } from 'pg'
import { loadConfig, type Config } from '../platform/config.ts'
import { copyDurably, syncToDisk } from '../platform/copy-durably.ts'
import { backUpPrivatePostgres } from '../platform/embedded-postgres/index.ts'
import { keyFileName } from '../platform/key-file.ts'
import { commandLog } from './command-log.ts'
import { action, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { print } from './print.ts'
import { showProgress } from './show-progress.ts'

const ownDatabase = `DATABASE_URL names a PostgreSQL of your own, and how that is backed up is its matter: pg_dump, or what its provider has.
Keep with it what encrypts: ENCRYPTION_KEY, or encryption.key in DATA_DIR.`

/** Files of the server beside the database. They are listed by name, because the folder may hold other things. */
const isKept = (name: string) => name.startsWith(keyFileName) || ['keys.json', 'files'].includes(name)

export const backup = action({
  examples: ['backup /backups/lodgewire-2026-06-01'],
  more: 'The folder must not be there yet. docs/operate/backups.md says how a server is started from it.',
  async run(_, [folder, ...more]) {
    if (folder === undefined || more.length > 0) throw new UsageError('backup takes one folder.')
    const config = loadConfig()
    if (config.databaseUrl) throw new Error(ownDatabase)
    const to = path.resolve(folder)
    await withDatabase(config, commandLog(), async ({ sessions }) => {
      const from = await realpath(config.dataDir)
      await assertNewPlace(from, to)
      const draft = await openDraft(from, to)
      try {
        const session = await sessions.connect()
        const shown = showProgress((await databaseSize(session)) + (await sizeOfFiles(from)))
        const copied = (bytes: number) => shown.advance(bytes, 'copying')
        const work: CopyWork = {
          copied,
          copyDatabase: (place) => backUpPrivatePostgres(session, { ...place, copied }),
        }
        await backUp(config, from, draft, work).finally(() => {
          shown.end()
          // Ending the session releases what PostgreSQL keeps for the copy.
          session.release(true)
        })
        await rename(draft, to)
        await syncToDisk(path.dirname(to))
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        throw error
      }
    })
    print(`${to} holds everything up to now.`)
    if (config.encryptionKey)
      print('ENCRYPTION_KEY is not in it: without that key its secrets cannot be read.')
    if (config.s3Bucket !== undefined)
      print(`Uploaded files are not in it; they are in the bucket ${config.s3Bucket}.`)
  },
})

async function assertNewPlace(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new Error(`${to} is there already. Name a folder that is not.`)
  const above = await realpath(path.dirname(to)).catch(() => {
    throw new Error(`${path.dirname(to)} is not there. Make it first.`)
  })
  if (!path.relative(from, path.join(above, path.basename(to))).startsWith('..'))
    throw new Error(`${to} is inside of the data folder ${from}. Name one outside, best on another disk.`)
}

/** Nobody can say whose a draft is that exists already, so it is left alone. */
async function openDraft(from: string, to: string): Promise<string> {
  const draft = `${to}.unfinished`
  if (existsSync(draft))
    throw new Error(`${draft} is there: a backup runs, or one was cut off. If none runs, remove that folder.`)
  await mkdir(draft, { mode: (await stat(from)).mode })
  return draft
}

interface CopyWork {
  copyDatabase(place: { from: string; to: string }): Promise<void>
  copied(bytes: number): void
}

async function databaseSize(session: ClientBase): Promise<number> {
  const { rows } = await session.query<{ bytes: string }>(
    'select sum(pg_database_size(oid)) as bytes from pg_database where datallowconn',
  )
  return Number(rows[0]?.bytes)
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

async function backUp(
  { dataDir }: Config,
  from: string,
  to: string,
  { copyDatabase, copied }: CopyWork,
): Promise<void> {
  const keyFile = path.join(dataDir, keyFileName)
  const key = () => (existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : null)
  const before = key()
  await copyDatabase({ from, to })
  // Files are copied after the database, so every file that it knows is there.
  for (const name of (await readdir(from)).filter(isKept))
    await copyDurably(path.join(from, name), path.join(to, name), { copied })
  await syncToDisk(to)
  if (key() !== before) throw new Error('The encryption key was replaced meanwhile. Run the command again.')
}
