/** Opens nights that a restore kept closed, once somebody knows that no booking was lost. */
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { lockCalendars, setNightsAndTell, writeOwnNights } from '../../../records/calendar/public.ts'
import { markOpened } from './kept-night-queries.ts'
import { unitCountOf } from './unit-queries.ts'

/** Opens the given nights of a listing, or all of them. Returns those that were kept closed. */
export async function openKeptNights(
  tx: Queryable,
  scope: Scope,
  { listingId, dates, at }: { listingId: string; dates: readonly string[] | null; at: Date },
): Promise<string[]> {
  await lockCalendars(tx, scope)
  const opened = await markOpened(tx, scope, { listingId, dates, at })
  if (opened.length === 0) return []
  const availableUnits = await unitCountOf(tx, scope, listingId)
  await setNightsAndTell(tx, scope, at, [{ listingId, dates: opened }], () =>
    writeOwnNights(
      tx,
      scope,
      { listingIds: [listingId], dates: opened, at },
      { available: true, availableUnits },
    ),
  )
  return opened
}
