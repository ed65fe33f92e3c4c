import { fieldOf, isFields, type JsonFields } from '../../connector-kit/answers.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { daysFrom } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { renamed } from '../../connector-kit/renamed.ts'
import { levelOf, soldPlan } from './account.ts'
import { dateOf, rateRows, ratesPath } from './calendar.ts'

const restrictionNames = {
  minNights: 'minLengthOfStay',
  maxNights: 'maxLengthOfStay',
  closedToArrival: 'closedOnArrival',
  closedToDeparture: 'closedOnDeparture',
}

/**
 * Writes the rate plan that is read. The vendor replaces the whole rate of a night and wants its exact beginning and
 * end, so nights are read first and sent back with what changes. Nights are not closed here: a closed rate leaves those
 * of other plans on sale.
 */
export const calendarWrites: CalendarWrites = {
  fields: {
    ...{ available: false, price: true, minNights: true, maxNights: true },
    ...{ closedToArrival: true, closedToDeparture: true },
  },
  batch: { changes: 100, listings: 'one' },

  async write(context, changes) {
    const days = changes.flatMap(({ from, to }) => [from, to]).toSorted()
    const [listing, from, to] = [changes[0]?.listingExternalId, days[0], days.at(-1)]
    if (listing === undefined || from === undefined || to === undefined) return { refused: [] }
    const plan = await soldPlan(context, listing)
    if (plan === null || levelOf(plan) > 0) {
      const message =
        plan === null ? 'no rate plan that everybody may book' : 'the rates follow those of another plan'
      return { refused: changes.map((_change, index) => ({ index, message })) }
    }
    const rowsByNight = new Map(
      (await rateRows(context, plan, { from, to })).map((row) => [dateOf(row), row]),
    )
    const rates = new Map<string, JsonFields>()
    const refused = changes.flatMap((change, index) => {
      const nights = daysFrom(change.from, change.to)
      const message = problemOf(change, nights, rowsByNight)
      if (message !== null) return [{ index, message }]
      for (const night of nights)
        rates.set(night, changedRate(rates.get(night) ?? rowsByNight.get(night), change))
      return []
    })
    if (rates.size > 0) await context.http.put(ratesPath(plan), { body: { rates: [...rates.values()] } })
    return { refused }
  },
}

function problemOf(
  { price, currency }: CalendarChange,
  nights: readonly string[],
  rowsByNight: ReadonlyMap<string | null, unknown>,
): string | null {
  const missing = nights.find((night) => !rowsByNight.has(night))
  if (missing !== undefined) return `the rate plan has no rate for ${missing}`
  const isForeign = (night: string) => ![null, currency].includes(currencyIn(rowsByNight.get(night)))
  return price !== undefined && nights.some(isForeign) ? 'the rates are in another currency' : null
}

const currencyIn = (row: unknown): string | null => presentText(fieldOf(fieldOf(row, 'price'), 'currency'))

function changedRate(row: unknown, change: CalendarChange): JsonFields {
  const restrictions = fieldOf(row, 'restrictions')
  const currency = currencyIn(row) ?? change.currency
  const price =
    change.price === undefined ? fieldOf(row, 'price') : { amount: Number(change.price), currency }
  return {
    from: fieldOf(row, 'from'),
    to: fieldOf(row, 'to'),
    ...(price === undefined ? {} : { price }),
    restrictions: {
      ...{ closed: false, closedOnArrival: false, closedOnDeparture: false },
      ...(isFields(restrictions) ? restrictions : {}),
      ...renamed(change, restrictionNames),
    },
  }
}
