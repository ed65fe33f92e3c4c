import type { ListingRecord } from '../../contract/records.ts'
import type { Operations, Page, RowFailure, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, plainId } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { listingId, listingPlace } from './listing-id.ts'
import { toListing } from './map-listing.ts'
import { failureOf, orNoRates, orNull } from './missing.ts'
import { numberedPage } from './numbered-page.ts'
import { readArray } from './signals.ts'
import { VendorProperty, VendorRoomType, VendorSettings } from './vendor.ts'

// Every property of a page costs two more calls, for its room types and its settings.
const pageSize = 10
const propertyCheck = compileCheck(VendorProperty)
const roomCheck = compileCheck(VendorRoomType)
const settingsCheck = compileCheck(VendorSettings)

export const listings: NonNullable<Operations['listings']> = {
  async page(context, { cursor }): Promise<Page<ListingRecord>> {
    // No `expected`: the vendor counts properties, and how many room types they have is not known before.
    const { rows, next } = await numberedPage(context.http, { path: '/v2/properties', cursor, pageSize })
    const found = await Promise.all(rows.map((row) => listingsOf(context, row)))
    return {
      records: found.flatMap(({ records }) => records),
      failures: found.flatMap(({ failures }) => failures),
      next,
    }
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

/** Every room type of a property is a listing. A property without any has nothing to let. */
async function listingsOf(
  context: VendorContext,
  row: unknown,
): Promise<{ records: ListingRecord[]; failures: RowFailure[] }> {
  const propertyId = plainId(row)
  try {
    const property = demandProperty(row)
    const rooms = await roomsOf(context, propertyId)
    return mapRows(rooms, await mappingFor(context, property, rooms.length))
  } catch (error) {
    return { records: [], failures: [failureOf(propertyId, error)] }
  }
}

function demandProperty(row: unknown): VendorProperty {
  if (propertyCheck.fits(row)) return row
  throw new VendorError(
    'malformed',
    `property ${plainId(row)}: unexpected shape at ${propertyCheck.problem(row)}`,
  )
}

async function roomsOf({ http }: VendorContext, propertyId: string): Promise<unknown[]> {
  const answer = await orNull(http.get(`/v2/properties/${encodeURIComponent(propertyId)}/rooms`))
  return answer === null ? [] : readArray(answer)
}

async function mappingFor(
  { http }: VendorContext,
  property: VendorProperty,
  roomTypes: number,
): Promise<RowMapping<VendorRoomType, ListingRecord>> {
  const query = { houseId: property.id }
  const answer = roomTypes === 0 ? null : await orNoRates(orNull(http.get('/v2/rates/settings', { query })))
  const settings = settingsCheck.fits(answer) ? answer : null
  return {
    row: roomCheck,
    record: recordChecks.listing,
    idOf: (room) => listingId(property.id, plainId(room)),
    map: (room) => toListing({ property, room, roomTypes, settings }),
  }
}
