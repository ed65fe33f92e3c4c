/** Invents homes and stays in words of no vendor. */
import { isWeekend } from '../clock.ts'
import { homeNames } from '../phrases.ts'
import { near, placeOf, roundMoney } from '../places.ts'
import type { SeededRandom } from '../random.ts'
import type { InventedHome, InventedParty, InventedPrice } from './projection.ts'

/** Friday and Saturday nights cost a fifth more. */
const weekendFactor = 1.2
const longStayNights = 7

export function inventHome(number: number, placeNumber: number, random: SeededRandom): InventedHome {
  const place = placeOf(placeNumber)
  const bedrooms = random.int(0, 4)
  const money = (euros: number) => roundMoney(euros * place.perEuro, place.currency)
  return {
    number,
    place,
    name: `${random.pick(homeNames)} ${place.city} ${number + 1}`,
    street: `${random.pick(place.streets)} ${random.int(1, 140)}`,
    lat: near(place.lat, random),
    lng: near(place.lng, random),
    bedrooms,
    bathrooms: random.pick([1, 1.5, 2]),
    sleeps: bedrooms * 2 + 2,
    checkIn: random.pick(['15:00', '16:00', '14:30']),
    checkOut: random.pick(['10:00', '11:00']),
    nightly: money(random.int(70, 320)),
    cleaning: money(random.int(30, 95)),
    random,
  }
}

export function inventParty(random: SeededRandom): InventedParty {
  return {
    adults: random.int(1, 5),
    children: random.chance(0.3) ? random.int(1, 3) : 0,
    infants: random.chance(0.1) ? 1 : 0,
    pets: random.chance(0.15) ? 1 : 0,
  }
}

/** Returns the price of a night while nobody has set another. */
export function usualPrice({ nightly, place }: InventedHome, day: string): number {
  return roundMoney(nightly * (isWeekend(day) ? weekendFactor : 1), place.currency)
}

export function inventPrice(
  { place, cleaning }: InventedHome,
  nightly: readonly number[],
  random: SeededRandom,
): InventedPrice {
  const { currency } = place
  const money = (amount: number) => roundMoney(amount, currency)
  const rent = money(nightly.reduce((sum, price) => sum + price, 0))
  const discount = nightly.length >= longStayNights ? money(rent / 10) : 0
  const tax = money((rent - discount) / 9)
  const total = money(rent + cleaning - discount + tax)
  return { currency, rent, cleaning, discount, tax, total, isPaid: random.chance(0.6) }
}
