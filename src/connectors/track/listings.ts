import type { ListingRecord } from '../../contract/records.ts'
import { fieldOf, orLocked, orNull } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { amenitiesNamed } from '../../connector-kit/listing-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { everyRowOf, mapOne, mapping, mapRows, plainId } from '../../connector-kit/paginate.ts'
import {
  currencyCode,
  nameKey,
  presentText,
  timeZoneName,
  wholeNumber,
} from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { listPage, rowsIn } from './envelope.ts'
import { reservationsPath } from './reservations.ts'
import { unit, VendorUnit } from './vendor.ts'

const path = '/api/pms/units'
// Texts are left out unless they are requested.
const query = { includeDescriptions: 1 }

export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const order = { sortColumn: 'id', sortDirection: 'asc' }
    const list = { path, name: 'units', query: { ...query, ...order }, cursor }
    const { rows, next, total } = await listPage(context.http, list)
    const currencies = await currenciesOf(context, rows.map(plainId))
    return { ...mapRows(rows, mappingFor(currencies)), next, ...(total === null ? {} : { expected: total }) }
  },

  async one(context, externalId) {
    const row = await orNull(context.http.get(`${path}/${encodeURIComponent(externalId)}`, { query }))
    return row === null ? null : mapOne(row, mappingFor(await currenciesOf(context, [externalId])))
  },
}

type CurrencyByUnit = ReadonlyMap<string, string | null>

const mappingFor = (currencies: CurrencyByUnit) =>
  mapping('listing', VendorUnit, (row) => toListing(row, currencies.get(String(row.id)) ?? null))

/** This many units are asked about at once. */
const together = 10

/** Only reservations have a currency, so each unit is sold in that of one of its own. */
async function currenciesOf({ http }: VendorContext, ids: readonly string[]): Promise<CurrencyByUnit> {
  const currencies = new Map<string, string | null>()
  const readCurrency = async (unitId: string) => {
    // A key that may not read reservations still reads units.
    const answer = await orLocked(http.get(reservationsPath, { query: { unitId, page: 1, size: 1 } }))
    const [row] = answer === null ? [] : rowsIn(answer, 'reservations')
    const word = presentText(fieldOf(row, 'currency'))
    currencies.set(
      unitId,
      readSide('currency', word, () => currencyCode(word)),
    )
  }
  await everyRowOf(ids.filter(isUnitId), together, (some) => Promise.all(some.map(readCurrency)))
  return currencies
}

const isUnitId = (id: string): boolean => /^\d+$/.test(id)

function toListing(row: VendorUnit, currency: string | null): ListingRecord {
  const { content, ...fields } = unit.read(row)
  const timeZone = timeZoneName(row.timezone)
  return {
    externalId: String(row.id),
    model: 'home',
    name: presentText(row.name) ?? presentText(row.shortName) ?? `Unit ${row.id}`,
    ...fields,
    details: { ...fields.details, bathrooms: bathroomsOf(row), beds: bedsOf(row) },
    ...(timeZone === null ? {} : { timeZone }),
    currency,
    lifecycleStatus: row.isActive === false ? 'inactive' : 'live',
    unitCount: 1,
    content: Object.fromEntries(
      Object.entries(content).map(([name, text]) => [name, text === null ? null : textOfHtml(text)]),
    ),
    amenities: amenitiesNamed((row.amenities ?? []).map(({ name }) => nameKey(presentText(name) ?? ''))),
  }
}

/** Bathrooms without a bath or a shower count as they do in American listings. */
function bathroomsOf({ fullBathrooms, threeQuarterBathrooms, halfBathrooms }: VendorUnit): string | null {
  const counts = [fullBathrooms, threeQuarterBathrooms, halfBathrooms].map(wholeNumber)
  if (counts.every((count) => count === null)) return null
  const [full, threeQuarter, half] = counts.map((count) => count ?? 0)
  return decimalString((full ?? 0) + (threeQuarter ?? 0) * 0.75 + (half ?? 0) * 0.5)
}

function bedsOf({ bedTypes }: VendorUnit): number | null {
  const counts = (bedTypes ?? []).map(({ count }) => wholeNumber(count) ?? 0)
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}
