import { addDays, daysBetween, isWeekend, weekdayOf } from '../kit/clock.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { daysOf } from '../kit/nights.ts'
import type { Listing, Night, Reservation } from './records.ts'
import type { Store } from './store.ts'

/** A night as guests see it. */
export interface OpenNight {
  day: string
  /** Units left to book. */
  left: number
  price: number
  minNights: number
  maxNights: number
  night: Night
}

/** Both ends are included. Nights of the booking `except` do not count as sold. */
export function nightsOf(
  store: Store,
  listing: Listing,
  from: string,
  to: string,
  except?: Reservation,
): OpenNight[] {
  const { rules, pricing } = store.settingsOf(listing.id)
  const settings = store.nights.get(listing.id)
  const soldNights = soldBetween(store, listing, from, to, except)
  return daysOf({ from, to }).map((day, index) => {
    const night = settings?.get(day) ?? {}
    const weekend = isWeekend(day) ? pricing.weekend_price : null
    const season = rules.seasonal_min_nights.find(
      ({ start_date, end_date }) => start_date <= day && day <= end_date,
    )
    const weekly = rules.day_of_week_min_nights.find(({ day_of_week }) => day_of_week === weekdayOf(day))
    return {
      day,
      left: leftOf(listing, night, soldNights[index] ?? 0),
      price: night.daily_price ?? weekend ?? pricing.default_daily_price,
      minNights: night.min_nights ?? season?.min_nights ?? weekly?.min_nights ?? rules.default_min_nights,
      maxNights: night.max_nights ?? rules.default_max_nights,
      night,
    }
  })
}

/** Returns how many units are sold in each night, with nights kept for turnover. */
export function soldBetween(
  store: Store,
  { id }: Listing,
  from: string,
  to: string,
  except?: Reservation,
): number[] {
  const { turnover_days } = store.settingsOf(id).rules
  const stays = store.staysOf(id, except).map(({ arrival, departure }) => ({
    arrival: addDays(arrival, -turnover_days),
    departure: addDays(departure, turnover_days),
  }))
  return occupiedUnits(stays, from, addDays(to, 1))
}

function leftOf({ total_inventory_count }: Listing, night: Night, sold: number): number {
  if (night.availability === 'unavailable') return 0
  const places = (total_inventory_count ?? 1) - sold
  const { available_count: count, soldBefore = 0 } = night
  return Math.max(0, count === undefined ? places : Math.min(places, count - (sold - soldBefore)))
}

/** Shows a night as the calendar does, without its guest. */
export function calendarDay({ day, left, price, minNights, maxNights, night }: OpenNight): object {
  return {
    date: day,
    availability: left > 0 ? 'available' : 'unavailable',
    available_count: left,
    daily_price: price,
    min_nights: minNights,
    max_nights: maxNights,
    closed_to_arrival: night.closed_to_arrival ?? false,
    closed_to_departure: night.closed_to_departure ?? false,
    busy_subtype: night.busy_subtype ?? null,
    notes: night.notes ?? null,
  }
}

export interface Wish {
  arrival: string
  departure: string
  guests: number
}

/** Returns why a guest cannot have these nights; undefined if they can. */
export function whyClosed(
  store: Store,
  listing: Listing,
  { arrival, departure, guests }: Wish,
  nowMs: number,
  except?: Reservation,
): string | undefined {
  if (listing.has_availability !== true) return 'the listing is not open to bookings'
  if (guests > (listing.person_capacity ?? Infinity)) return 'there is no room for so many guests'
  const { rules } = store.settingsOf(listing.id)
  const nights = nightsOf(store, listing, arrival, departure, except)
  const [stayed, first, last] = [nights.slice(0, -1), nights[0], nights.at(-1)]
  const length = daysBetween(arrival, departure)
  // The app closes the nights of every booking, so a closed night may be the booking's own.
  const isItsOwn = (day: string) =>
    except?.listing_id_str === listing.id && (except.start_date ?? '') <= day && day < (except.end_date ?? '')
  const closed = stayed.find(({ day, left }) => left === 0 && !isItsOwn(day))
  if (closed !== undefined) return `the night ${closed.day} is not available`
  if (first === undefined || first.night.closed_to_arrival === true) return 'nobody may arrive on that day'
  if (last?.night.closed_to_departure === true) return 'nobody may leave on that day'
  const allowed = (days: readonly number[], day: string) => days.length === 0 || days.includes(weekdayOf(day))
  if (!allowed(rules.day_of_week_check_in, arrival)) return 'nobody may arrive on that weekday'
  if (!allowed(rules.day_of_week_check_out, departure)) return 'nobody may leave on that weekday'
  if (length < first.minNights) return `the stay has to be ${first.minNights} nights or more`
  if (length > first.maxNights && !rules.allow_rtb_above_max_nights) return 'the stay is too long'
  const { days } = rules.max_days_notice
  if (days >= 0 && Date.parse(arrival) > nowMs + days * 86_400_000) return 'the day is too far ahead'
  const isLate = isTooSoon(store, listing, arrival, nowMs)
  return isLate && rules.booking_lead_time.allow_request_to_book !== 1 ? 'the day is too near' : undefined
}

/** Whether guests can book without being accepted first. */
export function isInstant(
  store: Store,
  listing: Listing,
  { arrival, departure }: Wish,
  nowMs: number,
): boolean {
  const { booking } = store.settingsOf(listing.id)
  const [first] = nightsOf(store, listing, arrival, arrival)
  return (
    booking.instant_booking_allowed_category !== null &&
    !isTooSoon(store, listing, arrival, nowMs) &&
    daysBetween(arrival, departure) <= (first?.maxNights ?? 0)
  )
}

function isTooSoon(store: Store, { id }: Listing, arrival: string, nowMs: number): boolean {
  const { hours } = store.settingsOf(id).rules.booking_lead_time
  return hours > 0 && Date.parse(`${arrival}T15:00:00Z`) < nowMs + hours * 3_600_000
}
