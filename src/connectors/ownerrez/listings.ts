import type { ListingRecord } from '../../contract/records.ts'
import { orLocked, orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { everyRow, mapOne, mapping, mapRows } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { remember } from '../../connector-kit/remember.ts'
import { listPage } from './envelope.ts'
import { property, texts, VendorProperty, VendorTexts } from './vendor.ts'

const textsKeptMs = 600_000
type TextsByProperty = ReadonlyMap<string, VendorTexts>

export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const { rows, next } = await listPage(context.http, { path: '/v2/properties', cursor })
    // An account without properties may also lack the feature that the texts need.
    const contents = rows.length === 0 ? new Map<string, VendorTexts>() : await textsOf(context)
    return { ...mapRows(rows, mappingFor(contents)), next }
  },

  async one(context, externalId) {
    const row = await orNull(context.http.get(`/v2/properties/${encodeURIComponent(externalId)}`))
    return row === null ? null : mapOne(row, mappingFor(await textsOf(context)))
  },
}

const mappingFor = (contents: TextsByProperty) =>
  mapping('listing', VendorProperty, (row) => toListing(row, contents.get(String(row.id))))

/** `content` is absent for accounts without the website feature. */
export function toListing(row: VendorProperty, content: VendorTexts | undefined): ListingRecord {
  const fields = property.read(row)
  return {
    externalId: String(row.id),
    model: 'home',
    name: presentText(row.name) ?? fields.publicName ?? `Property ${row.id}`,
    ...fields,
    ...timeZoneOf(row),
    lifecycleStatus: row.active === false ? 'inactive' : 'live',
    unitCount: 1,
    ...(content === undefined ? {} : { content: texts.read(content) }),
  }
}

/** The form of `time_zone` is not documented, so only IANA names are read. */
function timeZoneOf({ time_zone }: VendorProperty): { timeZone?: string } {
  const timeZone = presentText(time_zone)
  return timeZone !== null && /^[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+$/.test(timeZone) ? { timeZone } : {}
}

/** Reads all texts of the account in as few calls as possible, since all accounts share the allowance. */
function textsOf(context: VendorContext): Promise<TextsByProperty> {
  return remember(context, 'listing texts', textsKeptMs, async () => {
    const page = (cursor: string | null) => orLocked(listPage(context.http, { path: '/v2/listings', cursor }))
    const rows = await everyRow(async (cursor) => (await page(cursor)) ?? { rows: [], next: null })
    return new Map(readable(VendorTexts, rows).map((row) => [String(row.property_id), row]))
  })
}
