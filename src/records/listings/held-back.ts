/** Listings beyond the plan stay inactive until it has room, but are read and updated like others. */
import { appendEvents, openWrite, type Write } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { listingActivityEvents } from './events.ts'
import { activeListingCap, holdBackBeyond, releaseWithin } from './held-back-queries.ts'

/** Takes listings that were just stored as active. */
export async function holdBack({ tx, scope }: Write, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const cap = await activeListingCap(tx, scope)
  if (cap !== null) await holdBackBeyond(tx, scope, ids, cap)
}

/** Call it in the transaction that raises the plan's limit. */
export async function releaseHeldBack(
  tx: Queryable,
  scope: Scope,
  { cap, now, origin }: { cap: number | null; now: Date; origin: string },
): Promise<void> {
  const write = await openWrite(tx, scope, now)
  const ids = await releaseWithin(tx, scope, cap, { at: write.at, origin })
  await appendEvents(write, await listingActivityEvents(tx, scope, ids, write.at))
}
