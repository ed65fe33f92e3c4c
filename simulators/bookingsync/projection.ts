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
import type { World } from '../kit/world/world.ts'
import { decimal } from './answers.ts'
import {
  bookingFields,
  rentalFields,
  type Booking,
  type Client,
  type Message,
  type Rental,
  type Review,
} from './records.ts'

export interface BookingsyncKinds {
  home: Rental
  stay: Booking
  message: Message
  review: Review
  /** The name of a source, which the account chose; null for a booking entered by hand. */
  channel: string | null
  status: 'Booked' | 'Tentative' | 'Unavailable' | 'Canceled'
}
export type BookingsyncWorld = World<BookingsyncKinds>

export const accountId = 3837
const firstBookingId = 829_001
const firstThreadId = 7701
const nine = 9

const homes: HomeProjection<BookingsyncKinds> = {
  fields: rentalFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  isOpen: ({ published_at }) => published_at !== null,
  toRow: ({ number, place, name, random, ...home }) => ({
    id: 5101 + number * 3,
    name: number % 5 === 0 ? `${name} – "terrace" & garden` : name,
    headline: number % 6 === 2 ? {} : { en: `Bright ${name}`, fr: `Lumineux ${name}` },
    summary: number % 4 === 1 ? { fr: `${name} au calme` } : { en: `Sleeps ${home.sleeps}` },
    description: { en: `${name}.\nQuiet & close to everything.` },
    rental_type: random.pick(['villa', 'apartment', 'cottage']),
    bedrooms_count: home.bedrooms,
    bathrooms_count: Math.ceil(home.bathrooms),
    ...{ sleeps: home.sleeps, sleeps_max: number % 3 === 0 ? null : home.sleeps + 1 },
    ...{ stories_count: null, surface: 40 + number, surface_unit: 'metric' },
    currency: place.currency,
    ...{ base_rate: decimal(home.nightly), base_rate_kind: 'nightly' },
    ...{ lat: home.lat, lng: home.lng },
    ...{ address1: home.street, address2: number % 2 === 0 ? '' : 'Building B', city: place.city },
    ...{ state: place.state, zip: place.zip, country_code: place.countryCode },
    checkin_time: Number(home.checkIn.slice(0, 2)),
    checkin_end_time: number % 2 === 0 ? 22 : null,
    checkout_time: Number(home.checkOut.slice(0, 2)),
    absolute_min_stay: number % 4 === 0 ? 2 : null,
    nightly_rates_managed_externally: number % nine !== 3,
    published_at: number % 13 === 7 ? null : '2019-03-01T09:00:00Z',
    ...{ created_at: '2019-02-01T09:00:00Z', updated_at: '2020-02-01T09:00:00Z' },
  }),
}

const stays: StayProjection<BookingsyncKinds> = {
  fields: bookingFields,
  fixed: ['id', 'conversation'],
  idOf: ({ id }) => id,
  homeIdOf: ({ rental }) => rental,
  arrival: 'start_at',
  departure: 'end_at',
  daysOf: ({ start_at, end_at }) => ({ arrival: start_at?.slice(0, 10), departure: end_at?.slice(0, 10) }),
  channels: [
    ['Airbnb', nine],
    ['Booking.com', 6],
    ['HomeAway', 2],
    ['Abritel', 2],
    ['My Website', 2],
    ['Agence du Lac', 1],
    [null, 4],
  ],
  past: [
    ['Booked', 17],
    ['Canceled', 3],
    ['Unavailable', 3],
  ],
  coming: [
    ['Booked', 15],
    ['Tentative', 2],
    ['Canceled', 3],
    ['Unavailable', 3],
  ],
  booked: () => 'Booked',
  toRow: ({ overrides, home, party, price, random, ...stay }) => {
    const status = stay.status
    const isGuest = (overrides.unavailable ?? status === 'Unavailable') !== true
    const source = overrides.source === undefined ? stay.channel : overrides.source
    const [created_at, changedAt] = [secondOf(stay.madeAtMs), secondOf(stay.changedAtMs)]
    const isMidnight = stay.number % 8 === 5
    const at = (day: string, hour: number | null) =>
      `${day}T${isMidnight || hour === null ? '00' : String(hour).padStart(2, '0')}:00:00Z`
    return {
      id: firstBookingId + stay.number * 2,
      rental: home.id,
      client: isGuest ? clientOf(stay.guestNumber, stay.person, source, created_at) : null,
      source: isGuest ? source : null,
      conversation: null,
      status,
      reference: `00${(46_656 + stay.number * 7).toString(36).toUpperCase()}`,
      external_reference: isGuest && source !== null ? `HM${random.digits(8)}` : null,
      ...{ booked: isGuest && status !== 'Tentative', unavailable: !isGuest },
      tentative_expires_at: status === 'Tentative' ? secondOf(stay.madeAtMs + 86_400_000) : null,
      start_at: at(stay.arrival, home.checkin_time),
      end_at: at(stay.departure, home.checkout_time),
      adults: isGuest ? party.adults : null,
      children: isGuest && party.children > 0 ? party.children : null,
      currency: price.currency,
      ...pricesOf(isGuest ? price : null, { isCanceled: status === 'Canceled', source }),
      damage_deposit: '0.0',
      notes: '',
      cancelation_reason: null,
      owned_by_app: false,
      created_at,
      updated_at: status === 'Canceled' ? changedAt : created_at,
      canceled_at: status === 'Canceled' ? changedAt : null,
    }
  },
  takesNights: ({ status }) => status !== 'Canceled',
  isOfGuests: ({ unavailable }) => unavailable !== true,
  isCancelled: ({ status }) => status === 'Canceled',
  toCancelled: (_booking, nowMs) => ({ status: 'Canceled', canceled_at: secondOf(nowMs) }),
  toChanged: (_booking, nowMs) => ({ updated_at: secondOf(nowMs) }),
  toParty: (adults) => ({ adults }),
  withoutGuest: { client: null },
}

