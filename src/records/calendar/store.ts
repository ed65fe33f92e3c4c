import type { CalendarDayRecord } from '../../contract/records.ts'
import { followReading, type CalendarReading } from './public.ts'
import type { RecordBatch } from '../batch.ts'
import { storeDays } from './store-queries.ts'
import { listingRefs } from '../lookup-queries.ts'

/**
 * Stores nights of one listing and returns how many were new or different. Only the listing's keeper can change them.
 */
export async function applyCalendar(
  { tx, scope, connection, now }: RecordBatch,
  listingExternalId: string,
  given: readonly CalendarDayRecord[],
  { reading, isWhole }: { reading: CalendarReading; isWhole: boolean },
): Promise<number> {
  const listing = (await listingRefs(tx, scope, connection.id, [listingExternalId])).get(listingExternalId)
  if (!listing?.is_kept) return 0
  const days = [...new Map(given.map((day) => [day.date, day])).values()]
  const read = {
    listingId: listing.id,
    reading,
    dates: days.map(({ date }) => date),
    isWhole,
    quiet: connection.importing || !listing.active,
  }
  const store = () => storeDays(tx, scope, listing.id, days, { at: now, readAt: reading.at })
  return (await followReading(tx, scope, now, read, store)) ?? 0
}
