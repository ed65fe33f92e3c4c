import type { ListingRecord } from '../../contract/records.ts'
import { orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { amenitiesNamed, photosIn } from '../../connector-kit/listing-readings.ts'
import { everyRow, mapOne, mappedPage, mapping } from '../../connector-kit/paginate.ts'
import { nameKey, presentText } from '../../connector-kit/readings.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { listPage, readById } from './envelope.ts'
import { localText, readPhoto, rental, VendorAmenity, VendorRental } from './vendor.ts'

/** Photos come with their rental, so pages are smaller than the vendor allows. */
const pageSize = 50
const include = 'photos,rentals_amenities'
const amenitiesKeptMs = 86_400_000

export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const page = await listPage(context.http, {
      path: '/rentals',
      query: { include },
      cursor,
      limit: pageSize,
    })
    return mappedPage(page, mappingFor(await amenityKeys(context, page.rows)))
  },

  async one(context, externalId) {
    const rows = await orNull(readById(context.http, '/rentals', [externalId], { include }))
    if (rows?.[0] === undefined) return null
    return mapOne(rows[0], mappingFor(await amenityKeys(context, rows)))
  },
}

type AmenityKeys = ReadonlyMap<string, string>

const mappingFor = (keys: AmenityKeys) => mapping('listing', VendorRental, (row) => toListing(row, keys))

/** Returns the keys of all amenities there are, which change with the vendor's product only. */
async function amenityKeys(context: VendorContext, rows: readonly unknown[]): Promise<AmenityKeys> {
  if (rows.length === 0) return new Map()
  return rememberSettings(context, 'amenities', amenitiesKeptMs, async () => {
    const all = await everyRow((cursor) => listPage(context.http, { path: '/amenities', cursor }))
    const amenityRows = readable(VendorAmenity, all)
    return new Map(
      amenityRows.map(({ id, key, title }) => [String(id), presentText(key) ?? localText(title) ?? '']),
    )
  })
}

function toListing(row: VendorRental, keys: AmenityKeys): ListingRecord {
  const fields = rental.read(row)
  return {
    externalId: String(row.id),
    model: 'home',
    name: presentText(row.name) ?? fields.publicName ?? `Rental ${row.id}`,
    ...fields,
    // Channels are shown published rentals only.
    lifecycleStatus: presentText(row.published_at) === null ? 'inactive' : 'live',
    unitCount: 1,
    ...(row.photos ? { photos: photosIn(row.photos.map((photo) => readPhoto(photo))) } : {}),
    ...(row.rentals_amenities ? { amenities: amenitiesOf(row.rentals_amenities, keys) } : {}),
  }
}

const amenitiesOf = (links: NonNullable<VendorRental['rentals_amenities']>, keys: AmenityKeys) =>
  amenitiesNamed(links.map(({ links: linked }) => nameKey(keys.get(String(linked?.amenity)) ?? '')))
