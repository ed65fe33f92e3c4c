import type { NewEvent } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { eventOf } from '../events.ts'
import { calendarOwners, type CalendarOwner } from './owner-queries.ts'

export interface ChangedNights {
  dates: readonly string[]
  pricing: boolean
  availability: boolean
}

/** Returns null for an inactive listing, because events tell nothing of it. */
export function calendarUpdatedOf(
  owner: CalendarOwner | undefined,
  listingId: string,
  { dates, pricing, availability }: ChangedNights,
): NewEvent | null {
  const sorted = dates.toSorted()
  const [start] = sorted
  const end = sorted.at(-1)
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

export async function calendarUpdated(
  db: Queryable,
  scope: Scope,
  listingId: string,
  changed: ChangedNights,
): Promise<NewEvent | null> {
  const owners = await calendarOwners(db, scope, [listingId])
  return calendarUpdatedOf(owners.get(listingId), listingId, changed)
}
