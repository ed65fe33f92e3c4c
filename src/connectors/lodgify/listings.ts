import type { ListingRecord } from '../../contract/records.ts'
import { demand, orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapping, mapRows, orFailure, plainId, together } from '../../connector-kit/paginate.ts'
import type { MappedRows } from '../../connector-kit/paginate.ts'
import { listingId, listingPlace } from './listing-id.ts'
import { numberedList } from './lists.ts'
import { toListing } from './map-listing.ts'
import { orNoRates, readArray } from './signals.ts'
import { VendorProperty, VendorRoomType, VendorSettings } from './vendor.ts'

// Every property of a page costs two more calls, for its room types and its settings.
const pageSize = 10

export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    // `expected` is absent because the vendor counts properties, whose number of room types is unknown in
    // advance.
    const { rows, next } = await numberedList(context.http, { path: '/v2/properties', cursor, pageSize })
    const found = await Promise.all(rows.map((row) => listingsOf(context, row)))
    return { ...together(found), next }
  },

  async one(context, externalId) {
    const place = listingPlace(externalId)
    if (place === null) return null
    const property = await orNull(context.http.get(`/v2/properties/${place.propertyId}`))
    if (property === null) return null
    const rooms = await roomsOf(context, place.propertyId)
    const room = rooms.find((candidate) => plainId(candidate) === place.roomTypeId)
    if (room === undefined) return null
    return mapOne(room, await mappingFor(context, demandProperty(property), rooms.length))
  },
}

/** Every room type of a property is a listing. A property without room types has nothing to let. */
function listingsOf(context: VendorContext, row: unknown): Promise<MappedRows<ListingRecord>> {
  const propertyId = plainId(row)
  return orFailure(propertyId, async () => {
    const property = demandProperty(row)
    const rooms = await roomsOf(context, propertyId)
    return mapRows(rooms, await mappingFor(context, property, rooms.length))
  })
}

const demandProperty = (row: unknown) => demand(VendorProperty, row, `property ${plainId(row)}`)

async function roomsOf({ http }: VendorContext, propertyId: string): Promise<unknown[]> {
  const answer = await orNull(http.get(`/v2/properties/${encodeURIComponent(propertyId)}/rooms`))
  return answer === null ? [] : readArray(answer)
}

async function mappingFor({ http }: VendorContext, property: VendorProperty, roomTypes: number) {
  const query = { houseId: property.id }
  const answer = roomTypes === 0 ? null : await orNoRates(orNull(http.get('/v2/rates/settings', { query })))
  const settings = readable(VendorSettings, [answer])[0] ?? null
  return mapping(
    'listing',
    VendorRoomType,
    (room) => toListing({ property, room, roomTypes, settings }),
    (room) => listingId(property.id, plainId(room)),
  )
}
