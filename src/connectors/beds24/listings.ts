import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapOne, mapping, mapRows, plainId, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { getPage } from './envelope.ts'
import { toListing } from './map-listing.ts'
import { roomsIn } from './properties.ts'
import { VendorListing } from './vendor.ts'

const path = '/v2/properties'
const parts = { includeAllRooms: true, includeTexts: 'all' }

const toMappedListing = mapping('listing', VendorListing, toListing)

/** A listing is a room type, since room types have calendars and are booked. */
export const listings: NonNullable<VendorOperations['listings']> = {
  async page({ http }, { cursor }) {
    const { page } = readCursor(cursor, { page: 1 })
    const { rows, goesOn } = await getPage(http, path, { ...parts, page })
    return {
      ...mapRows(rows.flatMap(listingsIn), toMappedListing),
      next: goesOn ? writeCursor({ page: page + 1 }) : null,
    }
  },

  async one({ http }, externalId) {
    const { rows } = await getPage(http, path, { ...parts, roomId: externalId })
    const row = rows.flatMap(listingsIn).find((listing) => plainId(listing) === externalId)
    return row === undefined ? null : mapOne(row, toMappedListing)
  },
}

function listingsIn(property: unknown): unknown[] {
  const rooms = roomsIn(property)
  return rooms.map((room) => ({ id: plainId(room), room, property, rooms: rooms.length }))
}
