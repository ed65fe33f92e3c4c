import type { ListingRecord } from '../../contract/records.ts'
import type { Operations, Page, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, plainId } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { numberedPage, readBareOrData, readList } from './envelope.ts'
import { toListing } from './map-listing.ts'
import { orNull } from './missing.ts'
import { propertiesPath } from './property-ids.ts'
import { VendorImage, VendorProperty } from './vendor.ts'

// Every property of a page costs one more call, for its pictures.
const pageSize = 20
const include = 'listings,details,bookings'
const rowCheck = compileCheck(VendorProperty)
const imageCheck = compileCheck(VendorImage)

export const listings: NonNullable<Operations['listings']> = {
  async page(context, { cursor }): Promise<Page<ListingRecord>> {
    const query = { include }
    const { rows, next, total } = await numberedPage(context.http, {
      path: propertiesPath,
      query,
      cursor,
      pageSize,
    })
    const mapping = await mappingFor(context, rows)
    return { ...mapRows(rows, mapping), next, ...(total === null ? {} : { expected: total }) }
  },

  async one(context, externalId) {
    const path = `${propertiesPath}/${encodeURIComponent(externalId)}`
    const answer = await orNull(context.http.get(path, { query: { include } }))
    if (answer === null) return null
    const row = readBareOrData(answer)
    return mapOne(row, await mappingFor(context, [row]))
  },
}

async function mappingFor(
  context: VendorContext,
  rows: unknown[],
): Promise<RowMapping<VendorProperty, ListingRecord>> {
  const images = new Map<string, VendorImage[]>()
  for (const row of rows) {
    if (rowCheck.fits(row)) images.set(row.id, await imagesOf(context, row.id))
  }
  return {
    row: rowCheck,
    record: recordChecks.listing,
    idOf: plainId,
    map: (row) => toListing(row, images.get(row.id) ?? []),
  }
}

async function imagesOf({ http }: VendorContext, id: string): Promise<VendorImage[]> {
  const answer = await orNull(http.get(`${propertiesPath}/${encodeURIComponent(id)}/images`))
  return answer === null ? [] : readList(answer).filter((row): row is VendorImage => imageCheck.fits(row))
}
