import type { ListingRecord } from '../../contract/records.ts'
import type { Operations, Page, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, offsetPage, plainId } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { readList, readResult } from './envelope.ts'
import { amenityKey, toListing } from './map-listing.ts'
import type { ListingNames } from './map-listing.ts'
import { orNull } from './missing.ts'
import { vendorUnits } from './units.ts'
import { VendorListing, VendorName } from './vendor.ts'
import type { VendorUnit } from './vendor.ts'

// Every listing of a page may cost one more call, for its units.
const pageSize = 20
const rowCheck = compileCheck(VendorListing)
const nameCheck = compileCheck(VendorName)

export const listings: NonNullable<Operations['listings']> = {
  async page(context, { cursor }): Promise<Page<ListingRecord>> {
    const { rows, next, total } = await offsetPage({
      cursor,
      limit: pageSize,
      fetch: async (page) =>
        readList(await context.http.get('/v1/listings', { query: { ...page, includeResources: 1 } })),
    })
    const mapping = await mappingFor(context, rows)
    return { ...mapRows(rows, mapping), next, ...(total === null ? {} : { expected: total }) }
  },

  async one(context, externalId) {
    const path = `/v1/listings/${encodeURIComponent(externalId)}`
    const answer = await orNull(context.http.get(path, { query: { includeResources: 1 } }))
    if (answer === null) return null
    const row = readResult(answer)
    return mapOne(row, await mappingFor(context, [row]))
  },
}

/** Fetches what the rows refer to, so that mapping itself needs nothing more. */
async function mappingFor(
  context: VendorContext,
  rows: unknown[],
): Promise<RowMapping<VendorListing, ListingRecord>> {
  const readable = rows.filter((row): row is VendorListing => rowCheck.fits(row))
  const names: ListingNames = {
    amenities: readable.some(needsAmenityNames) ? await lookup(context, '/v1/amenities') : new Map(),
    propertyTypes: readable.some((row) => row.propertyTypeId)
      ? await lookup(context, '/v1/propertyTypes')
      : new Map(),
  }
  const units = new Map<string, VendorUnit[]>()
  for (const row of readable) {
    units.set(String(row.id), row.listingUnits ?? (await vendorUnits(context, String(row.id))))
  }
  return {
    row: rowCheck,
    record: recordChecks.listing,
    idOf: plainId,
    map: (row) => toListing(row, units.get(String(row.id)) ?? [], names),
  }
}

function needsAmenityNames(row: VendorListing): boolean {
  return row.listingAmenities?.some(({ amenityName }) => !amenityName) ?? false
}

/** Numbers of the vendor's amenities by our keys. */
export async function amenityIds(context: VendorContext): Promise<Map<string, number>> {
  const names = await lookup(context, '/v1/amenities')
  return new Map([...names].map(([id, name]) => [amenityKey(name), Number(id)]))
}

async function lookup({ http }: VendorContext, path: string): Promise<Map<string, string>> {
  const { rows } = readList(await http.get(path))
  return new Map(rows.flatMap((row) => (nameCheck.fits(row) ? [[String(row.id), row.name]] : [])))
}
