import { addDays, dayStartMs } from '../kit/clock.ts'
import { inTurn, inventPerson } from '../kit/people.ts'
import { guestPhrases, homeNames, hostPhrases, reviewPhrases } from '../kit/phrases.ts'
import { near, placeOf } from '../kit/places.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import { utc } from './answers.ts'
import { inventBooking, sites, type Kind } from './invent-booking.ts'
import type { Booking, Property } from './records.ts'
import type { Store } from './store.ts'

export const firstBookingId = 9_400_001
export const firstGuestId = 5_500_001
const firstPropertyId = 310_001
const furthestDayAhead = 300
const spreadDays = 800

export function seedProperties(store: Store, count: number, random: SeededRandom): void {
  for (let index = 0; index < count; index++) {
    const property = inventProperty(index, random.fork(`property ${index}`))
    store.properties.set(property.id, property)
  }
}

function inventProperty(index: number, random: SeededRandom): Property {
  const place = placeOf(index)
  const id = firstPropertyId + index * 7
  const name = `${random.pick(homeNames)} ${place.city} ${index + 1}`
  const bedrooms = random.int(0, 4)
  return {
    id,
    name: index % 5 === 0 ? `${name} – "terrace" & garden` : name,
    external_name: index % 6 === 2 ? null : `Bright ${name.toLowerCase()}`,
    key: random.digits(12),
    internal_code: null,
    display_order: index,
    active: index % 13 !== 7,
    currency_code: place.currency,
    time_zone: place.timeZone,
    bedrooms,
    bathrooms: random.pick([1, 1.5, 2]),
    bathrooms_full: 1,
    bathrooms_half: 1,
    max_guests: bedrooms * 2 + 2,
    max_adults: null,
    max_pets: index % 3,
    check_in: random.pick(['15:00', '16:00', '14:30']),
    check_in_end: index % 2 === 0 ? '22:00' : null,
    check_out: random.pick(['10:00', '11:00']),
    property_type: random.pick(['house', 'condo', 'cabin']),
    address: {
      street1: `${random.int(1, 140)} ${random.pick(place.streets)}`,
      street2: null,
      city: place.city,
      state: place.state,
      province: null,
      postal_code: place.zip,
      country: place.countryCode,
    },
    latitude: near(place.lat, random),
    longitude: near(place.lng, random),
    public_url: `https://www.example.com/homes/${id}`,
    thumbnail_url: `https://assets.example.com/${id}/thumb.jpg`,
  }
}

/** Seeds past and future stays, consecutive in each property; every ninth row is a block. */
export function seedBookings(
  store: Store,
  count: number,
  today: string,
  random: SeededRandom,
  guests?: number,
): void {
  const properties = [...store.properties.values()]
  const siteDeck = new Deck(random.fork('sites'), sites)
  const statuses = new Deck(random.fork('statuses'), [
    ['active', 24],
    ['canceled', 4],
  ])
  const usual: [Kind, number][] = [
    ['booking', 20],
    ['block', 2],
    ['owner', 1],
  ]
  const kinds = {
    past: new Deck<Kind>(random.fork('past'), usual),
    coming: new Deck<Kind>(random.fork('coming'), [...usual, ['hold', 1]]),
  }
  // Nothing changed within the last 36 hours.
  const latestMs = dayStartMs(today) - 36 * 3_600_000
  const personOf = inTurn(guests, (number) => inventPerson(random, number))
  properties.forEach((property, lane) => {
    const own = Math.ceil((count - lane) / properties.length)
    const gap = Math.max(4, Math.floor(spreadDays / Math.max(1, own)))
    for (let index = 0; index < own; index++) {
      const arrival = addDays(today, furthestDayAhead - gap * (own - index) + random.int(0, 1))
      const departure = addDays(arrival, random.int(1, Math.min(10, gap - 2)))
      const isPast = departure < today
      const drawn = statuses.draw()
      const booking = inventBooking(
        {
          id: store.nextId('booking', firstBookingId),
          guestId: store.nextId('guest', firstGuestId),
          property,
          kind: (isPast ? kinds.past : kinds.coming).draw(),
          arrival,
          departure,
          status: !isPast && drawn === 'active' && random.chance(0.08) ? 'pending' : drawn,
          site: siteDeck.draw(),
          person: personOf(guests === undefined ? index * 1000 + lane : lane + index * properties.length),
          madeAtMs: Math.min(latestMs, dayStartMs(arrival)) - random.int(1, 80 * 86_400) * 1000,
        },
        random,
      )
      store.hold(booking)
      if (booking.is_block !== true) talkAndReview(store, booking, isPast, random)
    }
  })
}

function talkAndReview(store: Store, booking: Booking, isPast: boolean, random: SeededRandom): void {
  const madeMs = Date.parse(booking.created_utc ?? '')
  const count = random.chance(0.4) ? 0 : random.int(1, 4)
  for (let index = 0; index < count; index++) {
    const isIncoming = index % 2 === 0
    store.addMessage(booking, {
      body: random.pick(isIncoming ? guestPhrases : hostPhrases),
      isIncoming,
      is_automated: false,
      sent_utc: utc(madeMs + index * 600_000),
    })
  }
  if (!isPast || booking.status !== 'active' || random.chance(0.5)) return
  const id = store.nextId('review', 71_001)
  const { first_name } = booking.guest as { first_name: string }
  store.reviews.set(id, {
    id,
    property_id: booking.property_id,
    booking_id: booking.id,
    rating: random.int(3, 5),
    title: random.chance(0.4) ? 'Our stay' : null,
    body: random.pick(reviewPhrases),
    reviewer_name: first_name,
    listing_site: booking.listing_site,
    created_utc: utc(dayStartMs(addDays(booking.departure ?? '', 1)) + 36_000_000),
  })
}
