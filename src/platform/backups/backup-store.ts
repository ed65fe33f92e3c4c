/** A backup store is a folder or a place in a bucket that holds archives, each beside its manifest. */

export interface BackupFile {
  name: string
  bytes: number
  modifiedAt: Date
}

export interface BackupStore {
  /** The folder's path or the bucket's address, as messages name it. */
  readonly address: string
  readonly isBucket: boolean
  list(): Promise<BackupFile[]>
  /** The file appears once it is complete and durable. `mostBytes` is an estimate from above. */
  write(name: string, content: AsyncIterable<Uint8Array>, mostBytes: number): Promise<void>
  read(name: string): AsyncIterable<Uint8Array>
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>
  /** Removes what cut-off writes left before that moment, and returns the names of their files. */
  removeUnfinished(before: Date): Promise<string[]>
}

const nameForm = /^lodgewire-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Names sort in the order of their moments. */
export const backupNameAt = (moment: Date): string =>
  `lodgewire-${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Returns null for any other text. */
export function momentOfBackup(name: string): Date | null {
  const [, ...parts] = nameForm.exec(name) ?? []
  const [year, month, day, hour, minute, second] = parts
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

export const manifestEnding = '.json'
const archiveEndings = ['.tar.zst', '.tar.zst.age'] as const

export const archiveNameOf = (backup: string, isEncrypted: boolean): string =>
  `${backup}${archiveEndings[isEncrypted ? 1 : 0]}`

/** Tells which backup a stored file belongs to; null for files of others, which are left alone. */
export function backupOfFile(file: string): { backup: string; isManifest: boolean } | null {
  const [backup = ''] = file.split('.', 1)
  const ending = file.slice(backup.length)
  const isManifest = ending === manifestEnding
  if (momentOfBackup(backup) === null) return null
  return isManifest || archiveEndings.some((one) => one === ending) ? { backup, isManifest } : null
}

/** Reads a small file whole. */
export async function readStoredText(store: BackupStore, name: string): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of store.read(name)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export async function writeStoredText(store: BackupStore, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  await store.write(name, single(bytes), bytes.length)
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
