import { addDays, dayRuns, daysFrom } from '../../connector-kit/dates.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { bookedRows } from './booked-rows.ts'
import { calendar } from './calendar.ts'
import { channelIds, isBlockedChannel } from './sources.ts'
import type { VendorHeld } from './vendor.ts'

export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: true, maxNights: false },
  // The vendor documents no limit.
  batch: { changes: 50, listings: 'one' },

  async write(context, changes) {
    const [first] = changes
    if (first === undefined) return { refused: [] }
    const operations = changes.flatMap(toOperation)
    if (operations.length > 0) {
      const body = { apartments: [Number(first.listingExternalId)], operations }
      await context.http.post('/api/rates', { body })
    }
    const refused: { index: number; message: string }[] = []
    for (const [index, change] of changes.entries()) {
      if (change.available === false) await close(context, change)
      if (change.available !== true) continue
      const message = await open(context, change)
      if (message !== null) refused.push({ index, message })
    }
    return { refused }
  },
}

function toOperation({ from, to, price, minNights }: CalendarChange): object[] {
  if (price === undefined && minNights === undefined) return []
  return [
    {
      // Each day is sent by itself, because the vendor's form of ranges is uncertain.
      dates: daysFrom(from, to),
      ...(price === undefined ? {} : { daily_price: Number(price) }),
      ...(minNights === undefined ? {} : { min_length_of_stay: minNights }),
    },
  ]
}

/**
 * Bookings of the blocked channel close nights. Only free ones are closed, so a second attempt after a lost
 * answer finds them taken and does nothing.
 */
async function close(context: VendorContext, { listingExternalId, from, to }: CalendarChange): Promise<void> {
  const listing = { externalId: listingExternalId, unitCount: 1 }
  const days = await calendar.range(context, { listing, from, to })
  for (const run of dayRuns(days.filter(({ available }) => available).map(({ date }) => date))) {
    await context.http.post('/api/reservations', {
      body: {
        arrivalDate: run.from,
        departureDate: addDays(run.to, 1),
        apartmentId: Number(listingExternalId),
        channelId: channelIds.blocked,
      },
    })
  }
}

/** Blocks cannot be shortened, so only those inside the range are removed; the message names the rest. */
async function open(
  context: VendorContext,
  { listingExternalId, from, to }: CalendarChange,
): Promise<string | null> {
  const days = { arrivalTo: to, departureFrom: addDays(from, 1) }
  const blocks = (await bookedRows(context.http, listingExternalId, days)).filter(isBlock)
  const beyond = blocks.filter(({ arrival, departure }) => arrival < from || departure > addDays(to, 1))
  const [left] = beyond
  // If one block reaches further nothing is removed, since half a range would be reported as refused.
  if (left !== undefined) return `a block from ${left.arrival} to ${left.departure} reaches further`
  for (const { id } of blocks)
    await context.http.delete(`/api/reservations/${encodeURIComponent(String(id))}`)
  return null
}

function isBlock(row: VendorHeld): boolean {
  const isMarked = Number(row['is-blocked-booking'] ?? 0) === 1 || isBlockedChannel(row.channel?.name)
  return isMarked && row.type !== 'cancellation'
}
