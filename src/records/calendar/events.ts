import type { NewEvent } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { eventOf } from '../events.ts'
import { calendarOwner } from './owner-queries.ts'

export interface ChangedNights {
  dates: readonly string[]
  pricing: boolean
  availability: boolean
}

/** null: nothing is told about a listing that is switched off. */
export async function calendarUpdated(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { dates, pricing, availability }: ChangedNights,
): Promise<NewEvent | null> {
  const sorted = dates.toSorted()
  const [start] = sorted
  const end = sorted.at(-1)
  const owner = await calendarOwner(db, scope, listingId)
  if (start === undefined || end === undefined || !owner?.active || !(pricing || availability)) return null
  return eventOf('calendar.updated', {
    orderKey: `listing:${listingId}`,
    listingId,
    account: owner.account,
    data: {
      listingId,
      range: { start, end },
      affectedDates: sorted.length,
      pricingChanged: pricing,
      availabilityChanged: availability,
    },
  })
}
