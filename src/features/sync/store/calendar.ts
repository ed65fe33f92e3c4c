import type { CalendarDayRecord } from '../../../contract/records.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import { eventOf } from '../../events/public.ts'
import { accountBlocks } from './account-queries.ts'
import type { Batch } from './batch.ts'
import { noteCalendarRead, storeDays, type ChangedNights } from './calendar-queries.ts'
import { listingRefs } from './reservation-queries.ts'
import type { ListingRef } from './reservation-row.ts'

/** Stores the nights of one listing, as read at `readAt` or later; answers how many were new or different. */
export async function applyCalendar(
  batch: Batch,
  listingExternalId: string,
  given: readonly CalendarDayRecord[],
  readAt: Date,
): Promise<number> {
  const { tx, scope, connection, now } = batch
  const listing = (await listingRefs(tx, scope, connection.id, [listingExternalId])).get(listingExternalId)
  if (!listing) return 0
  const days = [...new Map(given.map((day) => [day.date, day])).values()]
  const changed = await storeDays(tx, scope, listing.id, days, { at: now, readAt })
  await noteCalendarRead(tx, scope, listing.id, readAt)
  if (changed && listing.active && !connection.importing) await tell(batch, listing, changed)
  return changed?.count ?? 0
}

/** Nights whose private note alone changed are no news. */
async function tell(batch: Batch, listing: ListingRef, changed: ChangedNights): Promise<void> {
  if (!changed.pricing && !changed.availability) return
  const { tx, scope, now } = batch
  const write = await openWrite(tx, scope, now)
  const accounts = await accountBlocks(tx, scope, [listing.account_id])
  const event = eventOf('calendar.updated', {
    orderKey: `listing:${listing.id}`,
    listingId: listing.id,
    account: accounts.get(listing.account_id) ?? null,
    data: {
      listingId: listing.id,
      range: { start: changed.first, end: changed.last },
      affectedDates: changed.count,
      pricingChanged: changed.pricing,
      availabilityChanged: changed.availability,
    },
  })
  await appendEvents(write, [event])
}
