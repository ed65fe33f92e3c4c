import { realpath } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { PoolClient } from 'pg'
import { backUpToStore, removeOldBackups } from '../../platform/backups/back-up-to-store.ts'
import type { BackupManifest } from '../../platform/backups/backup-manifest.ts'
import type { BackupStore } from '../../platform/backups/backup-store.ts'
import { faultOfRecipient } from '../../platform/backups/archive-packer.ts'
import { sizeOfDataFolder } from '../../platform/backups/copy-data-folder.ts'
import { noteBackup, type BackupOutcome } from '../../platform/backups/last-backup.ts'
import { openBackupStore } from '../../platform/backups/open-backup-store.ts'
import type { Config } from '../../platform/config.ts'
import type { KeepRule, Recipients, StoreAddress } from '../../platform/settings/backup-parsers.ts'
import { commandLog } from '../command-log.ts'
import { withDatabase } from '../database.ts'
import { explainError } from '../explain-error.ts'
import { print } from '../print.ts'
import { showProgress } from '../show-progress.ts'
import { stopRequested } from '../signals.ts'
import { assertOutside, printThatIsPlain, printWhatIsMissing } from './back-up-to-folder.ts'

export interface ArchiveChoices {
  store: StoreAddress
  recipients: Recipients | undefined
  keep: KeepRule | undefined
}

/** Where it is that of BACKUP_TO, the data folder remembers the outcome, so that a failure is seen elsewhere too. */
export async function makeArchive(config: Config, choices: ArchiveChoices): Promise<void> {
  const isUsual = isDeepStrictEqual(choices.store, config.backupTo)
  const note = async (outcome: BackupOutcome) => {
    if (isUsual) await noteBackup(config.dataDir, outcome)
  }
  try {
    const { name, taken_at: takenAt } = await make(config, choices)
    await note({ at: new Date(takenAt), backup: name })
  } catch (error) {
    // The data folder may be missing, which the error says.
    if (!(error instanceof BackupRunning))
      await note({ at: new Date(), error: explainError(error as Error) }).catch(() => {})
    throw error
  }
}

async function make(
  config: Config,
  { store: address, recipients, keep }: ArchiveChoices,
): Promise<BackupManifest> {
  const stopping = new AbortController()
  void stopRequested().then(() => stopping.abort(new Error('The backup was stopped.')))
  const store = openBackupStore(address, config)
  const keys = keysFor(store, recipients)
  if ('folder' in address)
    assertOutside(await realpath(config.dataDir), await realpath(address.folder), address.folder)
  return withDatabase(config, commandLog(), async ({ sessions }) => {
    const session = await sessions.connect()
    try {
      await assertAlone(session)
      const shown = showProgress(await sizeOfDataFolder(session, await realpath(config.dataDir)))
      const manifest = await backUpToStore({
        ...{ config, session, store, recipients: keys, signal: stopping.signal },
        copied: (bytes) => shown.advance(bytes, 'copying'),
      }).finally(() => shown.end())
      print(`${manifest.name} in ${store.address} holds everything up to ${manifest.taken_at}.`)
      if (keys.length === 0) printThatIsPlain(config)
      printWhatIsMissing(config)
      for (const name of await removeOldBackups(store, keep, new Date())) print(`Removed ${name}.`)
      return manifest
    } finally {
      // Ending the session releases what PostgreSQL keeps for the copy, and the lock.
      session.release(true)
    }
  })
}

function keysFor(store: BackupStore, recipients: ArchiveChoices['recipients']): readonly string[] {
  if (recipients === undefined && store.isBucket)
    throw new Error(
      'An archive holds the encryption key beside what it encrypts. Name public keys of age with --encrypt-to or BACKUP_ENCRYPT_TO, or add --unencrypted.',
    )
  if (recipients === undefined || recipients === 'unencrypted') return []
  for (const recipient of recipients) {
    const fault = faultOfRecipient(recipient)
    if (fault !== null) throw new Error(`${recipient} is not a public key of age (${fault}).`)
  }
  return recipients
}

class BackupRunning extends Error {
  override name = 'BackupRunning'
}

/** The schedule, a timer and a person may begin at once. */
async function assertAlone(session: PoolClient): Promise<void> {
  const { rows } = await session.query<{ got: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('backup', 0)) as got`,
  )
  if (!rows[0]?.got) throw new BackupRunning('Another backup is being made. Run the command again later.')
}
