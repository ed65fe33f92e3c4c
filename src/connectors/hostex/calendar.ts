import type { CalendarDayRecord } from '../../contract/records.ts'
import { fieldOf, listIn, orRefused, readable } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, daysFrom } from '../../connector-kit/dates.ts'
import { plainFlag } from '../../connector-kit/tolerance/plain-values.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { dataOf } from './envelope.ts'
import { homesOf, listingKey, pricedListings } from './homes.ts'
import {
  nightTable,
  VendorAvailability,
  VendorListingCalendar,
  type ChannelListing,
  type VendorNight,
} from './vendor.ts'

/** A range may begin no later than a year from now. */
const latestStartDays = 360

export interface NightRange {
  from: string
  to: string
}

type NightsByDate = ReadonlyMap<string, VendorNight>

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range(context, { listing, from, to }) {
    const nights = (await rangesOf(context, [listing.externalId], { from, to })).get(listing.externalId)
    // No new calendar is better than a wrong one.
    if (nights === undefined) {
      throw new VendorError('malformed', `no availabilities of property ${listing.externalId}`)
    }
    return nights
  },

  together: {
    // The vendor takes a hundred properties; each has about as many nights as two pages of reservations.
    listings: 50,
    ranges: (context, { listings, from, to }) =>
      rangesOf(
        context,
        listings.map(({ externalId }) => externalId),
        { from, to },
      ),
  },
}

async function rangesOf(
  context: VendorContext,
  ids: readonly string[],
  range: NightRange,
): Promise<ReadonlyMap<string, CalendarDayRecord[]>> {
  const { listings } = await homesOf(context)
  const firstListings = new Map(ids.map((id) => [id, pricedListings(listings.get(id))[0]]))
  const open = await openNights(context, ids, range)
  const priced = await listingNights(
    context,
    [...firstListings.values()].filter((listing) => listing !== undefined),
    range,
  )
  return new Map(
    [...open].map(([id, openDates]) => {
      const listing = firstListings.get(id)
      const nights = listing && priced.get(listingKey(listing.channel_type, listing.listing_id))
      return [id, toCalendarDays(openDates, nights, range)]
    }),
  )
}

const startOf = ({ now }: VendorContext, { from }: NightRange): string => {
  const latest = addDays(now().toISOString().slice(0, 10), latestStartDays)
  return from < latest ? from : latest
}

/** Returns the open nights of each property that the vendor answers for. */
async function openNights(context: VendorContext, ids: readonly string[], range: NightRange) {
  const query = { property_ids: ids.join(','), start_date: startOf(context, range), end_date: range.to }
  const data = dataOf(await context.http.get('/v3/availabilities', { query }))
  // An older page of the documentation calls the list `listings`.
  const rows = listIn(data, fieldOf(data, 'properties') === undefined ? 'listings' : 'properties')
  const requestedIds = new Set(ids)
  return new Map(
    readable(VendorAvailability, rows)
      .filter(({ id }) => requestedIds.has(String(id)))
      .map(({ id, availabilities }) => {
        const open = (availabilities ?? []).filter(({ available }) => plainFlag(available) === true)
        return [String(id), new Set(open.map(({ date }) => date))]
      }),
  )
}

/** Returns the nights of channel listings, by listing. A channel that was disconnected may be refused. */
export async function listingNights(
  context: VendorContext,
  listings: readonly ChannelListing[],
  range: NightRange,
): Promise<ReadonlyMap<string, NightsByDate>> {
  if (listings.length === 0) return new Map()
  const body = {
    start_date: startOf(context, range),
    end_date: range.to,
    listings: listings.map(({ channel_type, listing_id }) => ({
      channel_type,
      listing_id: String(listing_id),
    })),
  }
  const answer = await orRefused(context.http.post('/v3/listings/calendar', { body, safe: true }))
  const rows = answer === null ? [] : listIn(dataOf(answer), 'listings')
  return new Map(
    readable(VendorListingCalendar, rows).map(({ channel_type, listing_id, calendar: nights }) => [
      listingKey(channel_type, listing_id),
      new Map((nights ?? []).map((night) => [night.date, night])),
    ]),
  )
}

/** Makes a record for every day; a night that the vendor does not call open is closed. */
function toCalendarDays(
  openDates: ReadonlySet<string>,
  nights: NightsByDate | undefined,
  { from, to }: NightRange,
): CalendarDayRecord[] {
  return daysFrom(from, to).map((date) => toCalendarDay(date, openDates.has(date), nights?.get(date)))
}

function toCalendarDay(date: string, isOpen: boolean, night: VendorNight | undefined): CalendarDayRecord {
  // The property may be open and its channel listing closed; only one of the two must be doubted.
  const isSoldOut =
    night?.inventory !== null && night?.inventory !== undefined && !(Number(night.inventory) > 0)
  const available = isOpen && !isSoldOut
  return {
    date,
    available,
    availableUnits: available ? 1 : 0,
    ...nightTable.read(night),
  }
}
