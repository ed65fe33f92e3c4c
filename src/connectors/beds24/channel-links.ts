import type { LinkedListingRecord } from '../../contract/records.ts'
import { readable } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { mapRows, ownMapping, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { idText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { getPage } from './envelope.ts'
import { nameOf } from './map-listing.ts'
import { roomsIn } from './properties.ts'
import { VendorAirbnbListing, VendorAirbnbUser, VendorProperty, VendorRoom } from './vendor.ts'

interface ChannelLinkCursor {
  /** This is the next page of properties. */
  page: number
  /** The listings of Airbnb connected to each room type; null until they were read. */
  airbnb: Record<string, string[]> | null
}

interface LinkedRoom {
  id: string
  name: string
  airbnb: string[]
}

const linked = ownMapping('linkedListing', toLinkedListing, ({ id }: LinkedRoom) => id)

/**
 * Each of the account's hosts at Airbnb has a list of listings with their room types: a call per host. No
 * documented call gives a room type's id at Vrbo or Booking.com.
 */
export const channelLinks: NonNullable<VendorOperations['channelLinks']> = {
  async page({ http }, { cursor }) {
    const place = readCursor<ChannelLinkCursor>(cursor, { page: 1, airbnb: null })
    const airbnb = place.airbnb ?? (await airbnbListings(http))
    const { rows, goesOn } = await getPage(http, '/v2/properties', {
      includeAllRooms: true,
      page: place.page,
    })
    const rooms = rows.flatMap((row) => readable(VendorProperty, [row]).flatMap((one) => roomsOf(row, one)))
    return {
      ...mapRows(
        rooms.map((room): LinkedRoom => ({ ...room, airbnb: airbnb[room.id] ?? [] })),
        linked,
      ),
      next: goesOn ? writeCursor({ page: place.page + 1, airbnb } satisfies ChannelLinkCursor) : null,
    }
  },
}

function roomsOf(row: unknown, property: VendorProperty): { id: string; name: string }[] {
  const rooms = readable(VendorRoom, roomsIn(row))
  return rooms.map((room) => ({
    id: String(room.id),
    name: nameOf({ room, property, rooms: rooms.length }),
  }))
}

async function airbnbListings(http: VendorHttp): Promise<Record<string, string[]>> {
  const users = readable(VendorAirbnbUser, await whole(http, '/v2/channels/airbnb/users', {}))
  const hosts = new Set(users.flatMap(({ airbnbUser }) => idText(airbnbUser?.airbnbUserId) ?? []))
  const found: { room: string; listing: string }[] = []
  for (const airbnbUserId of hosts) {
    const rows = await whole(http, '/v2/channels/airbnb/listings', { airbnbUserId })
    for (const { roomId, airbnbListing } of readable(VendorAirbnbListing, rows)) {
      const [room, listing] = [idText(roomId), idText(airbnbListing?.id)]
      if (room !== null && listing !== null) found.push({ room, listing })
    }
  }
  const byRoom = Map.groupBy(found, ({ room }) => room)
  return Object.fromEntries([...byRoom].map(([room, own]) => [room, own.map(({ listing }) => listing)]))
}

/** These calls have no pages, so an answer that claims to go on is an error. */
async function whole(http: VendorHttp, path: string, query: Query): Promise<unknown[]> {
  const { rows, goesOn } = await getPage(http, path, query)
  if (!goesOn) return rows
  throw new VendorError(
    'malformed',
    'there are more listings at Airbnb, and no way to ask for them is described',
  )
}

function toLinkedListing({ id, name, airbnb }: LinkedRoom): LinkedListingRecord {
  return {
    externalId: id,
    name,
    links: airbnb.map((externalId) => ({ platform: 'airbnb', externalId })),
  }
}
