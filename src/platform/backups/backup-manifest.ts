/** The manifest of a backup is written last, and makes it complete. */
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { isOlderVersion, serverVersion } from '../version.ts'
import {
  backupOfFile,
  manifestEnding,
  momentOfBackup,
  readStoredText,
  type BackupStore,
  type BackupFile,
} from './backup-store.ts'

/** A later form that this version cannot read gets the next number. */
const format = 1

const backupManifest = Type.Object({
  format: Type.Literal(format),
  name: Type.String(),
  /** The version that made it. */
  lodgewire: Type.String(),
  /** The last migration of its database. */
  migration: Type.String(),
  installation: Type.String(),
  started_at: Type.String(),
  /** Everything up to this moment is in it. */
  taken_at: Type.String(),
  finished_at: Type.String(),
  archive: Type.String(),
  bytes: Type.Number(),
  sha256: Type.String(),
  encrypted: Type.Boolean(),
  /** Public keys. */
  recipients: Type.Array(Type.String()),
  /** False where ENCRYPTION_KEY was set: then the archive lacks what opens its secrets. */
  holds_key: Type.Boolean(),
  /** The bucket that holds uploaded files; null where the archive has them. */
  files_bucket: Type.Union([Type.String(), Type.Null()]),
})
export type BackupManifest = Static<typeof backupManifest>

export const manifestFormat: BackupManifest['format'] = format

export const manifestText = (manifest: BackupManifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** Throws where this version cannot use the backup. */
function readManifest(text: string, backup: string): BackupManifest {
  const value = parsed(text)
  const made = versionIn(value)
  if (made !== null && isOlderVersion(serverVersion, made))
    throw new Error(
      `${backup} was made by Lodgewire ${made}, and this is ${serverVersion}. Restore it with ${made} or newer.`,
    )
  if (!Value.Check(backupManifest, value))
    throw new Error(`The manifest ${backup}${manifestEnding} is damaged. Take another backup.`)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function versionIn(value: unknown): string | null {
  const version = (value as { lodgewire?: unknown } | null)?.lodgewire
  return typeof version === 'string' && /^\d+\.\d+\.\d+/.test(version) ? version : null
}

export interface StoredBackup {
  name: string
  moment: Date
  archive: BackupFile
}

export interface StoreContent {
  /** Complete backups, oldest first. */
  complete: StoredBackup[]
  /** Files that lack their manifest or their archive. */
  incomplete: BackupFile[]
}

export function sortStored(files: readonly BackupFile[]): StoreContent {
  const named = files.flatMap((file) => {
    const belongs = backupOfFile(file.name)
    return belongs === null ? [] : [{ ...belongs, file }]
  })
  const content: StoreContent = { complete: [], incomplete: [] }
  for (const [name, parts] of Map.groupBy(named, ({ backup }) => backup)) {
    const archive = parts.find(({ isManifest }) => !isManifest)?.file
    const moment = momentOfBackup(name)
    if (archive && moment && parts.some(({ isManifest }) => isManifest))
      content.complete.push({ name, moment, archive })
    else content.incomplete.push(...parts.map(({ file }) => file))
  }
  content.complete.sort((a, b) => a.moment.getTime() - b.moment.getTime())
  return content
}

export const readStoredManifest = async (store: BackupStore, backup: string): Promise<BackupManifest> =>
  readManifest(await readStoredText(store, `${backup}${manifestEnding}`), backup)
