/** `backup` copies a running server's private PostgreSQL and files to a folder, or as an archive to a backup store. */
import { loadConfig } from '../platform/config.ts'
import {
  parseKeepRule,
  parseRecipients,
  parseStoreAddress,
  type Recipients,
} from '../platform/settings/backup-parsers.ts'
import { backUpToFolder } from './backup/back-up-to-folder.ts'
import type { ArchiveChoices } from './backup/make-archive.ts'
import { action, UsageError } from './command.ts'

const ownDatabase = `DATABASE_URL names a PostgreSQL of your own, and how that is backed up is its matter: pgBackRest, pg_dump, or what its provider has.
Keep with it what encrypts: ENCRYPTION_KEY, or encryption.key in DATA_DIR.`

export const backup = action({
  examples: [
    'backup /backups/lodgewire-2026-06-01',
    'backup --to /backups --keep 7d,4w,12m',
    'backup --to s3://lodgewire-backups/production --encrypt-to age1…',
  ],
  more: `A folder must not be there yet, and a server starts from it. A backup store (--to) holds archives, which "restore" unpacks. Without a folder and
--to the store is BACKUP_TO. docs/operate/backups.md says how a server is started from a backup.`,
  options: {
    to: {
      type: 'string',
      value: '<store>',
      summary: 'Write an archive to a folder or to s3://bucket/prefix',
    },
    'encrypt-to': {
      type: 'string',
      value: '<public keys>',
      summary: 'Encrypt it for keys of age, comma-separated (BACKUP_ENCRYPT_TO)',
    },
    unencrypted: { type: 'boolean', summary: 'Allow a bucket without encryption' },
    keep: {
      type: 'string',
      value: '<rule>',
      summary: 'Remove older ones, such as 7d,4w,12m (BACKUP_KEEP)',
    },
  },
  async run(values, [folder, ...more]) {
    const config = loadConfig()
    const store = values.to === undefined ? config.backupTo : parsed('--to', values.to, parseStoreAddress)
    const isFolder = folder !== undefined
    if (more.length > 0 || (isFolder ? values.to !== undefined : store === undefined))
      throw new UsageError('backup takes one folder, or a backup store with --to.')
    if (config.databaseUrl) throw new Error(ownDatabase)
    if (isFolder) {
      const unfit = (['encrypt-to', 'keep', 'unencrypted'] as const).find((name) => values[name])
      if (unfit) throw new UsageError(`--${unfit} is for archives: name a backup store with --to.`)
      return backUpToFolder(config, folder)
    }
    const { makeArchive } = await import('./backup/make-archive.ts')
    await makeArchive(config, {
      store: store as ArchiveChoices['store'],
      recipients: recipientsIn(values, config.backupEncryptTo),
      keep: values.keep === undefined ? config.backupKeep : parsed('--keep', values.keep, parseKeepRule),
    })
  },
})

function recipientsIn(
  values: { 'encrypt-to': string | undefined; unencrypted: boolean },
  usual: Recipients | undefined,
): Recipients | undefined {
  const named = values['encrypt-to']
  if (named !== undefined && values.unencrypted)
    throw new UsageError('--encrypt-to and --unencrypted exclude each other.')
  if (values.unencrypted) return 'unencrypted'
  return named === undefined ? usual : parsed('--encrypt-to', named, parseRecipients)
}

function parsed<T>(option: string, value: string, parse: (value: string) => T): T {
  try {
    return parse(value)
  } catch (error) {
    throw new UsageError(
      `${option}: ${JSON.stringify(value)} is not valid. Allowed: ${(error as Error).message}.`,
    )
  }
}
