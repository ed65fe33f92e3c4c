import { civilDate, daysFrom } from '../../connector-kit/dates.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { periodsOf, ratesOf } from './calendar.ts'
import { demandPlace, type ListingPlace } from './listing-id.ts'
import { changedTiers, tiersByDay, toRows, type RateTier } from './rate-tiers.ts'

type RefusedChange = { index: number; message: string }

export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: true, maxNights: true },
  // One call takes any number of rates of one room type; this limit is ours.
  batch: { changes: 50, listings: 'one' },

  async write(context, changes) {
    const [first] = changes
    if (first === undefined) return { refused: [] }
    const place = demandPlace(first.listingExternalId)
    const refused = await writeRates(context, place, changes)
    for (const [index, change] of changes.entries()) {
      if (change.available === undefined) continue
      try {
        await (change.available ? openNights(context, place, change) : closeNights(context, place, change))
      } catch (error) {
        // Earlier changes were accepted, so this is no refusal of everything.
        const isFirst = index === 0 && !changes.some(hasRates)
        if (isFirst || !(error instanceof VendorError) || error.kind !== 'rejected') throw error
        refused.push({ index, message: error.vendorMessage ?? error.message })
      }
    }
    return { refused }
  },
}

const hasRates = ({ price, minNights, maxNights }: CalendarChange): boolean =>
  price !== undefined || minNights !== undefined || maxNights !== undefined

/** A rate is replaced as a whole with its lengths of stay, so unchanged parts are read and sent along. */
async function writeRates(
  context: VendorContext,
  place: ListingPlace,
  changes: readonly CalendarChange[],
): Promise<RefusedChange[]> {
  const rateChanges = changes.flatMap((change, index) => (hasRates(change) ? [{ change, index }] : []))
  const from = rateChanges.map(({ change }) => change.from).toSorted()[0]
  const to = rateChanges
    .map(({ change }) => change.to)
    .toSorted()
    .at(-1)
  if (from === undefined || to === undefined) return []
  const current = tiersByDay(await ratesOf(context, place, from, to))
  const tiersByNight = new Map<string, RateTier[]>()
  const refused: RefusedChange[] = []
  for (const { change, index } of rateChanges) {
    const days = daysFrom(change.from, change.to).map((day) => {
      const before = tiersByNight.get(day) ?? current.get(day) ?? []
      return [day, changedTiers(before, change)] as const
    })
    if (days.some(([, tiers]) => tiers === null)) {
      refused.push({ index, message: 'Lodgify keeps rules with prices, and some of these nights have none' })
      continue
    }
    for (const [day, tiers] of days) if (tiers !== null) tiersByNight.set(day, tiers)
  }
  if (tiersByNight.size === 0) return refused
  const { propertyId, roomTypeId } = place
  const body = {
    property_id: Number(propertyId),
    room_type_id: Number(roomTypeId),
    rates: toRows(tiersByNight),
  }
  await context.http.post('/v1/rates/savewithoutavailability', { body })
  return refused
}

async function closeNights(
  { http }: VendorContext,
  place: ListingPlace,
  { from, to }: CalendarChange,
): Promise<void> {
  await http.post(setPath(place), { body: { period_start: from, period_end: to, available: 0 } })
}

/** The call sets the number of units left, so nights with bookings get fewer, or stay as they are. */
async function openNights(
  context: VendorContext,
  place: ListingPlace,
  { from, to, unitCount }: CalendarChange,
): Promise<void> {
  for (const period of await periodsOf(context, place, from, to)) {
    const [start, end] = [civilDate(period.period_start), civilDate(period.period_end)]
    const left = unitCount - (period.booking_ids ?? []).length
    if (start === null || end === null || left <= 0 || wholeNumber(period.available) === left) continue
    const body = {
      period_start: start < from ? from : start,
      period_end: end > to ? to : end,
      available: left,
    }
    await context.http.post(setPath(place), { body })
  }
}

const setPath = ({ propertyId, roomTypeId }: ListingPlace): string =>
  `/v1/availability/${propertyId}/${roomTypeId}/set`
