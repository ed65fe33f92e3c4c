import type { CalendarDayRecord } from '../../contract/records.ts'
import { civilDate, daysFrom } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { isAbsent, plainFlag } from '../../connector-kit/tolerance/plain-values.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import type { VendorDay } from './vendor.ts'

/** Returns every night from `from` to `to`. Nights that the vendor leaves out are not for sale. */
export function toCalendarDays(days: VendorDay[], from: string, to: string): CalendarDayRecord[] {
  const byDate = new Map(days.map((day) => [civilDate(day.date), day]))
  return daysFrom(from, to).map((date) => toDay(date, byDate.get(date)))
}

function toDay(date: string, day: VendorDay | undefined): CalendarDayRecord {
  const { rate, rules } = day ?? {}
  // Only this one word means for sale; a missing or unknown one does not.
  const disallowed = rules?.is_stay_disallowed
  const isAllowed = isAbsent(disallowed) || plainFlag(disallowed) === false
  const available = day?.status === 'available' && isAllowed
  return {
    date,
    available,
    availableUnits: available ? 1 : 0,
    price: readSide('rate.amount', rate?.amount, () => decimalString(rate?.amount)),
    minNights: wholeNumber(rules?.min_nights),
    maxNights: wholeNumber(rules?.max_nights),
    closedToArrival: rules?.is_arrival_disallowed ?? null,
    closedToDeparture: rules?.is_departure_disallowed ?? null,
  }
}
