/** `restore` makes a data folder from a backup, checks it like `doctor`, and says what to do next. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { writeRestoredMark, type RestoredMark } from '../platform/backups/restored-mark.ts'
import { loadConfig, type Config } from '../platform/config.ts'
import { syncToDisk } from '../platform/copy-durably.ts'
import { keyFileName } from '../platform/key-file.ts'
import { startCommand } from '../platform/own-command.ts'
import { action, UsageError } from './command.ts'
import { print } from './print.ts'
import { checkRestored } from './restore/check-restored.ts'
import { readBackupFolder, restoreFolder } from './restore/restore-folder.ts'
import { stopRequested } from './signals.ts'

export const restore = action({
  examples: [
    'restore /backups/lodgewire-2026-11-27 /srv/lodgewire',
    'restore /backups /srv/lodgewire --identity key.txt',
    'restore s3://lodgewire-backups/production/lodgewire-20261127T031500Z /srv/lodgewire --identity key.txt',
  ],
  more: `The backup is a folder that "backup" made, or a backup store: of a store it takes the newest backup, or the one whose name follows a slash. The data folder must not
be there yet, or be empty. docs/operate/backups.md says what going back loses.`,
  options: {
    identity: {
      type: 'string',
      value: '<file>',
      summary: 'File with the secret key of age that opens the archive',
    },
  },
  async run({ identity }, [source, folder, ...more]) {
    if (source === undefined || folder === undefined || more.length > 0)
      throw new UsageError('restore takes a backup and a new data folder.')
    const config = loadConfig()
    if (config.databaseUrl)
      throw new Error(
        'DATABASE_URL names a PostgreSQL of your own: restore it with its own tools. docs/operate/backups.md says how.',
      )
    const to = path.resolve(folder)
    await assertEmpty(to)
    await throughDraft(to, (draft) => fill(config, { source, draft, identity }))
    print(`\n${to} is ready. End the old server if it still runs, then start from it:`)
    print(`  DATA_DIR=${to} ${startCommand}`)
  },
})

/** A link that leads to an empty folder would be replaced by the folder. */
async function assertEmpty(to: string): Promise<void> {
  if (existsSync(to) && (await readdir(to)).length > 0)
    throw new Error(`${to} is not empty. Name a folder that is empty or not there yet.`)
  await realpath(path.dirname(to)).catch(() => {
    throw new Error(`${path.dirname(to)} is not there. Make it first.`)
  })
}

/** The data folder appears when it is complete and checked. */
async function throughDraft(to: string, fillDraft: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${to}.unfinished`
  if (existsSync(draft))
    throw new Error(
      `${draft} is there: a restore runs, or one was cut off. If none runs, remove that folder.`,
    )
  // PostgreSQL may run as another user than root, and has to pass through.
  await mkdir(draft, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  try {
    const stopped = stopRequested().then(() => {
      throw new Error('The restore was stopped.')
    })
    await Promise.race([fillDraft(draft), stopped])
    if (existsSync(to)) await rmdir(to)
    await rename(draft, to)
    await syncToDisk(path.dirname(to))
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

interface RestoreRequest {
  source: string
  draft: string
  identity: string | undefined
}

async function fill(config: Config, { source, draft, identity }: RestoreRequest): Promise<void> {
  const folder = await readBackupFolder(source)
  const mark = folder
    ? await restoreFolder(folder, draft)
    : await restoreArchive(config, { source, draft, identity })
  print(`Unpacked ${mark.backup}, which has everything up to ${mark.taken_at}. Checking it:`)
  await checkRestored({ ...config, dataDir: draft })
  if (!existsSync(path.join(draft, keyFileName)))
    print('The backup has no encryption key: set ENCRYPTION_KEY to the one that the old server had.')
  await writeRestoredMark(draft, { ...mark, restored_at: new Date().toISOString() })
}

async function restoreArchive(
  config: Config,
  { source, draft, identity }: RestoreRequest,
): Promise<Omit<RestoredMark, 'restored_at'>> {
  const [{ restoreArchiveInto }, { readIdentities }] = await Promise.all([
    import('./restore/restore-archive.ts'),
    import('../platform/backups/archive-unpacker.ts'),
  ])
  return restoreArchiveInto(config, {
    source,
    draft,
    identities: await identitiesOf(identity, readIdentities),
  })
}

async function identitiesOf(
  file: string | undefined,
  readIdentities: (text: string) => string[],
): Promise<string[]> {
  if (file === undefined) return []
  const text = await readFile(file, 'utf8')
  try {
    return readIdentities(text)
  } catch (error) {
    throw new Error(`--identity: ${file} cannot be used: ${(error as Error).message}.`, { cause: error })
  }
}
