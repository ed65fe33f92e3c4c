import { orLocked, orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { everyRow, mapOne, mapping, mapRows } from '../../connector-kit/paginate.ts'
import { remember } from '../../connector-kit/remember.ts'
import { listPage } from './envelope.ts'
import { toListing } from './map-listing.ts'
import { VendorProperty, VendorTexts } from './vendor.ts'

const textsKeptMs = 600_000
type TextsByProperty = ReadonlyMap<string, VendorTexts>

export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const { rows, next } = await listPage(context.http, { path: '/v2/properties', cursor })
    // An account without properties may also lack the feature that the texts need.
    const texts = rows.length === 0 ? new Map<string, VendorTexts>() : await textsOf(context)
    return { ...mapRows(rows, mappingFor(texts)), next }
  },

  async one(context, externalId) {
    const row = await orNull(context.http.get(`/v2/properties/${encodeURIComponent(externalId)}`))
    return row === null ? null : mapOne(row, mappingFor(await textsOf(context)))
  },
}

const mappingFor = (texts: TextsByProperty) =>
  mapping('listing', VendorProperty, (row) => toListing(row, texts.get(String(row.id))))

/** Reads all texts of the account in as few calls as possible, since all accounts share the allowance. */
function textsOf(context: VendorContext): Promise<TextsByProperty> {
  return remember(context, 'listing texts', textsKeptMs, async () => {
    const page = (cursor: string | null) => orLocked(listPage(context.http, { path: '/v2/listings', cursor }))
    const rows = await everyRow(async (cursor) => (await page(cursor)) ?? { rows: [], next: null })
    return new Map(readable(VendorTexts, rows).map((row) => [String(row.property_id), row]))
  })
}
