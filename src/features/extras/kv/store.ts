/** Changes entries. Each change locks the workspace's quota, so concurrent writes keep it exact. */
import { spaceBytes, entryBytes } from '../../../contract/kv.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import {
  entryBytesUsed,
  lockKvQuota,
  upsertEntry,
  deleteEntries,
  deleteEntry,
  deleteExpiredEntries,
  updateKvQuota,
  type KvEntryRow,
  type KvEntryKey,
} from './queries.ts'

// What an entry may be. Pure.

/** Deeper values cannot be read by every JSON parser. */
const deepestValue = 100

/** How many lists and objects stand inside each other; stops looking behind `most`. */
function depthOf(value: unknown, most: number): number {
  let level = [value]
  for (let depth = 0; ; depth += 1) {
    const inside = level.filter((one) => typeof one === 'object' && one !== null)
    if (inside.length === 0 || depth > most) return depth
    level = inside.flatMap((one) => Object.values(one as object))
  }
}

/** The value as it is stored, and the bytes that it takes together with its key. */
function stored(key: string, value: unknown): { text: string; bytes: number } {
  if (depthOf(value, deepestValue) > deepestValue) {
    throw new ApiError(
      'invalid_body',
      `\`value\` has more than ${deepestValue} lists and objects inside each other.`,
      { field: 'value' },
    )
  }
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(key) + Buffer.byteLength(text)
  if (bytes > entryBytes) {
    throw new ApiError(
      'kv_entry_too_large',
      `\`${key.slice(0, 50)}\` and its value take ${bytes} bytes; at most ${entryBytes} are possible.`,
      { field: 'value', limit: entryBytes, used: bytes },
    )
  }
  return { text, bytes }
}

export async function storeEntry(
  tx: Queryable,
  scope: Scope,
  place: KvEntryKey,
  { value, ttlSeconds, now }: { value: unknown; ttlSeconds: number | undefined; now: Date },
): Promise<KvEntryRow> {
  const { text, bytes } = stored(place.key, value)
  const expiresAt = ttlSeconds === undefined ? null : new Date(now.getTime() + ttlSeconds * 1000)
  const held = await lockKvQuota(tx, scope)
  // Expired entries count toward no quota.
  const left = held - (await deleteExpiredEntries(tx, scope, now))
  const used = left - (await entryBytesUsed(tx, scope, place)) + bytes
  if (used > spaceBytes) {
    throw new ApiError(
      'kv_space_full',
      `With this entry the workspace would keep ${used} bytes; its space is ${spaceBytes}.`,
      { field: 'value', limit: spaceBytes, used: left },
    )
  }
  await upsertEntry(tx, scope, place, { value: text, bytes, updatedAt: now, expiresAt })
  await updateKvQuota(tx, scope, used)
  return { key: place.key, value: text, updated_at: now, expires_at: expiresAt }
}

export async function removeEntry(
  tx: Queryable,
  scope: Scope,
  place: KvEntryKey,
  now: Date,
): Promise<boolean> {
  const held = await lockKvQuota(tx, scope)
  const { count, bytes } = await deleteEntry(tx, scope, place, now)
  await updateKvQuota(tx, scope, held - bytes)
  return count > 0
}

export async function removeMatchingEntries(
  tx: Queryable,
  scope: Scope,
  wanted: { projectId: string; prefix: string; now: Date },
): Promise<number> {
  const held = await lockKvQuota(tx, scope)
  const { count, bytes } = await deleteEntries(tx, scope, wanted)
  await updateKvQuota(tx, scope, held - bytes)
  return count
}

/** Returns the bytes that were freed. */
export async function removeExpiredEntries(tx: Queryable, scope: Scope, now: Date): Promise<number> {
  const held = await lockKvQuota(tx, scope)
  const bytes = await deleteExpiredEntries(tx, scope, now)
  await updateKvQuota(tx, scope, held - bytes)
  return bytes
}
