import { noteBackup } from '../../platform/backups/last-backup.ts'
import { momentOfBackup } from '../../platform/backups/backup-store.ts'
import { openBackupStore } from '../../platform/backups/open-backup-store.ts'
import { findStoredBackup, restoreFromStore } from '../../platform/backups/restore-from-store.ts'
import type { RestoredMark } from '../../platform/backups/restored-mark.ts'
import {
  parseStoreAddress,
  storeAddressForm,
  type StoreAddress,
} from '../../platform/settings/backup-parsers.ts'
import type { Config } from '../../platform/config.ts'
import { UsageError } from '../command.ts'
import { print } from '../print.ts'
import { showProgress } from '../show-progress.ts'

export async function restoreArchiveInto(
  config: Config,
  { source, draft, identities }: { source: string; draft: string; identities: readonly string[] },
): Promise<Omit<RestoredMark, 'restored_at'>> {
  const { address, name } = splitSource(source)
  const store = openBackupStore(address, config)
  const backup = await findStoredBackup(store, name)
  print(`Restoring ${backup.name} of ${store.address}.`)
  const shown = showProgress(backup.archive.bytes)
  const manifest = await restoreFromStore({
    ...{ store, backup, identities, folder: draft },
    read: (bytes) => shown.advance(bytes, 'unpacking'),
  }).finally(() => shown.end())
  if (manifest.files_bucket !== null)
    print(`Uploaded files are not in it; they are in the bucket ${manifest.files_bucket}.`)
  // The schedule goes on from the backup that the data is from.
  await noteBackup(draft, { at: new Date(manifest.taken_at), backup: manifest.name })
  return { backup: manifest.name, taken_at: manifest.taken_at }
}

/** The last part of a source may be the name of a backup. */
function splitSource(source: string): { address: StoreAddress; name: string | null } {
  const [, before = '', last = ''] =
    /^(.*)\/([^/]+)$/.exec(source.includes('/') ? source : `./${source}`) ?? []
  const name = momentOfBackup(last) === null ? null : last
  try {
    return { address: parseStoreAddress(name === null ? source : before), name }
  } catch {
    throw new UsageError(`${source} is no backup store. Allowed: ${storeAddressForm}, and /NAME after it.`)
  }
}
