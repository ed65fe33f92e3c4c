/** Decides what the channel shows of a night, and whether a stay can be booked. */
import { daysBetween, isWeekend } from '../kit/clock.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import { roundMoney } from '../kit/places.ts'
import { states } from './building.ts'
import { derivedFrom } from './derived-prices.ts'
import type { RatePlan, Room } from './records.ts'
import { nightsOf, rateKey, type RateNight, type Store } from './store.ts'

/** Returns a night as stored, with usual prices if none were written. */
export function rateNightOf(store: Store, room: Room, rate: RatePlan, day: string): RateNight {
  const set = heldOf(store, room, rate, day)
  const parent = rate.is_child_rate && rate.follows_price !== false ? parentOf(store, rate) : undefined
  if (parent !== undefined) {
    const followed = rateNightOf(store, room, parent, day)
    return { ...set, ...scaled(followed, rate.share, store.hotelOf(room).currency) }
  }
  const usual = usualNight(store, room, rate, { day, set })
  const rules = store.derived.get(rateKey(room.id, rate.id))
  const { currency, pricing_type } = store.hotelOf(room)
  if (rules === undefined || usual.price === undefined || pricing_type !== 'Standard') return usual
  // A price entered for a number of guests wins over a derived one.
  return { ...usual, byGuests: { ...derivedFrom(usual.price, rules, currency), ...usual.byGuests } }
}

function usualNight(
  store: Store,
  room: Room,
  rate: RatePlan,
  { day, set }: { day: string; set: RateNight },
): RateNight {
  if (set.price !== undefined || set.byGuests !== undefined) return set
  const { currency, nightly, pricing_type } = store.hotelOf(room)
  const full = nightly * rate.share * (isWeekend(day) ? 1.25 : 1) * (1 + (room.max_persons ?? 2) / 10)
  const price = roundMoney(full, currency)
  if (pricing_type !== 'OBP') return { ...set, price }
  const guests = Array.from({ length: room.max_persons ?? 1 }, (_, index) => index + 1)
  const most = guests.length
  const of = (count: number) => roundMoney(full * (1 - 0.08 * (most - count)), currency)
  return { ...set, byGuests: Object.fromEntries(guests.map((count) => [count, of(count)])) }
}

/** If prices are by number of guests, the room's own price is ignored. */
function heldOf(store: Store, room: Room, rate: RatePlan, day: string): RateNight {
  const night = store.rateNights.get(rateKey(room.id, rate.id))?.get(day) ?? {}
  if (store.hotelOf(room).pricing_type !== 'OBP') return night
  const { price: _, ...others } = night
  return others
}

export const parentOf = (store: Store, { hotel_id }: RatePlan): RatePlan | undefined =>
  store.ratesOf(hotel_id).find(({ is_child_rate }) => !is_child_rate)

function scaled({ price, byGuests = {} }: RateNight, share: number, currency: string): RateNight {
  const of = (amount: number) => roundMoney(amount * share, currency)
  const each = Object.entries(byGuests).map(([count, amount]) => [count, of(amount)] as const)
  return {
    ...(price === undefined ? {} : { price: of(price) }),
    ...(each.length === 0 ? {} : { byGuests: Object.fromEntries(each) as Record<number, number> }),
  }
}

export function priceFor({ price, byGuests = {} }: RateNight, guests: number): number | undefined {
  return byGuests[guests] ?? price
}

export interface Wish extends OccupiedSpan {
  guests: number
  count: number
}

/** Returns in words why a guest cannot book; undefined if they can. */
export function whyNot(store: Store, room: Room, rate: RatePlan, wish: Wish): string | undefined {
  const { connection, status } = store.hotelOf(room)
  if (connection !== 'active' || status !== states.open) return 'the hotel is not open for booking'
  const { arrival, departure, guests, count } = wish
  const nights = nightsOf(wish)
  if (nights.length === 0) return 'the stay has no nights'
  if (guests > (room.max_persons ?? 0) * count) return 'the room is too small'
  for (const day of nights) {
    const { rooms_to_sell, closed } = store.roomNight(room, day)
    const night = rateNightOf(store, room, rate, day)
    if (closed) return `the room is closed on ${day}`
    if (rooms_to_sell < count) return `there are ${rooms_to_sell} rooms left to sell on ${day}`
    if (night.closed === true) return `the rate is closed on ${day}`
    if (priceFor(night, Math.ceil(guests / count)) === undefined) return `there is no price for ${day}`
    const wrong = lengthOf(nights.length, night.minimumstay, night.maximumstay, night.exactstay)
    if (wrong !== undefined) return `${wrong} on ${day}`
  }
  const first = rateNightOf(store, room, rate, arrival)
  if (first.closedonarrival === true) return `no arrival on ${arrival}`
  if (rateNightOf(store, room, rate, departure).closedondeparture === true)
    return `no departure on ${departure}`
  return lengthOf(
    daysBetween(arrival, departure),
    first.minimumstay_arrival,
    first.maximumstay_arrival,
    first.exactstay_arrival,
  )
}

// 0 removes a rule.
function lengthOf(nights: number, least = 0, most = 0, exact = 0): string | undefined {
  if (nights < least) return `stays have at least ${least} nights`
  if (most > 0 && nights > most) return `stays have at most ${most} nights`
  return exact > 0 && nights !== exact ? `stays have ${exact} nights` : undefined
}
