/** Makes a backup in a store: an archive, and then the manifest that makes it complete. */
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ClientBase } from 'pg'
import type { Config } from '../config.ts'
import { keyFileName } from '../key-file.ts'
import { serverVersion } from '../version.ts'
import { packArchive } from './archive-packer.ts'
import {
  manifestFormat,
  manifestText,
  readStoredManifest,
  sortStored,
  type BackupManifest,
} from './backup-manifest.ts'
import {
  archiveNameOf,
  backupNameAt,
  manifestEnding,
  writeStoredText,
  type BackupStore,
} from './backup-store.ts'
import { copyDataFolder, sizeOfDataFolder } from './copy-data-folder.ts'
import type { KeepRule } from '../settings/backup-parsers.ts'
import { backupsToKeep } from './keep-rule.ts'

export interface BackupOrder {
  config: Config
  session: ClientBase
  store: BackupStore
  recipients: readonly string[]
  signal: AbortSignal
  copied(bytes: number): void
}

export async function backUpToStore(order: BackupOrder): Promise<BackupManifest> {
  const { config, session, store, recipients, signal, copied } = order
  const startedAt = new Date()
  const name = backupNameAt(startedAt)
  const database = await describeDatabase(session)
  await assertOwnStore(store, database.installation)
  const from = await realpath(config.dataDir)
  const archive = archiveNameOf(name, recipients.length > 0)
  let takenAt = startedAt
  const content = packArchive({
    ...{ recipients, signal },
    fill: async (target) => {
      takenAt = await copyDataFolder({ dataDir: config.dataDir, from, session, target, copied })
    },
  })
  const [hash, size] = [createHash('sha256'), { bytes: 0 }]
  await store.write(archive, measured(content, hash, size), await sizeOfDataFolder(session, from))
  signal.throwIfAborted()
  const manifest: BackupManifest = {
    ...{ format: manifestFormat, name, lodgewire: serverVersion, ...database },
    started_at: startedAt.toISOString(),
    taken_at: takenAt.toISOString(),
    finished_at: new Date().toISOString(),
    ...{ archive, bytes: size.bytes, sha256: hash.digest('hex') },
    ...{ encrypted: recipients.length > 0, recipients: [...recipients] },
    holds_key: config.encryptionKey === undefined && existsSync(path.join(from, keyFileName)),
    files_bucket: config.s3Bucket ?? null,
  }
  await writeStoredText(store, `${name}${manifestEnding}`, manifestText(manifest))
  return manifest
}

async function* measured(
  content: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
  size: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    size.bytes += chunk.length
    yield chunk
  }
}

async function describeDatabase(
  session: ClientBase,
): Promise<Pick<BackupManifest, 'migration' | 'installation'>> {
  const { rows } = await session.query<{ migration: string; installation: string }>(
    `select (select file from lodgewire_migrations order by number desc limit 1) as migration,
            (select id::text from installation) as installation`,
  )
  const [row] = rows
  if (!row) throw new Error('the database has lost the id of its installation')
  return row
}

/** Removing old backups by a rule would remove those of another server too. */
async function assertOwnStore(store: BackupStore, installation: string): Promise<void> {
  const newest = sortStored(await store.list()).complete.at(-1)
  if (!newest) return
  const manifest = await readStoredManifest(store, newest.name).catch(() => null)
  if (manifest !== null && manifest.installation !== installation)
    throw new Error(
      `${store.address} holds backups of another server. Name a folder or prefix of its own for this one.`,
    )
}

/** Removes what the rule does not keep, and returns the names of removed backups and leftovers. */
export async function removeOldBackups(
  store: BackupStore,
  rule: KeepRule | undefined,
  now: Date,
): Promise<string[]> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const { complete, incomplete } = sortStored(await store.list())
  const kept = rule === undefined ? null : backupsToKeep(complete, rule)
  const removed = await store.removeUnfinished(dayAgo)
  for (const { name, archive } of complete) {
    if (kept === null || kept.has(name)) continue
    // Without its manifest an archive is no backup, even if this is cut off.
    await store.remove(`${name}${manifestEnding}`)
    await store.remove(archive.name)
    removed.push(name)
  }
  for (const { name, modifiedAt } of incomplete) {
    if (modifiedAt >= dayAgo) continue
    await store.remove(name)
    removed.push(name)
  }
  return removed
}
