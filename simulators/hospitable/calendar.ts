import { addDays, weekdayOf } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import type { CalendarNight } from '../kit/world/nights.ts'
import { minor, money, type Money } from './money.ts'
import type { HospitableKinds, HospitableWorld, PropertyRow } from './records.ts'

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']
const channelNames: Record<string, string> = { airbnb: 'Airbnb', booking: 'Booking.com', homeaway: 'Vrbo' }
const daysOpen = 540

export interface Day {
  date: string
  day: string
  min_stay: number
  status: { reason: string; source_type: string | null; source: string | null; available: boolean }
  price: Money & { currency: string }
  closed_for_checkin: boolean
  closed_for_checkout: boolean
}

/** Returns nights with their price and the reason why they are closed; both ends are included. */
export function calendarDays(world: HospitableWorld, home: PropertyRow, range: DayRange): Day[] {
  const currency = home.currency ?? 'EUR'
  const lastOpen = addDays(world.today(), daysOpen)
  return world.nights(home, range).map((night) => {
    const { date, price, set } = night
    const weekday = weekdayOf(date)
    return {
      date,
      day: weekdays[weekday] ?? '',
      min_stay: set.minNights ?? (weekday === 5 ? 2 : 1),
      status: statusOf(night, lastOpen),
      price: { ...money(minor(price, currency), currency), currency },
      closed_for_checkin: set.closedToArrival ?? weekday === 0,
      closed_for_checkout: set.closedToDeparture ?? false,
    }
  })
}

function statusOf(
  { date, stays: [stay], set }: CalendarNight<HospitableKinds['stay']>,
  lastOpen: string,
): Day['status'] {
  if (stay !== undefined) {
    const source = channelNames[stay.platform ?? ''] ?? null
    return { reason: 'RESERVED', source_type: 'RESERVATION', source, available: false }
  }
  const source_type = set.isClosed === true ? 'USER' : date > lastOpen ? 'AVAILABILITY_WINDOW' : null
  const reason = source_type === null ? 'AVAILABLE' : 'BLOCKED'
  return { reason, source_type, source: null, available: source_type === null }
}
