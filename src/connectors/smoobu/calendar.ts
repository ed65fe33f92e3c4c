import type { CalendarDayRecord } from '../../contract/records.ts'
import { fieldOf, isFields, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, daysFrom, inStretches } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { VendorNight } from './vendor.ts'

// One call covers at most this many days; the vendor names no limit.
const longestRangeDays = 366

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range({ http }, { listing, from, to }) {
    return inStretches({ from, to }, longestRangeDays, async ({ from: start, to: end }) => {
      const query = {
        // One apartment is read at a time: the vendor does not document how a repeated name is signed.
        'apartments[]': listing.externalId,
        start_date: start,
        // The vendor does not document if the last day is included.
        end_date: addDays(end, 1),
      }
      return toCalendarDays(await http.get('/api/rates', { query }), listing, start, end)
    })
  },
}

/** Makes a record for every day of the range. A night that is missing or unreadable is closed. */
export function toCalendarDays(
  answer: unknown,
  { externalId, unitCount }: { externalId: string; unitCount: number },
  from: string,
  to: string,
): CalendarDayRecord[] {
  const nights = fieldOf(fieldOf(answer, 'data'), externalId)
  // No new calendar is better than a wrong one.
  if (!isFields(nights)) throw new VendorError('malformed', `no rates of apartment ${externalId}`)
  return daysFrom(from, to).map((date) =>
    toCalendarDay(date, Object.hasOwn(nights, date) ? nights[date] : undefined, unitCount),
  )
}

function toCalendarDay(date: string, row: unknown, unitCount: number): CalendarDayRecord {
  const [night = {}] = readable(VendorNight, [row])
  // The value is 0 or 1, or the number left.
  const availableUnits = Math.min(wholeNumber(Number(night.available ?? 0)) ?? 0, unitCount)
  return {
    date,
    available: availableUnits > 0,
    availableUnits,
    price: readSide('price', night.price, () => decimalString(night.price)),
    minNights: wholeNumber(night.min_length_of_stay) || null,
  }
}
