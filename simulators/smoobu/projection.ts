import { roundMoney } from '../kit/places.ts'
import { blankRow } from '../kit/fields.ts'
import type {
  HomeProjection,
  InventedStay,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import { apartmentFields, apartmentOf, bookingFields, guestFields } from './records.ts'
import type { Apartment, Booking } from './records.ts'
import { stamp } from './stamp.ts'
import { apartmentTypes, blockedChannel, channels, equipments, type Channel } from './vocabulary.ts'

/** `status` is the type of a booking, or says that it is a block. */
export interface SmoobuKinds {
  home: Apartment
  stay: Booking
  message: never
  review: never
  channel: Channel
  status: string
}

export const firstBookingId = 52_700_001
const firstGuestId = 9_140_001
const block = 'block'

/** Nobody has entered prices for every tenth apartment. */
export const isPriced = (number: number): boolean => number % 10 !== 3

const homes: HomeProjection<SmoobuKinds> = {
  fields: apartmentFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  toRow: ({ number, place, random, ...home }) => {
    const isPlaced = number % 10 !== 6
    return {
      id: 398_101 + number,
      name: home.name,
      location: {
        street: isPlaced ? home.street : '',
        zip: place.zip,
        city: place.city,
        country: place.country,
        latitude: (isPlaced ? home.lat : 0).toFixed(13),
        longitude: (isPlaced ? home.lng : 0).toFixed(13),
      },
      timeZone: place.timeZone,
      rooms: {
        maxOccupancy: home.sleeps,
        bedrooms: home.bedrooms,
        bathrooms: Math.floor(home.bathrooms),
        doubleBeds: random.int(1, 3),
        singleBeds: random.chance(0.5) ? random.int(1, 4) : null,
        ...{ sofaBeds: null, couches: null, childBeds: null, queenSizeBeds: null, kingSizeBeds: 0 },
      },
      equipments: random.shuffled(equipments).slice(0, random.int(2, 6)),
      currency: place.currency,
      // The website's text, which may differ much from a night's real price.
      price: { minimal: '10.00', maximal: String(isPriced(number) ? home.nightly : 100) },
      type: { id: random.int(1, 4), name: random.pick(apartmentTypes) },
    }
  },
}

const types: StayProjection<SmoobuKinds>['past'] = [
  ['reservation', 14],
  ['modification of booking', 3],
  ['cancellation', 4],
  [block, 2],
]

const stays: StayProjection<SmoobuKinds> = {
  fields: bookingFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  homeIdOf: (booking) => (booking.apartment ? apartmentOf(booking) : undefined),
  arrival: 'arrival',
  departure: 'departure',
  channels,
  bookingChannels: channels.filter(([channel]) => !channel.isFeed),
  past: types,
  coming: types,
  booked: () => 'reservation',
  toRow: (stay) => {
    const isBlock = stay.status === block
    const channel = isBlock ? blockedChannel : stay.channel
    const id = firstBookingId + stay.number
    const parts = isBlock
      ? blockParts(id)
      : channel.isFeed
        ? { 'guest-name': 'Reserved', adults: 0, children: 0, price: 0, 'price-paid': 'No' }
        : { ...guestParts(stay), ...moneyParts(id, stay) }
    return {
      ...blankRow(bookingFields, id),
      'reference-id': channel.hasCode ? stay.random.digits(10) : null,
      type: isBlock ? 'reservation' : stay.status,
      arrival: stay.arrival,
      departure: stay.departure,
      'created-at': stamp(stay.madeAtMs),
      modifiedAt: stamp(stay.changedAtMs),
      apartment: { id: stay.home.id, name: stay.home.name },
      channel: { id: channel.id, name: channel.name },
      'is-blocked-booking': false,
      'guest-app-url': `https://guest.example.com/${id}`,
      related: [],
      priceElements: [],
      ...parts,
    }
  },
  takesNights: ({ type }) => type !== 'cancellation',
  isOfGuests: (booking) => booking['is-blocked-booking'] !== true,
  isCancelled: ({ type }) => type === 'cancellation',
  toCancelled: () => ({ type: 'cancellation' }),
  toChanged: (_booking, nowMs) => ({ modifiedAt: stamp(nowMs) }),
  toParty: (adults) => ({ adults, type: 'modification of booking' }),
  withoutGuest: Object.fromEntries(guestFields.map((name) => [name, ''])),
}

export const smoobuProjection: WorldProjection<SmoobuKinds> = { homes, stays }

/** A block is a row of the same list without guest and price; some have a type of their own. */
function blockParts(id: number): Partial<Booking> {
  return {
    type: id % 2 === 0 ? 'block' : 'reservation',
    'is-blocked-booking': true,
    'guest-name': '',
    notice: 'Owner',
  }
}

function guestParts({ person, guestNumber, party, random }: InventedStay<SmoobuKinds>): Partial<Booking> {
  return {
    'guest-name': `${person.firstName} ${person.lastName}`,
    firstname: person.firstName,
    lastname: person.lastName,
    email: random.chance(0.7) ? person.email : '',
    phone: random.chance(0.7) ? person.phone : '',
    language: person.locale.slice(0, 2),
    guestId: firstGuestId + guestNumber,
    adults: party.adults,
    children: party.children,
    'check-in': random.pick(['', '15:00', '16:30']),
    'check-out': random.pick(['', '10:00', '11:00']),
    notice: random.chance(0.1) ? 'Arriving late.' : '',
  }
}

function moneyParts(bookingId: number, stay: InventedStay<SmoobuKinds>): Partial<Booking> {
  const { channel, price: invented, random } = stay
  const { currency, rent, cleaning, discount } = invented
  // Airbnb withholds the town's tax, which it lists under its own name.
  const tax = channel.name === 'Airbnb' ? invented.tax : 0
  const price = roundMoney(rent + cleaning - discount + tax, currency)
  const commission = roundMoney(price * channel.commission, currency)
  const unsaid = { quantity: null, tax: null, sortOrder: null, priceIncludedInId: null }
  const part = (id: number, type: string, name: string, amount: number) =>
    amount === 0 ? [] : [{ id: bookingId * 10 + id, type, name, amount, currencyCode: currency, ...unsaid }]
  return {
    price,
    'price-paid': invented.isPaid ? 'Yes' : 'No',
    'commission-included': commission,
    prepayment: random.chance(0.3) ? roundMoney(price * 0.2, currency) : 0,
    'prepayment-paid': random.pick(['Yes', 'No']),
    deposit: 0,
    'deposit-paid': 'No',
    priceElements: [
      ...part(1, 'basePrice', 'Base price', rent),
      ...part(2, 'cleaningFee', 'Cleaning fee', cleaning),
      ...part(3, 'longStayDiscount', 'Long stay discount', -discount),
      ...part(4, 'channelCustom', 'Airbnb Collected Tax', tax),
      ...part(5, 'commission', 'Commission', commission),
    ],
  }
}
