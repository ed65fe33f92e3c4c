import { layStays, bookedBefore, nightsToClose, byArrival } from '../kit/lay-stays.ts'
import { addDays, dayStartMs } from '../kit/clock.ts'
import { inventPerson } from '../kit/people.ts'
import { homeNames } from '../kit/phrases.ts'
import { near, placeOf } from '../kit/places.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import { inventBooking } from './invent-booking.ts'
import type { Listing } from './records.ts'
import type { Store } from './store.ts'

const firstListing = 20_417
export const firstCode = 41_000
/** Codes are consecutive in the vendor's form, PG-ABC123. */
export const codeOf = (number: number): string => {
  const letters = [17_576, 676, 26].map((base) => String.fromCharCode(65 + (Math.floor(number / base) % 26)))
  return `PG-${letters.join('')}${String(100 + (number % 26) * 31).padStart(3, '0')}`
}

export function seedListings(store: Store, count: number, random: SeededRandom): void {
  for (let index = 0; index < count; index += 1) {
    const listing = inventListing(index, random.fork(`listing ${index}`))
    store.listings.set(listing.id, listing)
    const nights = store.nightsOf(listing.id)
    nights.restrictions.minNights = 1 + (index % 3)
    if (index % 5 === 4) nights.restrictions.changeOverDays = ['Saturday', 'Sunday', 'Wednesday']
  }
}

function inventListing(index: number, random: SeededRandom): Listing {
  const place = placeOf(index)
  const price = Math.round(random.int(180, 620) * place.perEuro)
  const bedrooms = random.int(1, 5)
  return {
    id: String(firstListing + index * 3),
    listingName: `${random.pick(homeNames)}, ${place.city} ${index + 1}`,
    status: 'Approved',
    address1: `${random.int(1, 140)} ${random.pick(place.streets)}`,
    city: place.city,
    country: place.country,
    postalCode: place.zip,
    latitude: near(place.lat, random),
    longitude: near(place.lng, random),
    propertyId: `P-${index + 1}`,
    sourcePropertyId: null,
    propertyType: random.pick(['House', 'Apartment', 'Villa']),
    currencyCode: place.currency,
    checkIn: random.pick(['15:00', '16:00']),
    checkOut: random.pick(['10:00', '11:00']),
    maxOccupancy: bedrooms * 2,
    bedrooms,
    bathrooms: random.pick([1, 1.5, 2]),
    beds: bedrooms + 1,
    homeDescription: 'Chosen for its light.\nQuiet & close to everything.',
    amenities: ['WiFi', 'Dishwasher', 'Washing Machine'],
    photos: Array.from({ length: 8 }, (_, number) => ({
      url: `https://images.example.com/plum/${index}/${number}.jpg`,
      caption: number === 0 ? 'Living room' : null,
    })),
    instantBook: index % 3 !== 1,
    pricingModel: 'Standard',
    nightlyPrice: price,
    weekendPrice: index % 2 === 0 ? Math.round(price * 1.15) : null,
    cleaningFee: Math.round(random.int(40, 120) * place.perEuro),
    externalUrl: `https://www.example.com/homes/${firstListing + index * 3}`,
    managedBy: 'Example Stays',
  }
}

export function seedBookings(store: Store, count: number, today: string, random: SeededRandom): void {
  // Uses the day only, so that one day makes one portfolio.
  const nowMs = dayStartMs(today)
  const listings = [...store.listings.values()]
  if (listings.length === 0) return
  const states = new Deck(random.fork('states'), [
    ['Confirmed', 20],
    ['Cancelled', 3],
    ['Declined', 1],
  ])
  const slots = layStays(listings, { count, kindOf: () => 'guest' as const }, today, random.fork('stays'))
  for (const { lane, arrival, departure } of slots.toSorted(byArrival)) {
    const isComing = arrival > addDays(today, 2)
    const status = isComing && random.chance(0.06) ? 'Requested' : states.draw()
    const code = codeOf(store.nextId('booking', firstCode))
    const person = inventPerson(random, store.bookings.size)
    // A request waits for a day at most.
    const madeAtMs =
      status === 'Requested' ? nowMs - random.int(0, 2) * 3_600_000 : bookedBefore(arrival, nowMs, random)
    const nights = store.nightsOf(lane.id)
    store.bookings.set(
      code,
      inventBooking({ code, listing: lane, nights, arrival, departure, status, person, madeAtMs }, random),
    )
  }
  for (const [index, { id }] of listings.entries()) {
    const nightsLeft = () => nightsToClose(store.occupied(id), today, random)
    store.close(id, [nightsLeft()], nowMs)
    if (index % 4 === 0) store.nightsOf(id).external.push(nightsLeft())
  }
}
