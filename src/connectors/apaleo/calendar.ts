import type { CalendarDayRecord } from '../../contract/records.ts'
import { fieldOf, orLocked, readable } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, civilDate, daysFrom, inStretches, momentIn } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { propertyIdOf, soldPlan } from './account.ts'
import { everyListRow } from './envelope.ts'
import { rate, VendorNight, VendorRate, type VendorPlan } from './vendor.ts'

interface NightRange {
  from: string
  to: string
}

/** One call covers at most this many nights; the vendor names no limit. */
export const longestRangeDays = 180

export const calendar: NonNullable<VendorOperations['calendar']> = {
  /** Rates are read even where only availability matters, since a rate can be closed. */
  async range(context, { listing, from, to }) {
    const plan = await soldPlan(context, listing.externalId)
    return inStretches({ from, to }, longestRangeDays, async (stretch) => {
      const nights = await soldNights(context, listing.externalId, stretch)
      const rates = plan === null ? null : await ratesOf(context, plan, stretch)
      return daysFrom(stretch.from, stretch.to).map((date) => {
        const left = Math.min(nights.get(date)?.sellable ?? 0, listing.unitCount)
        return toDay(date, left, rates === null ? null : rates.get(date))
      })
    })
  },
}

export interface SoldNight {
  date: string
  /** The moments at which the vendor begins and ends the night. */
  from: string
  to: string
  /** Units that can be sold, with those that may be overbooked. */
  sellable: number
}

/**
 * Returns nights by date with the units that can be sold: `availableCount` leaves out what the property allows to be
 * overbooked. A night that the answer has twice has the smaller count.
 */
export async function soldNights(
  context: VendorContext,
  unitGroupId: string,
  { from, to }: NightRange,
): Promise<ReadonlyMap<string, SoldNight>> {
  const propertyId = await propertyIdOf(context, unitGroupId)
  const query = { propertyId, from, to, timeSliceTemplate: 'OverNight', unitGroupIds: unitGroupId }
  const list = { path: '/availability/v1/unit-groups', name: 'timeSlices', query }
  const nights = new Map<string, SoldNight>()
  for (const night of readable(VendorNight, await everyListRow(context.http, list))) {
    const own = night.unitGroups?.find(({ unitGroup }) => unitGroup?.id === unitGroupId)
    const date = dateOf(night)
    if (date === null) continue
    const sellable = Math.min(countOf(own?.sellableCount), nights.get(date)?.sellable ?? Infinity)
    nights.set(date, { date, from: night.from, to: presentText(night.to) ?? night.from, sellable })
  }
  return nights
}

/** A night without a date is missing, and so it is closed. */
export const dateOf = (row: unknown) => momentIn(row, 'from', civilDate)

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0

export const ratesPath = ({ id }: VendorPlan) => `/rateplan/v1/rate-plans/${encodeURIComponent(id)}/rates`

/** Returns the rates of nights as they are. */
export async function rateRows(
  { http }: VendorContext,
  plan: VendorPlan,
  { from, to }: NightRange,
): Promise<unknown[]> {
  // The end is the last moment of a night, which is on the day of departure.
  const query = { from, to: addDays(to, 1) }
  return everyListRow(http, { path: ratesPath(plan), name: 'rates', query })
}

/** Returns the rates of nights by their date; null if the key may not read them. */
async function ratesOf(
  context: VendorContext,
  plan: VendorPlan,
  range: NightRange,
): Promise<ReadonlyMap<string | null, VendorRate> | null> {
  const found = await orLocked(rateRows(context, plan, range))
  return found === null ? null : new Map(readable(VendorRate, found).map((row) => [dateOf(row), row]))
}

/** A night is closed if its rate is closed or missing. Without any rate plan the count alone decides. */
function toDay(date: string, left: number, row: VendorRate | null | undefined): CalendarDayRecord {
  const isClosed = row === undefined || (row !== null && isClosedRate(row))
  const availableUnits = isClosed ? 0 : left
  return { date, available: availableUnits > 0, availableUnits, ...(row === null ? {} : rate.read(row)) }
}

function isClosedRate(row: VendorRate): boolean {
  const closed = fieldOf(row.restrictions, 'closed')
  return closed !== undefined && closed !== null && closed !== false
}
