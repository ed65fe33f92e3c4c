/** Changes of entries. Each holds the space of the workspace, so that what it takes is exact whoever writes beside it. */
import { spaceBytes } from '../../../contract/kv.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import {
  bytesOf,
  holdSpace,
  putEntry,
  removeEntries,
  removeEntry,
  removeExpired,
  setSpace,
  type EntryRow,
  type Place,
} from './queries.ts'
import { stored } from './rules.ts'

export async function put(
  tx: Queryable,
  scope: Scope,
  place: Place,
  { value, ttlSeconds, now }: { value: unknown; ttlSeconds: number | undefined; now: Date },
): Promise<EntryRow> {
  const { text, bytes } = stored(place.key, value)
  const expiresAt = ttlSeconds === undefined ? null : new Date(now.getTime() + ttlSeconds * 1000)
  const held = await holdSpace(tx, scope)
  // What is over takes nobody's space.
  const left = held - (await removeExpired(tx, scope, now))
  const used = left - (await bytesOf(tx, scope, place)) + bytes
  if (used > spaceBytes) {
    throw new ApiError(
      'kv_space_full',
      `With this entry the workspace would keep ${used} bytes; its space is ${spaceBytes}.`,
      { field: 'value', limit: spaceBytes, used: left },
    )
  }
  await putEntry(tx, scope, place, { value: text, bytes, updatedAt: now, expiresAt })
  await setSpace(tx, scope, used)
  return { key: place.key, value: text, updated_at: now, expires_at: expiresAt }
}

export async function remove(tx: Queryable, scope: Scope, place: Place, now: Date): Promise<boolean> {
  const held = await holdSpace(tx, scope)
  const { count, bytes } = await removeEntry(tx, scope, place, now)
  await setSpace(tx, scope, held - bytes)
  return count > 0
}

export async function removeAll(
  tx: Queryable,
  scope: Scope,
  wanted: { projectId: string; prefix: string; now: Date },
): Promise<number> {
  const held = await holdSpace(tx, scope)
  const { count, bytes } = await removeEntries(tx, scope, wanted)
  await setSpace(tx, scope, held - bytes)
  return count
}

/** Answers the bytes that are free again. */
export async function removeOver(tx: Queryable, scope: Scope, now: Date): Promise<number> {
  const held = await holdSpace(tx, scope)
  const bytes = await removeExpired(tx, scope, now)
  await setSpace(tx, scope, held - bytes)
  return bytes
}
