import { addDays, isWeekend, nextDay, weekdayOf } from '../kit/clock.ts'
import { money, type Money } from './money.ts'
import type { Home } from './records.ts'
import type { Store } from './store.ts'

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']
const channelNames: Record<string, string> = { airbnb: 'Airbnb', booking: 'Booking.com', homeaway: 'Vrbo' }

export interface Day {
  date: string
  day: string
  min_stay: number
  status: { reason: string; source_type: string | null; source: string | null; available: boolean }
  price: Money & { currency: string }
  closed_for_checkin: boolean
  closed_for_checkout: boolean
}

/** Returns nights with their price and the reason why they are closed. */
export function calendarDays(store: Store, home: Home, from: string, to: string, today: string): Day[] {
  const stays = store.staysOf(home.row.id)
  const currency = home.row.currency ?? 'EUR'
  const days: Day[] = []
  for (let day = from; day <= to; day = nextDay(day)) {
    const stay = stays.find(({ arrival, departure }) => arrival <= day && day < departure)?.row
    const weekday = weekdayOf(day)
    const usual = Math.round(home.nightly * (isWeekend(day) ? 1.2 : 1))
    const { amount = usual, ...set } = home.nights.get(day) ?? {}
    days.push({
      date: day,
      day: weekdays[weekday] ?? '',
      min_stay: weekday === 5 ? 2 : 1,
      status: statusOf(home, day, stay?.platform, today),
      price: { ...money(amount, currency), currency },
      closed_for_checkin: weekday === 0,
      closed_for_checkout: false,
      ...set,
    })
  }
  return days
}

function statusOf(
  home: Home,
  day: string,
  platform: string | null | undefined,
  today: string,
): Day['status'] {
  if (platform !== undefined) {
    const source = channelNames[platform ?? ''] ?? null
    return { reason: 'RESERVED', source_type: 'RESERVATION', source, available: false }
  }
  if (home.blocked.has(day)) return { reason: 'BLOCKED', source_type: 'USER', source: null, available: false }
  if (day > addDays(today, 540)) {
    return { reason: 'BLOCKED', source_type: 'AVAILABILITY_WINDOW', source: null, available: false }
  }
  return { reason: 'AVAILABLE', source_type: null, source: null, available: true }
}
