/** Unpacks a backup of a store into a folder that is not there yet, and checks that it is what was stored. */
import { createHash } from 'node:crypto'
import { readStoredManifest, sortStored, type BackupManifest, type StoredBackup } from './backup-manifest.ts'
import { unpackArchive, WrongIdentity } from './archive-unpacker.ts'
import { archiveNameOf, manifestEnding, type BackupStore } from './backup-store.ts'

/** Without a name the newest backup is taken. */
export async function findStoredBackup(store: BackupStore, name: string | null): Promise<StoredBackup> {
  const { complete, incomplete } = sortStored(await store.list())
  const found = name === null ? complete.at(-1) : complete.find((one) => one.name === name)
  if (found) return found
  const lacksManifest = [true, false].map((encrypted) => archiveNameOf(name ?? '', encrypted))
  if (incomplete.some((file) => lacksManifest.includes(file.name)))
    throw new Error(`${name} lacks its manifest ${name}${manifestEnding}: it was cut off, and is no backup.`)
  throw new Error(
    name === null
      ? `${store.address} holds no complete backup.`
      : `${store.address} holds no backup ${name}. It has: ${complete.map((one) => one.name).join(', ') || 'none'}.`,
  )
}

export interface RestoreOrder {
  store: BackupStore
  backup: StoredBackup
  identities: readonly string[]
  folder: string
  read(bytes: number): void
}

export async function restoreFromStore(order: RestoreOrder): Promise<BackupManifest> {
  const { store, backup, identities, folder, read } = order
  const manifest = await readStoredManifest(store, backup.name)
  const { archive } = backup
  if (archive.bytes !== manifest.bytes)
    throw new Error(`${archive.name} is cut: it has ${archive.bytes} of ${manifest.bytes} bytes. ${other}`)
  if (manifest.encrypted && identities.length === 0)
    throw new Error(
      `${archive.name} is encrypted for ${manifest.recipients.join(', ')}. Name the file of a secret key with --identity.`,
    )
  const hash = createHash('sha256')
  async function* content(): AsyncGenerator<Uint8Array> {
    for await (const chunk of store.read(archive.name)) {
      hash.update(chunk)
      read(chunk.length)
      yield chunk
    }
  }
  await unpackArchive({
    ...{ content: content(), identities: manifest.encrypted ? identities : [], folder },
    unpacked: () => {},
  }).catch((error: unknown) => {
    throw reasonOf(error as Error, manifest)
  })
  if (hash.digest('hex') !== manifest.sha256)
    throw new Error(`${archive.name} is damaged: its SHA-256 is not that of the manifest. ${other}`)
  return manifest
}

const other = 'Take another backup.'

/** Errors of the system, such as a full disk, do not come from the archive. */
function reasonOf(error: Error, { archive, recipients }: BackupManifest): Error {
  if (error instanceof WrongIdentity)
    return new Error(
      `The secret key does not open ${archive}. It is encrypted for ${recipients.join(', ')}.`,
      { cause: error },
    )
  if ('syscall' in error || error.name === 'BucketRefusal' || error.name.endsWith('TimeoutError'))
    return error
  return new Error(`${archive} is damaged (${error.message}). ${other}`, { cause: error })
}
