import { secondOf } from '../kit/clock.ts'
import type { Person } from '../kit/people.ts'
import { roundMoney } from '../kit/places.ts'
import type {
  HomeProjection,
  InventedPrice,
  MessageProjection,
  ReviewProjection,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import { bookingFields, propertyFields } from './records.ts'
import type { Booking, Message, Property, Review } from './records.ts'

export interface OwnerrezKinds {
  home: Property
  stay: Booking
  message: Message
  review: Review
  /** The channel's name, a text for people; null for a booking entered by hand. */
  channel: string | null
  status: { kind: 'booking' | 'block' | 'owner' | 'hold'; status: string }
}

export const firstBookingId = 9_400_001
const firstGuestId = 5_500_001

const homes: HomeProjection<OwnerrezKinds> = {
  fields: propertyFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  isOpen: ({ active }) => active === true,
  toRow: ({ number, place, name, random, ...home }) => ({
    id: 310_001 + number * 7,
    name: number % 5 === 0 ? `${name} – "terrace" & garden` : name,
    external_name: number % 6 === 2 ? null : `Bright ${name.toLowerCase()}`,
    key: random.digits(12),
    internal_code: null,
    display_order: number,
    active: number % 13 !== 7,
    currency_code: place.currency,
    time_zone: place.timeZone,
    bedrooms: home.bedrooms,
    bathrooms: home.bathrooms,
    bathrooms_full: 1,
    bathrooms_half: 1,
    max_guests: home.sleeps,
    max_adults: null,
    max_pets: number % 3,
    check_in: home.checkIn,
    check_in_end: number % 2 === 0 ? '22:00' : null,
    check_out: home.checkOut,
    property_type: random.pick(['house', 'condo', 'cabin']),
    address: {
      street1: home.street,
      street2: null,
      city: place.city,
      state: place.state,
      province: null,
      postal_code: place.zip,
      country: place.countryCode,
    },
    latitude: home.lat,
    longitude: home.lng,
    public_url: `https://www.example.com/homes/${number}`,
    thumbnail_url: `https://assets.example.com/${number}/thumb.jpg`,
  }),
}

const stays: StayProjection<OwnerrezKinds> = {
  fields: bookingFields,
  fixed: ['id', 'thread_ids'],
  idOf: ({ id }) => id,
  homeIdOf: ({ property_id }) => property_id,
  arrival: 'arrival',
  departure: 'departure',
  channels: [
    ['Airbnb', 9],
    ['Vrbo', 6],
    ['HomeAway', 1],
    ['Booking.com', 5],
    ['My Website', 2],
    // The host's own website, which the vendor names by its domain.
    ['dunesidestays.example', 1],
    ['Hosted Website', 1],
    ['Houfy', 1],
    [null, 4],
  ],
  past: [
    [{ kind: 'booking', status: 'active' }, 17],
    [{ kind: 'booking', status: 'canceled' }, 3],
    [{ kind: 'block', status: 'active' }, 2],
    [{ kind: 'owner', status: 'active' }, 1],
  ],
  coming: [
    [{ kind: 'booking', status: 'active' }, 15],
    [{ kind: 'booking', status: 'pending' }, 2],
    [{ kind: 'booking', status: 'canceled' }, 3],
    [{ kind: 'block', status: 'active' }, 2],
    [{ kind: 'owner', status: 'active' }, 1],
    // A hold of Airbnb is a pending block, until it becomes a booking under the same id.
    [{ kind: 'hold', status: 'pending' }, 1],
  ],
  booked: () => ({ kind: 'booking', status: 'active' }),
  toRow: ({ overrides, home, party, price, random, ...stay }) => {
    const { kind } = stay.status
    const isGuest = overrides.is_block === undefined ? kind === 'booking' : overrides.is_block !== true
    const status = overrides.status ?? stay.status.status
    const site = isGuest ? (overrides.listing_site ?? stay.channel) : kind === 'hold' ? 'Airbnb' : null
    const madeAt = secondOf(stay.madeAtMs)
    const canceled = status === 'canceled' ? secondOf(stay.changedAtMs) : null
    const guest = isGuest ? guestOf(stay.guestNumber, stay.person, site) : null
    return {
      id: firstBookingId + stay.number,
      property_id: home.id,
      guest_id: guest?.id ?? null,
      guest,
      status,
      type: isGuest ? 'booking' : 'block',
      is_block: !isGuest,
      title: kind === 'owner' ? 'Owner stay' : null,
      arrival: stay.arrival,
      departure: stay.departure,
      check_in: home.check_in,
      check_out: home.check_out,
      adults: isGuest ? party.adults : 0,
      children: isGuest ? party.children : 0,
      infants: 0,
      pets: isGuest ? party.pets : 0,
      listing_site: site,
      platform_reservation_number: isGuest && site !== null ? `HM${random.digits(8)}` : null,
      thread_ids: [],
      ...moneyOf(isGuest ? price : null, status === 'canceled'),
      currency_code: price.currency,
      notes: null,
      pending_action: status === 'pending' && isGuest ? 'owner_confirmation' : null,
      pending_until_utc: status === 'pending' ? secondOf(stay.madeAtMs + 86_400_000) : null,
      booked_utc: madeAt,
      canceled_utc: canceled,
      created_utc: madeAt,
      updated_utc: canceled ?? madeAt,
    }
  },
  takesNights: ({ status }) => status !== 'canceled',
  isOfGuests: ({ is_block }) => is_block !== true,
  isCancelled: ({ status }) => status === 'canceled',
  toCancelled: (_booking, nowMs) => ({ status: 'canceled', canceled_utc: secondOf(nowMs) }),
  toChanged: (_booking, nowMs) => ({ updated_utc: secondOf(nowMs) }),
  toParty: (adults) => ({ adults }),
  withoutGuest: { guest: null, guest_id: null },
}

const messages: MessageProjection<OwnerrezKinds> = {
  threadIdOf: ({ thread_ids }) => thread_ids[0],
  openThread: (booking, number) => void (booking.thread_ids = [8_800_101 + number]),
  toRow: ({ number, threadId, stay, body, isIncoming, atMs }) => ({
    id: 55_001 + number,
    thread_id: Number(threadId),
    booking_id: stay.id,
    body,
    is_automated: false,
    sent_utc: secondOf(atMs),
    ...(number % 2 === 0
      ? { from_role: isIncoming ? ('guest' as const) : ('host' as const), is_draft: false }
      : { direction: isIncoming ? ('incoming' as const) : ('outgoing' as const) }),
  }),
  toWritten: (_booking, nowMs) => ({ updated_utc: secondOf(nowMs) }),
}

const reviews: ReviewProjection<OwnerrezKinds> = {
  idOf: ({ id }) => id,
  toRow: ({ number, stay, rating, text, atMs, random }) => ({
    id: 71_001 + number,
    property_id: stay.property_id,
    booking_id: stay.id,
    rating,
    title: random.chance(0.4) ? 'Our stay' : null,
    body: text,
    reviewer_name: (stay.guest as { first_name: string }).first_name,
    listing_site: stay.listing_site,
    created_utc: secondOf(atMs),
  }),
}

export const ownerrezProjection: WorldProjection<OwnerrezKinds> = { homes, stays, messages, reviews }

function guestOf(number: number, person: Person, site: string | null) {
  // Airbnb reveals no addresses.
  const email = site === 'Airbnb' ? [] : [{ address: person.email, is_default: true, type: 'home' }]
  const phones = [
    { number: '000', extension: null, type: 'work', is_default: false },
    { number: person.phone, extension: null, type: 'mobile', is_default: true },
  ]
  return {
    id: firstGuestId + number,
    first_name: person.firstName,
    last_name: person.lastName,
    email_addresses: email,
    phones: number % 10 === 3 ? [] : phones,
    addresses: [{ city: person.city, postal_code: person.zip, country: person.country, is_default: true }],
    notes: null,
  }
}

/** A block costs nothing. */
function moneyOf(price: InventedPrice | null, isCanceled: boolean) {
  const charge = (type: string, category: string, description: string, amount: number) => ({
    ...{ type, category, description, amount, rate: null, owner_amount: null },
  })
  const money = (amount: number) => roundMoney(amount, price?.currency ?? 'USD')
  const { total = 0, rent = 0, discount = 0, cleaning = 0, tax = 0, isPaid = false } = price ?? {}
  const localTax = money(tax / 5)
  return {
    total_amount: total,
    total_paid: isPaid && !isCanceled ? total : 0,
    total_owed: isPaid || isCanceled ? 0 : total,
    total_refunded: 0,
    total_host_fees: money(rent * 0.03),
    charges:
      price === null
        ? []
        : [
            charge('rent', 'rent', 'Rent', money(rent - discount)),
            charge('surcharge', 'cleaning', 'Cleaning', cleaning),
            { ...charge('tax', 'tax', 'Lodging tax', money(tax - localTax)), rate: 8.9 },
            charge('tax_other', 'tax', 'County tax', localTax),
          ],
  }
}
