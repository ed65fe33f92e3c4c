import type { CalendarDayRecord } from '../../../contract/records.ts'
import type { Batch } from './batch.ts'
import { storeDays } from './calendar-queries.ts'
import { listingRefs } from './reservation-queries.ts'

/** Stores the nights of one listing; answers how many were new or different. */
export async function applyCalendar(
  { tx, scope, connection, now }: Batch,
  listingExternalId: string,
  given: readonly CalendarDayRecord[],
): Promise<number> {
  const listing = (await listingRefs(tx, scope, connection.id, [listingExternalId])).get(listingExternalId)
  if (!listing) return 0
  const days = [...new Map(given.map((day) => [day.date, day])).values()]
  return storeDays(tx, scope, listing.id, days, now)
}
