import type { CalendarDayRecord } from '../../contract/records.ts'
import { orLocked, readable } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, civilDate, daysFrom } from '../../connector-kit/dates.ts'
import { idText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { rate, VendorFreeNight, VendorRate, VendorRates } from './vendor.ts'

/** The rate type that every account begins with; channels read their prices from it. */
const firstRateType = '1'

interface NightRange {
  from: string
  to: string
}

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range(context, { listing, from, to, only }) {
    const free = await freeNights(context, listing.externalId, { from, to })
    const rates =
      only === 'open'
        ? new Map<string, VendorRate>()
        : await ratesOf(context, listing.externalId, { from, to })
    return daysFrom(from, to).map((date) => toDay(date, free.has(date), rates.get(date)))
  },
}

const nightsPath = (unitId: string, part: string) => `/api/v2/pms/units/${encodeURIComponent(unitId)}/${part}`

/** The vendor does not document if the last day is included. */
const queryOf = ({ from, to }: NightRange) => ({ startDate: from, endDate: addDays(to, 1) })

async function freeNights({ http }: VendorContext, unitId: string, range: NightRange): Promise<Set<string>> {
  const rows = nightsIn(await http.get(nightsPath(unitId, 'availability'), { query: queryOf(range) }))
  const nights = readable(VendorFreeNight, rows)
  // A night that the answer has twice is free only if both rows say so.
  const closed = new Set(nights.filter(({ count }) => !isFree(count)).map(({ date }) => civilDate(date)))
  const open = nights.flatMap(({ date, count }) => (isFree(count) ? (civilDate(date) ?? []) : []))
  return new Set(open.filter((date) => !closed.has(date)))
}

const isFree = (count: unknown): boolean =>
  (typeof count === 'number' || (typeof count === 'string' && /^\d+$/.test(count))) && Number(count) > 0

/** A key that may not read prices still reads nights. */
async function ratesOf(
  { http }: VendorContext,
  unitId: string,
  range: NightRange,
): Promise<ReadonlyMap<string, VendorRate>> {
  const answer = await orLocked(http.get(nightsPath(unitId, 'daily-pricing'), { query: queryOf(range) }))
  const types = answer === null ? [] : readable(VendorRates, nightsIn(answer))
  const type = types.find(({ rateTypeId }) => idText(rateTypeId) === firstRateType) ?? types[0]
  return new Map(readable(VendorRate, type?.rates ?? []).map((row) => [row.date.slice(0, 10), row]))
}

function nightsIn(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer as unknown[]
  throw new VendorError('malformed', 'a list of nights was expected')
}

/** Makes a record for every day; a night that the vendor does not call free is closed. */
function toDay(date: string, available: boolean, row: VendorRate | undefined): CalendarDayRecord {
  return { date, available, availableUnits: available ? 1 : 0, ...rate.read(row) }
}
