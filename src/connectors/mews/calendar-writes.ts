import { stretches } from '../../connector-kit/dates.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import type { Service } from './account.ts'
import { bounds, noteWrite } from './calendar.ts'
import { tell } from './calls.ts'
import { nightStart } from './map.ts'
import { weekdays } from './restrictions.ts'
import { soldAs } from './sold.ts'
import type { SoldRoomType } from './sold.ts'

// The vendor accepts intervals of at most 100 nights.
const longestInterval = 100
const everyDay = Object.fromEntries(weekdays.map((day) => [day, true]))

/**
 * Prices are written to the rate that is read. A restriction of our own closes a night, independent of the
 * hotel's restrictions and its count of rooms.
 */
export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: true, maxNights: false },
  batch: { changes: 100, listings: 'one' },

  async write(context, changes) {
    const [first] = changes
    if (first === undefined) return { refused: [] }
    const sold = await soldAs(context, first.listingExternalId)
    const isDerived = Boolean(sold.rate.BaseRateId)
    try {
      if (!isDerived) await writePrices(context, sold, changes)
      await writeRestrictions(context, sold, changes)
    } finally {
      // The write counts even if its outcome is unknown.
      noteWrite(sold.service.id)
    }
    const message = 'the price follows that of another rate'
    const refused = changes.flatMap(({ price }, index) =>
      price !== undefined && isDerived ? [{ index, message }] : [],
    )
    return { refused }
  },
}

async function writePrices(
  context: VendorContext,
  { service, rate }: SoldRoomType,
  changes: readonly CalendarChange[],
): Promise<void> {
  const updates = changes.flatMap(({ price, listingExternalId, from, to }) =>
    price === undefined
      ? []
      : stretches(from, to, longestInterval).map((nights) => ({
          CategoryId: listingExternalId,
          Value: Number(price),
          ...bounds(service, nights.from, nights.to),
        })),
  )
  if (updates.length > 0) await tell(context, 'rates/updatePrice', { RateId: rate.Id, PriceUpdates: updates })
}

type Restriction = ['restrictions/set' | 'restrictions/clear', object]

/** Changes keep their order, since later ones count; consecutive ones of a kind share a call. */
async function writeRestrictions(
  context: VendorContext,
  { service }: SoldRoomType,
  changes: readonly CalendarChange[],
): Promise<void> {
  const calls: [operation: Restriction[0], data: object[]][] = []
  for (const [operation, data] of changes.flatMap((change) => restrictionsOf(change, service))) {
    const last = calls.at(-1)
    if (last?.[0] === operation) last[1].push(data)
    else calls.push([operation, [data]])
  }
  for (const [operation, data] of calls) {
    if (data.length > 1000) throw new VendorError('rejected', 'too many restrictions at once')
    await tell(context, operation, { ServiceId: service.id, Data: data })
  }
}

/** The interval includes both ends. */
function restrictionsOf(change: CalendarChange, { hotel: { timeZone } }: Service): Restriction[] {
  const { listingExternalId, from, to, available, minNights } = change
  const conditions = (Type: 'Stay' | 'Start') => ({
    Type,
    ResourceCategoryId: listingExternalId,
    StartUtc: nightStart(from, timeZone),
    EndUtc: nightStart(to, timeZone),
    Days: everyDay,
  })
  const found: Restriction[] = []
  // A restriction without exceptions forbids every stay.
  if (available === false) found.push(['restrictions/set', conditions('Stay')])
  if (available === true) found.push(['restrictions/clear', conditions('Stay')])
  if (minNights === undefined) return found
  const MinLength = `P0M${minNights}DT0H0M0S`
  if (minNights > 1) found.push(['restrictions/set', { ...conditions('Start'), MinLength }])
  else found.push(['restrictions/clear', conditions('Start')])
  return found
}
