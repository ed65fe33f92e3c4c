import { addDays, dayStartMs } from '../kit/clock.ts'
import { bookedBefore, byArrival, layStays } from '../kit/lay-stays.ts'
import { guestPhrases, hostPhrases, homeNames } from '../kit/phrases.ts'
import { inventPerson } from '../kit/people.ts'
import { near, placeOf } from '../kit/places.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { inventBooking } from './invent-booking.ts'
import type { Property } from './records.ts'
import type { Store } from './store.ts'

const firstProperty = 71_204_113
export const firstBooking = 2_400_180_201

export function seedProperties(store: Store, count: number, random: SeededRandom): void {
  for (let index = 0; index < count; index += 1) {
    const property = inventProperty(index, store.advertiserId, random.fork(`property ${index}`))
    store.properties.set(property.id, property)
  }
  store.foreign.add(String(firstProperty - 1))
}

/** Vrbo takes six currencies. */
const currencies: ReadonlySet<string> = new Set(['USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD'])

function inventProperty(index: number, advertiserId: string, random: SeededRandom): Property {
  const place = placeOf(index)
  const isTaken = currencies.has(place.currency)
  const name = `${random.pick(homeNames)}, ${place.city} ${index + 1}`
  return {
    id: String(firstProperty + index * 7),
    vrboId: String(1_900_000 + index * 13),
    supplierId: `LODGEWIRE/${advertiserId}/home-${index + 1}`,
    name,
    referenceName: index % 3 === 0 ? `Home ${index + 1}` : null,
    currency: isTaken ? place.currency : 'USD',
    timeZone: place.timeZone,
    typeCode: random.pick(['HOUSE', 'APARTMENT', 'VILLA', 'CABIN']),
    isActive: true,
    addressLines: [`${random.int(1, 140)} ${random.pick(place.streets)}`],
    locality: place.city,
    administrativeArea: place.state,
    postalCode: place.zip,
    countryCode: place.countryCode,
    latitude: near(place.lat, random),
    longitude: near(place.lng, random),
    maxGuests: random.int(2, 12),
    nightlyPrice: Math.round(random.int(90, 520) * (isTaken ? place.perEuro : 1.1)),
    cleaningFee: Math.round(random.int(40, 160) * (isTaken ? place.perEuro : 1.1)),
    asksFirst: index % 4 === 3,
  }
}

export function seedBookings(store: Store, count: number, today: string, random: SeededRandom): void {
  // Uses the day only, so that one day makes one portfolio.
  const nowMs = dayStartMs(today)
  const properties = [...store.properties.values()]
  if (properties.length === 0) return
  const past = new Deck(random.fork('past'), [
    ['COMPLETE', 16],
    ['CANCELLED_BY_TRAVELER', 2],
    ['CANCELLED', 1],
    ['DECLINED_BY_OWNER', 1],
  ])
  const coming = new Deck(random.fork('coming'), [
    ['BOOKED', 10],
    ['CONFIRMED', 6],
    ['RESERVED', 2],
    ['CANCELLED_BY_OWNER', 1],
    ['CANCELLED_BY_HOMEAWAY', 1],
    ['UNCONFIRMED', 1],
  ])
  const slots = layStays(properties, { count, kindOf: () => 'guest' as const }, today, random.fork('stays'))
  for (const { lane, arrival, departure } of slots.toSorted(byArrival)) {
    const isNow = arrival <= today && departure > today
    const status = departure <= today ? past.draw() : isNow ? 'STAY_IN_PROGRESS' : coming.draw()
    // A request waits for a day at most.
    const isWaiting = status === 'UNCONFIRMED'
    const madeAtMs = isWaiting ? nowMs - random.int(1, 20) * 3_600_000 : bookedBefore(arrival, nowMs, random)
    const isFar = arrival > addDays(today, 2)
    store.add(
      inventBooking(
        {
          id: String(store.nextId('booking', firstBooking)),
          ...{ property: lane, arrival, departure, madeAtMs, nowMs },
          status: isWaiting && !isFar ? 'BOOKED' : status,
          person: inventPerson(random, store.bookings.size),
        },
        random,
      ),
    )
  }
}

/** Every guest who booked has written, and some got an answer. */
export function seedThreads({ store, inbox }: Account, today: string, random: SeededRandom): void {
  const latestMs = dayStartMs(today) - 86_400_000
  for (const booking of store.bookings.values()) {
    const property = store.properties.get(booking.propertyId)
    if (property === undefined) continue
    const atMs = Math.min(latestMs, Date.parse(booking.creationDateTime ?? ''))
    const thread = inbox.open(property, { booking }, atMs)
    inbox.write(thread, { body: random.pick(guestPhrases), fromRole: 'TRAVELER' }, atMs)
    if (random.chance(0.6))
      inbox.write(thread, { body: random.pick(hostPhrases), fromRole: 'SUPPLIER' }, atMs + 3_600_000)
  }
  inbox.decided(latestMs + 86_400_000)
}
