import { orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mappedPage, mapping, readOne } from '../../connector-kit/paginate.ts'
import { numberedList, readBareOrData, readList } from './envelope.ts'
import { toListing } from './map-listing.ts'
import { propertiesPath } from './property-ids.ts'
import { VendorImage, VendorProperty } from './vendor.ts'

// Every property of a page costs one more call, for its pictures.
const pageSize = 20
const include = 'listings,details,bookings'

export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const list = { path: propertiesPath, query: { include }, cursor, pageSize }
    const page = await numberedList(context.http, list)
    return mappedPage(page, await mappingFor(context, page.rows))
  },

  one(context, externalId) {
    const path = `${propertiesPath}/${encodeURIComponent(externalId)}`
    const answer = context.http.get(path, { query: { include } })
    return readOne(answer, (row) => mappingFor(context, [row]), readBareOrData)
  },
}

async function mappingFor(context: VendorContext, rows: unknown[]) {
  const images = new Map<string, VendorImage[]>()
  for (const { id } of readable(VendorProperty, rows)) images.set(id, await imagesOf(context, id))
  return mapping('listing', VendorProperty, (row) => toListing(row, images.get(row.id) ?? []))
}

async function imagesOf({ http }: VendorContext, id: string): Promise<VendorImage[]> {
  const answer = await orNull(http.get(`${propertiesPath}/${encodeURIComponent(id)}/images`))
  return answer === null ? [] : readable(VendorImage, readList(answer))
}
