/** Knows of every property on which channel listings it is sold, as the vendor prices channel listings only. */
import { readable } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { remember } from '../../connector-kit/remember.ts'
import { listPage } from './envelope.ts'
import { VendorProperty, VendorRoomType, type ChannelListing } from './vendor.ts'

const keptMs = 600_000

/** The vendor takes prices and rules for these channels; its own website's come first, as guests pay them there. */
const pricedChannels = [
  'booking_site',
  'airbnb',
  'booking.com',
  'vrbo',
  'agoda',
  'expedia',
  'trip.com',
  'houfy',
  'tujia_intl',
]

const rankOf = ({ channel_type }: ChannelListing): number => pricedChannels.indexOf(channel_type)

/** Returns the listings that have prices, the one whose price counts first. */
export function pricedListings(channels: readonly ChannelListing[] | null | undefined): ChannelListing[] {
  return (channels ?? [])
    .filter((listing) => rankOf(listing) >= 0)
    .toSorted((left, right) => rankOf(left) - rankOf(right))
}

export const listingKey = (channelType: unknown, listingId: unknown): string =>
  `${presentText(channelType) ?? ''} ${presentText(listingId) ?? ''}`

export interface Homes {
  /** Channel listings by property. */
  listings: ReadonlyMap<string, readonly ChannelListing[]>
  /** The only property of a channel listing. */
  propertyOf(channelType: unknown, listingId: unknown): string | null
}

export function homesOf(context: VendorContext): Promise<Homes> {
  return remember(context, 'hostex homes', keptMs, () => readHomes(context))
}

async function readHomes({ http }: VendorContext): Promise<Homes> {
  const rowsOf = (path: string, name: string) => everyRow((cursor) => listPage(http, { path, name, cursor }))
  const properties = readable(VendorProperty, await rowsOf('/v3/properties', 'properties'))
  const roomTypes = readable(VendorRoomType, await rowsOf('/v3/room_types', 'room_types'))
  const listings = new Map(properties.map(({ id, channels }) => [String(id), [...(channels ?? [])]]))
  for (const { properties: rooms, channels } of roomTypes)
    for (const { id } of rooms ?? []) listings.get(String(id))?.push(...(channels ?? []))
  const owners = new Map<string, string[]>()
  for (const [property, channels] of listings) {
    for (const { channel_type, listing_id } of channels) {
      const key = listingKey(channel_type, listing_id)
      owners.set(key, [...(owners.get(key) ?? []), property])
    }
  }
  return {
    listings,
    propertyOf(channelType, listingId) {
      // A listing of several rooms does not say which of them a guest gets.
      const [property, ...others] = owners.get(listingKey(channelType, listingId)) ?? []
      return others.length === 0 ? idText(property) : null
    },
  }
}
