import type { ListingRecord } from '../../contract/records.ts'
import { readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapping, mapRows, wholePage } from '../../connector-kit/paginate.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { fieldText, getRows, numberedList } from './envelope.ts'
import { detailsOf, hotelsOf, pageSize, readRooms, roomsOf } from './hotels.ts'
import { toListing, toUnit, type ListingParts } from './map-listing.ts'
import { VendorRoom, VendorRoomType } from './vendor.ts'

const idOf = (row: unknown) => fieldText(row, 'roomTypeID')

/** A listing is a room type, since room types have calendars and are booked. */
export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const list = { method: 'getRoomTypes', query: {}, pageSize, idOf }
    const { rows, next } = await numberedList(context.http, list, cursor)
    return { ...mapRows(rows, await mappingFor(context, rows)), next }
  },

  async one(context, externalId) {
    const rows = await getRows(context.http, 'getRoomTypes', { roomTypeIDs: externalId })
    const row = rows.find((candidate) => idOf(candidate) === externalId)
    return row === undefined ? null : mapOne(row, await mappingFor(context, [row]))
  },
}

async function mappingFor(context: VendorContext, rows: unknown[]) {
  const propertyIDs = new Set(readable(VendorRoomType, rows).map(({ propertyID }) => String(propertyID)))
  const parts = new Map<string, Omit<ListingParts, 'units'> & { rooms: Map<string, unknown[]> }>()
  for (const propertyID of propertyIDs) {
    const [hotels, details, rooms] = await Promise.all([
      hotelsOf(context),
      detailsOf(context, propertyID),
      roomsOf(context, propertyID),
    ])
    const hotel = hotels.find((candidate) => String(candidate.propertyID) === propertyID)
    parts.set(propertyID, { hotel, details, rooms, isGroup: hotels.length > 1 })
  }
  const map = (row: VendorRoomType): ListingRecord => {
    const own = parts.get(String(row.propertyID))
    if (own === undefined) throw new Error(`unknown property ${row.propertyID}`)
    const { rooms, ...rest } = own
    // A virtual room type consists of other types' rooms and has none of its own.
    const units = rooms.get(String(row.roomTypeID))?.length ?? wholeNumber(row.roomTypeUnits) ?? 0
    return toListing(row, { ...rest, units })
  }
  return mapping('listing', VendorRoomType, map, idOf)
}

const roomMapping = mapping('unit', VendorRoom, toUnit, (row) => fieldText(row, 'roomID'))

export const units: NonNullable<VendorOperations['units']> = {
  page: async (context, { listing }) =>
    wholePage(await readRooms(context, { roomTypeID: listing.externalId }), roomMapping),
}
