import type { DayRange } from '../kit/nights.ts'
import type { HostexWorld } from './projection.ts'
import type { ChannelListing, ListingName, Property } from './records.ts'

/** Prices of channel listings that somebody set, by listing and day. */
export type ListingPrices = Map<string, Map<string, number>>

export const listingKey = ({ channel_type, listing_id }: ListingName): string =>
  `${channel_type} ${listing_id}`

/** Channels get the website's price with a markup. */
const markups: Readonly<Record<string, number>> = { airbnb: 1.1, 'booking.com': 1.15, vrbo: 1.08 }

export function availabilities(world: HostexWorld, home: Property, range: DayRange): object[] {
  return world.nights(home, range).map(({ date, left }) => ({ date, available: left > 0, remarks: '' }))
}

export function listingNights(
  world: HostexWorld,
  prices: ListingPrices,
  { home, listing }: { home: Property; listing: ChannelListing },
  range: DayRange,
): object[] {
  const own = prices.get(listingKey(listing))
  return world.nights(home, range).map(({ date, price, left, set }) => ({
    date,
    price: own?.get(date) ?? Math.round(price * (markups[listing.channel_type] ?? 1)),
    inventory: left,
    restrictions: {
      min_stay_on_arrival: set.minNights ?? 1,
      max_stay_on_arrival: set.maxNights ?? 365,
      closed_on_arrival: set.closedToArrival ?? false,
      closed_on_departure: set.closedToDeparture ?? false,
    },
  }))
}
