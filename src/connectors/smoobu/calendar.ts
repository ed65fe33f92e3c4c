import type { CalendarDayRecord } from '../../contract/records.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { wholeNumber } from './map.ts'
import { isObject } from './signals.ts'
import { VendorNight } from './vendor.ts'

const nightCheck = compileCheck(VendorNight)
// Longest range asked for at once; the vendor names no limit.
const longestRangeDays = 366

export const calendar: NonNullable<Operations['calendar']> = {
  async range({ http }, { listing, from, to }) {
    const days: CalendarDayRecord[] = []
    for (let start = from; start <= to; start = addDays(start, longestRangeDays)) {
      const last = addDays(start, longestRangeDays - 1)
      const end = last < to ? last : to
      const query = {
        // One at a time: how a name that stands twice is signed is not documented.
        'apartments[]': listing.externalId,
        start_date: start,
        // Whether the last day is included is not documented.
        end_date: addDays(end, 1),
      }
      days.push(...toCalendarDays(await http.get('/api/rates', { query }), listing, start, end))
    }
    return days
  },
}

/** A record for every day of the range. A night the vendor says nothing about is closed. */
export function toCalendarDays(
  answer: unknown,
  { externalId, unitCount }: { externalId: string; unitCount: number },
  from: string,
  to: string,
): CalendarDayRecord[] {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {}
  const nights = data[externalId]
  // Better no new calendar than one that is wrong.
  if (!isObject(nights)) throw new VendorError('malformed', `no rates of apartment ${externalId}`)
  const days: CalendarDayRecord[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    days.push(toCalendarDay(date, Object.hasOwn(nights, date) ? nights[date] : {}, unitCount))
  }
  return days
}

function toCalendarDay(date: string, night: unknown, unitCount: number): CalendarDayRecord {
  if (!nightCheck.fits(night)) {
    throw new VendorError('malformed', `rates of ${date}: unexpected shape at ${nightCheck.problem(night)}`)
  }
  // 0 and 1, or how many are left.
  const availableUnits = Math.min(wholeNumber(Number(night.available ?? 0)) ?? 0, unitCount)
  return {
    date,
    available: availableUnits > 0,
    availableUnits,
    price: decimalString(night.price),
    minNights: wholeNumber(night.min_length_of_stay) || null,
  }
}
