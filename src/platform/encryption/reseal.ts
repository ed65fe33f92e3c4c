/** Encrypts every value of another key again with the first key, while others read and write. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Vault } from '../crypto.ts'
import type { Queryable } from '../tenant.ts'
import { closeKey } from './key-queries.ts'
import type { SealedPlace } from './sealed-place.ts'
import {
  countSealedWith,
  replaceSealed,
  sealedOtherwise,
  writersOf,
  type ResealedValue,
  type SealedValue,
} from './seal-queries.ts'

const batchRows = 200
const pauseMs = 200
/** Rows locked by others are retried this many times. */
const passes = 300
const longestWaitMs = 600_000

export interface ResealDeps {
  db: Queryable
  vault: Vault
  places: readonly SealedPlace[]
  /** Nobody has these keys any more, so their values stay as they are. */
  lost: readonly string[]
  /** Called after each batch. */
  progress(place: SealedPlace, replaced: number): void
  signal?: AbortSignal
}

export interface Unreadable {
  place: SealedPlace
  /** These values identify the row by its primary key. */
  keys: readonly string[]
  reason: string
}

/** Goes over all places until only undecryptable values are left, and returns those. */
export async function resealAll(resealing: ResealDeps): Promise<Unreadable[]> {
  for (let pass = 0; pass < passes; pass += 1) {
    const unreadable: Unreadable[] = []
    let left = 0
    for (const place of resealing.places) {
      const done = await resealPlace(resealing, place)
      unreadable.push(...done.unreadable)
      left += done.held
    }
    if (left === 0) return unreadable
    await pause(pauseMs)
  }
  throw new Error(
    'Some rows are held by others all the time. Run the command again: it goes on where it stopped.',
  )
}

async function resealPlace(
  { db, vault, lost, progress, signal }: ResealDeps,
  place: SealedPlace,
): Promise<{ held: number; unreadable: Unreadable[] }> {
  const unreadable: Unreadable[] = []
  let held = 0
  for (let after: readonly string[] | null = null; ;) {
    signal?.throwIfAborted()
    const rows: SealedValue[] = await sealedOtherwise(db, place, {
      keyId: vault.keyId,
      after,
      limit: batchRows,
    })
    const resealed = rows.flatMap((row) => {
      try {
        return [resealRow(vault, place, row)]
      } catch (error) {
        const reason = (error as Error).message
        if (!lost.some((id) => reason.includes(`"${id}"`))) unreadable.push({ place, keys: row.keys, reason })
        return []
      }
    })
    const replaced = resealed.length === 0 ? 0 : await replaceSealed(db, place, vault.keyId, resealed)
    held += resealed.length - replaced
    if (replaced > 0) progress(place, replaced)
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return { held, unreadable }
    after = last.keys
  }
}

function resealRow(vault: Vault, place: SealedPlace, row: SealedValue): ResealedValue {
  const names = Object.keys(place.key)
  const context = place.context(Object.fromEntries(names.map((name, i) => [name, row.keys[i] ?? ''])))
  const anew = (sealed: Buffer) => vault.encrypt(vault.decrypt(sealed, context), context)
  if (!place.fields)
    return { ...row, next: `\\x${anew(Buffer.from(row.value.slice(2), 'hex')).toString('hex')}` }
  const object = JSON.parse(row.value) as Record<string, unknown>
  // The text is replaced instead of the parsed JSON, so that everything else stays as it was.
  const next = place.fields.reduce((text, field) => {
    const sealed = object[field]
    if (typeof sealed !== 'string') return text
    return text.replace(sealed, anew(Buffer.from(sealed, 'base64')).toString('base64'))
  }, row.value)
  return { ...row, next }
}

/**
 * Closes keys and proves that nothing uses them: the database refuses new ciphertext, running writers have ended, and one statement finds
 * nothing, twice.
 */
export async function closeAndProve(resealing: ResealDeps, ids: readonly string[]): Promise<Unreadable[]> {
  const { db, places } = resealing
  for (const id of ids) await closeKey(db, id, new Date())
  for (let round = 0; round < passes; round += 1) {
    await awaitWriters(resealing)
    if ((await countSealedWith(db, places, ids)) === 0) {
      // A writer that copied an old value meanwhile has ended now, so its rows are visible.
      await awaitWriters(resealing)
      if ((await countSealedWith(db, places, ids)) === 0) return []
    }
    const unreadable = await resealAll(resealing)
    if (unreadable.length > 0) return unreadable
  }
  throw new Error('Values of the former key come up again and again. Run the command again.')
}

/** Resolves when everybody who writes to these tables now has ended. */
async function awaitWriters({ db, places, signal }: ResealDeps): Promise<void> {
  const tables = [...new Set(places.map(({ table }) => table))]
  const writing = new Set((await writersOf(db, tables)).map(({ id }) => id))
  const deadline = performance.now() + longestWaitMs
  while (writing.size > 0) {
    signal?.throwIfAborted()
    const now = await writersOf(db, tables)
    for (const id of writing) if (!now.some((writer) => writer.id === id)) writing.delete(id)
    const [holder] = now.filter(({ id }) => writing.has(id))
    if (!holder) return
    if (performance.now() > deadline)
      throw new Error(
        `The database session ${holder.pid} has written and not ended for ten minutes. End it, and run the command again.`,
      )
    await pause(pauseMs)
  }
}
