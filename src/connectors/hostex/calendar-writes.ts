import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { daysFrom } from '../../connector-kit/dates.ts'
import { untakeable } from '../../connector-kit/section-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { listingNights } from './calendar.ts'
import { homesOf, listingKey, pricedListings } from './homes.ts'
import type { ChannelListing, VendorNight } from './vendor.ts'

/** Availability belongs to the property; prices and rules belong to its channel listings. */
export const calendarWrites: CalendarWrites = {
  fields: {
    ...{ available: true, price: true, minNights: true, maxNights: true },
    ...{ closedToArrival: true, closedToDeparture: true },
  },
  // The vendor documents no number of ranges in a call.
  batch: { changes: 50, listings: 'one' },

  async write(context, changes) {
    const [first] = changes
    if (first === undefined) return { refused: [] }
    const { listings } = await homesOf(context)
    const channels = pricedListings(listings.get(first.listingExternalId))
    const refused = untakeable(changes, (change) => problemOf(change, channels))
    const acceptedChanges = changes.filter((_, index) => refused.every((refusal) => refusal.index !== index))
    await writeAvailability(context, acceptedChanges)
    await writeRules(context, channels, acceptedChanges)
    await writePrices(context, channels, acceptedChanges)
    return { refused }
  },
}

const rulesOf = ({ minNights, maxNights, closedToArrival, closedToDeparture }: CalendarChange) => ({
  ...(minNights === undefined ? {} : { min_stay_on_arrival: minNights }),
  ...(maxNights === undefined ? {} : { max_stay_on_arrival: maxNights }),
  ...(closedToArrival === undefined ? {} : { closed_on_arrival: closedToArrival }),
  ...(closedToDeparture === undefined ? {} : { closed_on_departure: closedToDeparture }),
})

const hasRules = (change: CalendarChange): boolean => Object.keys(rulesOf(change)).length > 0

function problemOf(change: CalendarChange, channels: readonly ChannelListing[]): string | null {
  if (channels.length === 0 && (change.price !== undefined || hasRules(change)))
    return 'Hostex has prices and rules for channel listings only, and the property has none'
  return change.price === undefined || /^\d+(?:\.0+)?$/.test(change.price)
    ? null
    : `Hostex takes whole amounts only, and the price is ${change.price}`
}

async function writeAvailability({ http }: VendorContext, changes: readonly CalendarChange[]): Promise<void> {
  for (const available of [false, true]) {
    const found = changes.filter((change) => change.available === available)
    const dates = [...new Set(found.flatMap(({ from, to }) => daysFrom(from, to)))]
    if (dates.length === 0) continue
    const property_ids = [Number(found[0]?.listingExternalId)]
    await http.post('/v3/availabilities', { body: { property_ids, dates, available } })
  }
}

async function writeRules(
  context: VendorContext,
  channels: readonly ChannelListing[],
  changes: readonly CalendarChange[],
): Promise<void> {
  const restrictions = changes
    .filter(hasRules)
    .map((change) => ({ start_date: change.from, end_date: change.to, ...rulesOf(change) }))
  for (const listing of restrictions.length === 0 ? [] : channels)
    await writeListing(context, 'restrictions', listing, { restrictions }, listing === channels[0])
}

interface PriceRange {
  start_date: string
  end_date: string
  price: number
}

/** The first listing gets the price; the others keep their distance from it, which is the host's markup. */
async function writePrices(
  context: VendorContext,
  channels: readonly ChannelListing[],
  changes: readonly CalendarChange[],
): Promise<void> {
  const [first, ...others] = channels
  const priced = changes.filter(({ price }) => price !== undefined)
  if (first === undefined || priced.length === 0) return
  const prices = priced.map(({ from, to, price }) => ({
    start_date: from,
    end_date: to,
    price: Number(price),
  }))
  const ratios = others.length === 0 ? [] : await ratiosTo(context, first, others, prices)
  await writeListing(context, 'prices', first, { prices }, true)
  for (const { listing, ratioOn } of ratios) {
    const scaled = prices.flatMap((range) => scaledRanges(range, ratioOn))
    if (scaled.length > 0) await writeListing(context, 'prices', listing, { prices: scaled }, false)
  }
}

async function ratiosTo(
  context: VendorContext,
  first: ChannelListing,
  others: readonly ChannelListing[],
  ranges: readonly PriceRange[],
) {
  const dates = ranges.flatMap(({ start_date, end_date }) => [start_date, end_date]).toSorted()
  const range = { from: dates[0] ?? '', to: dates.at(-1) ?? '' }
  const nights = await listingNights(context, [first, ...others], range)
  const nightsOf = ({ channel_type, listing_id }: ChannelListing) =>
    nights.get(listingKey(channel_type, listing_id)) ?? new Map<string, VendorNight>()
  const firstNights = nightsOf(first)
  return others.map((listing) => {
    const own = nightsOf(listing)
    const ratioOn = (date: string) => Number(own.get(date)?.price) / Number(firstNights.get(date)?.price)
    return { listing, ratioOn }
  })
}

/** Leaves out nights of which one price is not known, so that no markup is guessed. */
function scaledRanges(range: PriceRange, ratioOn: (date: string) => number): PriceRange[] {
  const ranges: PriceRange[] = []
  for (const date of daysFrom(range.start_date, range.end_date)) {
    const price = Math.round(range.price * ratioOn(date))
    if (!Number.isSafeInteger(price) || price <= 0) continue
    const last = ranges.at(-1)
    const isNext = last !== undefined && last.price === price && daysFrom(last.end_date, date).length === 2
    if (isNext) last.end_date = date
    else ranges.push({ start_date: date, end_date: date, price })
  }
  return ranges
}

/** A channel that sets something itself refuses it; only the first listing's refusal is the write's. */
async function writeListing(
  { http }: VendorContext,
  kind: 'prices' | 'restrictions',
  { channel_type, listing_id }: ChannelListing,
  parts: object,
  isFirst: boolean,
): Promise<void> {
  try {
    await http.post(`/v3/listings/${kind}`, {
      body: { channel_type, listing_id: String(listing_id), ...parts },
    })
  } catch (error) {
    if (isFirst || !(error instanceof VendorError) || error.kind !== 'rejected') throw error
  }
}
