import type { CalendarDayRecord } from '../../contract/records.ts'
import { fieldOf, isFields, readable } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { daysFrom } from '../../connector-kit/dates.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { plainFlag } from '../../connector-kit/tolerance/plain-values.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { base } from './envelope.ts'
import { propertyOf, ratePlansOf } from './properties.ts'
import { dataIn, nightsQuery, readCounts, roomsLeft } from './room-counts.ts'
import { night, VendorNight } from './vendor.ts'

const restrictions = [
  ...['rate', 'stop_sell', 'min_stay_arrival', 'min_stay_through', 'max_stay'],
  ...['closed_to_arrival', 'closed_to_departure'],
].join(',')

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range(context, { listing, from, to }) {
    const id = listing.externalId
    const nights = await nightsOf(context, await propertyOf(context, id), [id], { from, to })
    const own = nights.get(id)
    // No new calendar is better than a wrong one.
    if (own === undefined) throw new VendorError('malformed', `no availability of room type ${id}`)
    return own
  },

  together: {
    // Two calls give the nights of all room types of a property.
    listings: 50,
    async ranges(context, { listings, from, to }) {
      const byProperty = new Map<string, string[]>()
      for (const { externalId } of listings) {
        const propertyId = await propertyOf(context, externalId)
        byProperty.set(propertyId, [...(byProperty.get(propertyId) ?? []), externalId])
      }
      const found = new Map<string, CalendarDayRecord[]>()
      for (const [propertyId, ids] of byProperty) {
        for (const [id, days] of await nightsOf(context, propertyId, ids, { from, to })) found.set(id, days)
      }
      return found
    },
  },
}

/** Rate plans decide too if a night is sold, so availability alone would save no call. */
async function nightsOf(
  context: VendorContext,
  propertyId: string,
  roomTypeIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<ReadonlyMap<string, CalendarDayRecord[]>> {
  const nights = { propertyId, from, to }
  const counts = await readCounts(context, nights)
  const query = { ...nightsQuery(nights), 'filter[restrictions]': restrictions }
  const rules = dataIn(await context.http.get(`${base}/restrictions`, { query }))
  const plans = await ratePlansOf(context, propertyId)
  const found = new Map<string, CalendarDayRecord[]>()
  for (const id of roomTypeIds) {
    const own = counts[id]
    if (!isFields(own)) continue
    const planNights = plans.of(id).map((plan) => rules[plan.id])
    const nightOf = (date: string): SoldNight => ({
      count: own[date],
      rules: readable(
        VendorNight,
        planNights.map((nights) => fieldOf(nights, date)),
      ),
      // Without any rate plan the count alone tells, unless one may have been missed.
      isSoldByCount: planNights.length === 0 && plans.isWhole,
    })
    found.set(
      id,
      daysFrom(from, to).map((date) => toDay(date, nightOf(date))),
    )
  }
  return found
}

interface SoldNight {
  count: unknown
  /** The rules of the rate plans, those of the shown plan first if they could be read. */
  rules: readonly VendorNight[]
  isSoldByCount: boolean
}

/** Rooms must be left, and a rate plan must plainly sell them. */
function toDay(date: string, { count, rules, isSoldByCount }: SoldNight): CalendarDayRecord {
  const left = readSide('availability', count, () => roomsLeft(count)) ?? 0
  const isSold = isSoldByCount || rules.some((row) => plainFlag(row.stop_sell) === false)
  const available = left > 0 && isSold
  return { date, available, availableUnits: available ? left : 0, ...rulesOf(rules[0]) }
}

/** Properties use one of two rules of the fewest nights, or both; the greater is never too few. */
function rulesOf(row: VendorNight | undefined) {
  const { minNights: _same, ...rules } = night.read(row)
  const least = [row?.min_stay_arrival, row?.min_stay_through].map(
    (value) => readSide('min_stay', value, () => wholeNumber(value)) ?? 0,
  )
  return { ...rules, minNights: Math.max(...least) || null }
}