const channelOf: Record<string, readonly [channel: string, origin: string]> = {
  Airbnb: ['airbnb', 'airbnb_message'],
  'Booking.com': ['booking-com', 'booking-com'],
  HomeAway: ['homeaway', 'homeaway'],
  Abritel: ['homeaway', 'homeaway'],
}
export const channelFor = ({ source }: Pick<Booking, 'source'>) =>
  channelOf[source ?? ''] ?? ['email', 'email']

/** A thread has a guest and a host; the numbers of both are made of its own. */
export const clientSide = (thread: number): number => thread * 10 + 1
export const hostSide = (thread: number): number => thread * 10 + 2

const messages: MessageProjection<BookingsyncKinds> = {
  threadIdOf: ({ conversation }) => conversation ?? undefined,
  openThread: (booking, number) => void (booking.conversation = firstThreadId + number),
  toRow: ({ number, threadId, stay, body, isIncoming, atMs }) => {
    const [channel, origin] = channelFor(stay)
    const at = secondOf(atMs)
    return {
      id: 55_001 + number,
      conversation: Number(threadId),
      sender: isIncoming ? clientSide(Number(threadId)) : hostSide(Number(threadId)),
      content: body,
      channel: number % 4 === 3 ? null : channel,
      origin: isIncoming ? origin : 'bookingsync_inbox',
      visibility: 'external',
      attachments: [],
      sent_at: number % 3 === 2 ? null : at,
      ...{ created_at: at, updated_at: at },
    }
  },
}

const reviews: ReviewProjection<BookingsyncKinds> = {
  idOf: ({ id }) => id,
  toRow: ({ number, stay, rating, text, atMs, random }) => {
    const at = secondOf(atMs)
    return {
      id: 71_001 + number,
      ...{ rental: stay.rental, booking: stay.id, source: stay.source },
      rating,
      title: random.chance(0.4) ? 'Our stay' : null,
      comment: text,
      private_comment: null,
      name: 'John S.',
      criteria: number % 2 === 0 ? {} : { cleanliness: { rating: decimal(rating), comment: null } },
      ...{ submitted_at: at, created_at: at, updated_at: at },
    }
  },
}

export const bookingsyncProjection: WorldProjection<BookingsyncKinds> = { homes, stays, messages, reviews }

/** Airbnb reveals no addresses; clients of old have their full name only. */
function clientOf(number: number, person: Person, source: string | null, at: string): Client {
  const { firstName, lastName, email, phone, city, zip, country, locale } = person
  const isSplit = number % 3 !== 1
  return {
    id: 77_001 + number,
    fullname: `${firstName} ${lastName}`,
    ...{ firstname: isSplit ? firstName : null, lastname: isSplit ? lastName : null },
    emails: source === 'Airbnb' ? [] : [{ label: 'default', email, primary: true }],
    phones: [
      { label: 'work', number: '000', primary: false },
      { label: 'default', number: phone, primary: true },
    ],
    addresses: [{ label: 'default', city, zip, country_code: country, primary: true }],
    preferred_locale: locale,
    ...{ created_at: at, updated_at: at },
  }
}

function pricesOf(
  price: InventedPrice | null,
  { isCanceled, source }: { isCanceled: boolean; source: string | null },
) {
  // An unavailable period costs nothing.
  if (price === null)
    return {
      ...{ initial_price: null, initial_rental_price: null, final_rental_price: '0.0', final_price: null },
      ...{ discount: '', commission: null, ...paymentOf(0, false), bookings_fees: [], bookings_taxes: [] },
    }
  const { rent, discount, total, isPaid, currency, cleaning } = price
  const initial = decimal(rent)
  const fee = { name: { en: 'Cleaning' }, price: decimal(cleaning), times_booked: 1 }
  const tax = { name: { en: 'Lodging tax' }, amount: decimal(price.tax), percentage: '11.1' }
  return {
    ...{ initial_price: initial, initial_rental_price: initial },
    final_rental_price: decimal(roundMoney(rent - discount, currency)),
    final_price: decimal(total),
    discount: discount > 0 ? '10%' : '',
    commission: source === null ? null : decimal(roundMoney(rent * 0.03, currency)),
    ...paymentOf(total, isPaid && !isCanceled),
    bookings_fees: [{ id: 1, ...fee, required: true, included_in_price: true }],
    bookings_taxes: [{ id: 2, ...tax, tax_included_in_price: false }],
  }
}

const paymentOf = (total: number, isPaid: boolean) => ({
  paid_amount: isPaid ? decimal(total) : '0.0',
  payment_left_to_collect: isPaid ? '0.0' : decimal(total),
})
