import { fieldOf, isFields, type JsonFields } from '../../connector-kit/answers.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { daysFrom } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { renamed } from '../../connector-kit/renamed.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { levelOf, soldPlan } from './account.ts'
import { dateOf, rateRows, ratesPath } from './calendar.ts'
import { closeNights, openNights } from './closings.ts'

const restrictionNames = {
  minNights: 'minLengthOfStay',
  maxNights: 'maxLengthOfStay',
  closedToArrival: 'closedOnArrival',
  closedToDeparture: 'closedOnDeparture',
}

/**
 * Prices and rules are written to the rate plan that is read. A closed rate would leave other plans on sale, so nights are closed
 * by the units.
 */
export const calendarWrites: CalendarWrites = {
  fields: {
    ...{ available: true, price: true, minNights: true, maxNights: true },
    ...{ closedToArrival: true, closedToDeparture: true },
  },
  batch: { changes: 100, listings: 'one' },

  async write(context, changes) {
    const refused = await writeRates(context, changes)
    for (const [index, change] of changes.entries()) {
      const message = await writeAvailability(context, change, refused.has(index))
      if (message !== null) refused.set(index, message)
    }
    return { refused: [...refused].map(([index, message]) => ({ index, message })) }
  },
}

/** A night is closed even if its price was refused, and opened only if all of the change was taken. */
async function writeAvailability(
  context: VendorContext,
  change: CalendarChange,
  isRefused: boolean,
): Promise<string | null> {
  if (change.available === undefined || (change.available && isRefused)) return null
  try {
    return await (change.available ? openNights : closeNights)(context, change)
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
    return error.vendorMessage ?? error.message
  }
}

const isOfRates = (change: CalendarChange): boolean =>
  change.price !== undefined ||
  Object.keys(restrictionNames).some((name) => change[name as keyof CalendarChange] !== undefined)

/**
 * The vendor replaces the whole rate of a night and wants its exact beginning and end, so nights are read first and sent back with
 * what changes. Returns what was refused, by index.
 */
async function writeRates(
  context: VendorContext,
  changes: readonly CalendarChange[],
): Promise<Map<number, string>> {
  const refused = new Map<number, string>()
  const ofRates = [...changes.entries()].filter(([, change]) => isOfRates(change))
  const days = ofRates.flatMap(([, { from, to }]) => [from, to]).toSorted()
  const [listing, from, to] = [changes[0]?.listingExternalId, days[0], days.at(-1)]
  if (listing === undefined || from === undefined || to === undefined) return refused
  const plan = await soldPlan(context, listing)
  if (plan === null || levelOf(plan) > 0) {
    const message =
      plan === null ? 'no rate plan that everybody may book' : 'the rates follow those of another plan'
    return new Map(ofRates.map(([index]) => [index, message]))
  }
  const rowsByNight = new Map((await rateRows(context, plan, { from, to })).map((row) => [dateOf(row), row]))
  const rates = new Map<string, JsonFields>()
  for (const [index, change] of ofRates) {
    const nights = daysFrom(change.from, change.to)
    const message = problemOf(change, nights, rowsByNight)
    if (message !== null) refused.set(index, message)
    else
      for (const night of nights)
        rates.set(night, changedRate(rates.get(night) ?? rowsByNight.get(night), change))
  }
  if (rates.size > 0) await context.http.put(ratesPath(plan), { body: { rates: [...rates.values()] } })
  return refused
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
