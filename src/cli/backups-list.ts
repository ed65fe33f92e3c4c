import { readStoredManifest, sortStored, type BackupManifest } from '../platform/backups/backup-manifest.ts'
import type { BackupStore } from '../platform/backups/backup-store.ts'
import { openBackupStore } from '../platform/backups/open-backup-store.ts'
import { parseStoreAddress, storeAddressForm } from '../platform/settings/backup-parsers.ts'
import { loadConfig } from '../platform/config.ts'
import { action, jsonOption, UsageError } from './command.ts'
import { minute, print, printJson } from './print.ts'
import { table } from './table.ts'

export const backupsList = action({
  examples: ['backups list s3://lodgewire-backups/production', 'backups list --json'],
  more: 'Without a store it lists that of BACKUP_TO. Archives without a manifest were cut off, and are no backups.',
  options: jsonOption,
  async run({ json }, [named, ...more]) {
    const config = loadConfig()
    const address = named === undefined ? config.backupTo : parseStoreAddress(named)
    if (address === undefined || more.length > 0)
      throw new UsageError(`backups list takes one store: ${storeAddressForm}.`)
    const store = openBackupStore(address, config)
    const { complete, incomplete } = sortStored(await store.list())
    const listed: ListedBackup[] = []
    for (const { name, archive } of complete.toReversed())
      listed.push({ name, bytes: archive.bytes, ...(await stateOf(store, name, archive.bytes)) })
    if (json) return printJson({ data: listed, incomplete: incomplete.map(({ name }) => name) })
    if (listed.length === 0) print(`${store.address} holds no complete backup.`)
    else print(table(['NAME', 'TAKEN AT', 'BYTES', 'ENCRYPTED', 'VERSION', 'STATE'], listed.map(lineOf)))
    for (const { name } of incomplete) print(`Incomplete, and no backup: ${name}`)
  },
})

interface ListedBackup {
  name: string
  bytes: number
  manifest: BackupManifest | null
  /** Says why it cannot be restored by this version; null where nothing speaks against it. */
  fault: string | null
}

async function stateOf(
  store: BackupStore,
  name: string,
  bytes: number,
): Promise<Pick<ListedBackup, 'manifest' | 'fault'>> {
  try {
    const manifest = await readStoredManifest(store, name)
    return { manifest, fault: manifest.bytes === bytes ? null : `has ${bytes} of ${manifest.bytes} bytes` }
  } catch (error) {
    return { manifest: null, fault: (error as Error).message }
  }
}

const lineOf = ({ name, bytes, manifest, fault }: ListedBackup): string[] => [
  name,
  manifest === null ? '-' : minute(new Date(manifest.taken_at)),
  String(bytes),
  manifest === null ? '-' : manifest.encrypted ? 'yes' : 'no',
  manifest?.lodgewire ?? '-',
  fault ?? 'complete',
]
