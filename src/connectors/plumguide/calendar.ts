import type { CalendarDayRecord } from '../../contract/records.ts'
import { demand, listIn, orRefused } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { civilDate, daysFrom } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { nameKey, wholeNumber } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { ofHome } from './approval.ts'
import { readRow } from './listings.ts'
import { byNight, isIn, type BlockedSpan } from './nights.ts'
import { VendorBlock, VendorCustomPrice, VendorHome, VendorRestrictions } from './vendor.ts'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const [friday, saturday] = [5, 6]

export const homePath = (externalId: string, part: string): string =>
  `/v2/listings/${encodeURIComponent(externalId)}/${part}`

/**
 * The vendor returns a home's closed nights, prices and rules each as a whole; the days are composed here.
 */
export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range(context, { listing: { externalId }, from, to, only }) {
    if (only === 'open') return openOrNot(await blockedDates(context, externalId), from, to)
    const home = demand(VendorHome, await readRow(context, externalId), 'home')
    const blocks = await blockedDates(context, externalId)
    const [prices, rules] = [
      await customPricesOrNone(context, externalId),
      await restrictions(context, externalId),
    ]
    // A home priced by a matrix of lengths of stay has no price per night.
    const custom = prices === null ? null : byNight(prices, ({ price }) => price)
    const priceOf = (date: string) => custom && (custom.get(date) ?? usualPrice(home, date))
    return openOrNot(blocks, from, to).map((day): CalendarDayRecord => {
      const { date } = day
      const isChangeOver = rules.days === null || rules.days.includes(weekdayOf(date))
      return {
        ...day,
        price: readSide('price', priceOf(date), () => decimalString(priceOf(date))),
        minNights: rules.minNights,
        closedToArrival: !isChangeOver,
        closedToDeparture: !isChangeOver,
      }
    })
  },
}

const openOrNot = (blocks: readonly VendorBlock[], from: string, to: string): CalendarDayRecord[] =>
  daysFrom(from, to).map((date) => {
    const block = blocks.find((span) => isIn(date, span))
    return {
      date,
      available: block === undefined,
      availableUnits: block === undefined ? 1 : 0,
      note: block?.type ?? null,
    }
  })

/** A night's own price wins over the weekend's, and that over the usual one. */
function usualPrice({ nightlyPrice, weekendPrice }: VendorHome, date: string) {
  const isWeekend = [friday, saturday].includes(weekdayOf(date))
  return isWeekend ? (weekendPrice ?? nightlyPrice) : nightlyPrice
}

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

export async function blockedDates({ http }: VendorContext, externalId: string): Promise<VendorBlock[]> {
  const answer = await ofHome(http.get(homePath(externalId, 'blocked-dates')))
  // An unreadable block would leave its nights open: no new calendar is better.
  return listIn(answer, 'blockedDates').map((row) => readableSpan(demand(VendorBlock, row, 'closed nights')))
}

/** Returns null if the home has no prices of nights. */
export async function customPrices(
  { http }: VendorContext,
  externalId: string,
): Promise<VendorCustomPrice[] | null> {
  const answer = await orRefused(ofHome(http.get(homePath(externalId, 'custom-prices'))))
  if (answer === null) return null
  return listIn(answer, 'customPrices').map((row) =>
    readableSpan(demand(VendorCustomPrice, row, 'prices of nights')),
  )
}

/** If custom prices are unreadable no night gets a price, since it is unknown which of them differ. */
async function customPricesOrNone(
  context: VendorContext,
  externalId: string,
): Promise<VendorCustomPrice[] | null> {
  try {
    return await customPrices(context, externalId)
  } catch (error) {
    if (error instanceof VendorError && error.kind === 'malformed') return null
    throw error
  }
}

interface Rules {
  minNights: number | null
  /** Guests may arrive and leave on these weekdays, 0 for Sunday; null means all. */
  days: number[] | null
}

async function restrictions({ http }: VendorContext, externalId: string): Promise<Rules> {
  const answer = await orRefused(ofHome(http.get(homePath(externalId, 'restrictions'))))
  if (answer === null) return { minNights: null, days: null }
  const { minNights, changeOverDays } = demand(VendorRestrictions, answer, 'rules of a home')
  const days = (changeOverDays ?? []).map((name) => weekdays.indexOf(nameKey(name)))
  return { minNights: wholeNumber(minNights), days: days.length === 0 ? null : days }
}

function readableSpan<S extends BlockedSpan>(span: S): S {
  const [from, to] = [readableDay(span.from), readableDay(span.to)]
  // A day with a time appended would sort after the day and leave its night open.
  if (from !== null && to !== null && from <= to) return { ...span, from, to }
  throw new VendorError('malformed', `nights from ${span.from} to ${span.to} cannot be read`)
}

const readableDay = (day: string): string | null => readSide('day', day, () => civilDate(day))
