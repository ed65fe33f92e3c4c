import { readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mappedPage, mapping, offsetPage, readOne } from '../../connector-kit/paginate.ts'
import { nameKey } from '../../connector-kit/readings.ts'
import { readList, readResult } from './envelope.ts'
import { toListing, type ListingNames } from './map-listing.ts'
import { vendorUnits } from './units.ts'
import { VendorListing, VendorName, type VendorUnit } from './vendor.ts'

// Every listing of a page may cost one more call, for its units.
const pageSize = 20

export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const page = await offsetPage({
      cursor,
      limit: pageSize,
      fetch: async (place) =>
        readList(await context.http.get('/v1/listings', { query: { ...place, includeResources: 1 } })),
    })
    return mappedPage(page, await mappingFor(context, page.rows))
  },

  one(context, externalId) {
    const path = `/v1/listings/${encodeURIComponent(externalId)}`
    const answer = context.http.get(path, { query: { includeResources: 1 } })
    return readOne(answer, (row) => mappingFor(context, [row]), readResult)
  },
}

/** Fetches the names that rows refer to, so that mapping needs no further calls. */
async function mappingFor(context: VendorContext, rows: unknown[]) {
  const fitting = readable(VendorListing, rows)
  const names: ListingNames = {
    amenities: fitting.some(needsAmenityNames) ? await lookup(context, '/v1/amenities') : new Map(),
    propertyTypes: fitting.some((row) => row.propertyTypeId)
      ? await lookup(context, '/v1/propertyTypes')
      : new Map(),
  }
  const units = new Map<string, VendorUnit[]>()
  for (const row of fitting) {
    units.set(String(row.id), row.listingUnits ?? (await vendorUnits(context, String(row.id))))
  }
  return mapping('listing', VendorListing, (row) => toListing(row, units.get(String(row.id)) ?? [], names))
}

function needsAmenityNames(row: VendorListing): boolean {
  return row.listingAmenities?.some(({ amenityName }) => !amenityName) ?? false
}

/** Returns the vendor's numbers of amenities by our keys. */
export async function amenityIds(context: VendorContext): Promise<Map<string, number>> {
  const names = await lookup(context, '/v1/amenities')
  return new Map([...names].map(([id, name]) => [nameKey(name), Number(id)]))
}

async function lookup({ http }: VendorContext, path: string): Promise<Map<string, string>> {
  const { rows } = readList(await http.get(path))
  return new Map(readable(VendorName, rows).map(({ id, name }) => [String(id), name]))
}
