import type { ListingRecord } from '../../contract/records.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, plainId } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { remember } from '../../connector-kit/remember.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { listPage } from './envelope.ts'
import { toListing } from './map-listing.ts'
import { orLocked, orNull } from './missing.ts'
import { VendorProperty, VendorTexts } from './vendor.ts'

const propertyCheck = compileCheck(VendorProperty)
const textsCheck = compileCheck(VendorTexts)
const textsKeptMs = 600_000
type TextsByProperty = ReadonlyMap<string, VendorTexts>

export const listings: NonNullable<Operations['listings']> = {
  async page(context, { cursor }) {
    const { rows, next } = await listPage(context.http, { path: '/v2/properties', cursor })
    // An account without properties may well be one without the feature that the texts need.
    const texts = rows.length === 0 ? new Map<string, VendorTexts>() : await textsOf(context)
    return { ...mapRows(rows, mappingFor(texts)), next }
  },

  async one(context, externalId) {
    const row = await orNull(context.http.get(`/v2/properties/${encodeURIComponent(externalId)}`))
    return row === null ? null : mapOne(row, mappingFor(await textsOf(context)))
  },
}

function mappingFor(texts: TextsByProperty): RowMapping<VendorProperty, ListingRecord> {
  return {
    row: propertyCheck,
    record: recordChecks.listing,
    idOf: plainId,
    map: (row) => toListing(row, texts.get(String(row.id))),
  }
}

/** All texts of the account, in as few calls as possible: the allowance is shared by every account. */
function textsOf(context: VendorContext): Promise<TextsByProperty> {
  return remember(context, 'listing texts', textsKeptMs, async () => {
    const found = new Map<string, VendorTexts>()
    for (let cursor: string | null = null; ;) {
      const page: { rows: unknown[]; next: string | null } | null = await orLocked(
        listPage(context.http, { path: '/v2/listings', cursor }),
      )
      for (const row of page?.rows ?? []) if (textsCheck.fits(row)) found.set(String(row.property_id), row)
      if (page === null || page.next === null) return found
      cursor = page.next
    }
  })
}
