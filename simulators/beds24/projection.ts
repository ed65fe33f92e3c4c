import { isWeekend, secondOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import type {
  HomeProjection,
  InventedHome,
  InventedStay,
  MessageProjection,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import { bookingFields, guestFields, roomFields } from './records.ts'
import type { Booking, Message, Property, Room } from './records.ts'
import { ownerId } from './store.ts'
import { blockingStatuses, features, hasMessages, propertyTypes, sources, type Source } from './vocabulary.ts'

export interface Beds24Kinds {
  /** A room type is what guests book. */
  home: Room
  stay: Booking
  message: Message
  review: never
  channel: Source
  status: string
}

export const firstBookingId = 61_300_001
const firstPropertyId = 101_200
export const nobody: Partial<Booking> = Object.fromEntries(
  guestFields.map((name) => [name, name === 'country2' ? null : '']),
)

/** Of five properties the third is a hotel with three room types; the others are room types themselves. */
const cycle = [0, 1, 2, 2, 2, 3, 4]
function propertyNumberOf(number: number): number {
  return Math.floor(number / cycle.length) * 5 + (cycle[number % cycle.length] ?? 0)
}

const usualRate = 95

/** Properties are made with their first room type. */
function homesIn(properties: Map<number, Property>): HomeProjection<Beds24Kinds> {
  return {
    fields: roomFields,
    fixed: ['id', 'propertyId'],
    idOf: ({ id }) => id,
    placeNumberOf: propertyNumberOf,
    unitsOf: ({ qty }) => qty ?? 1,
    priceOf: ({ rackRate }, day) =>
      Math.round((rackRate || usualRate) * (isWeekend(day) ? 1.2 : 1) * 100) / 100,
    toRow: (home) => {
      const isHotel = propertyNumberOf(home.number) % 5 === 2
      const id = firstPropertyId + propertyNumberOf(home.number)
      const property = properties.get(id) ?? propertyOf(id, isHotel, home)
      properties.set(id, property)
      return roomOf(property, isHotel ? (home.number % cycle.length) - 2 : null, home)
    },
  }
}

function propertyOf(id: number, isHotel: boolean, { place, random, ...home }: InventedHome): Property {
  const { name } = home
  return {
    id,
    account: { ownerId },
    name,
    propertyType: isHotel ? 'hotel' : random.pick(propertyTypes),
    currency: place.currency,
    address: home.street,
    city: place.city,
    state: place.state,
    country: place.countryCode,
    postcode: place.zip,
    latitude: home.lat,
    longitude: home.lng,
    email: `stay.${id}@host.example.com`,
    checkInStart: random.pick(['14:00', '15:00', '16:30']),
    checkInEnd: random.pick(['22:00', '24:00', '']),
    checkOutEnd: random.pick(['10:00', '11:15']),
    offerType: 'perRoom',
    featureCodes: random.shuffled(features).slice(0, 4),
    texts: [
      {
        language: random.chance(0.7) ? 'en' : 'de',
        headline: `Stay in ${place.city}`,
        propertyDescription: `<p>${name}.<br>Quiet &amp; bright.</p>`,
        houseRules: random.chance(0.8) ? 'No parties.\nQuiet after 22:00.' : '',
        directions: 'From the station follow the river.',
        locationDescription: `In the middle of ${place.city}.`,
        generalPolicy: '',
        cancellationPolicy: 'Free until 14 days before arrival.',
      },
    ],
  }
}

/** `type` is the room type's number in its hotel; null for a home let as a whole. */
function roomOf({ id: propertyId }: Property, type: number | null, home: InventedHome): Room {
  const { number, random } = home
  const qty = type === null ? 1 : 2 + type
  const name = type === null ? 'Whole place' : (['Double room', 'Family room', 'Suite'][type] ?? 'Room')
  return {
    id: 220_500 + number,
    propertyId,
    name,
    roomType: type === null ? 'holidayHome' : 'double',
    qty,
    maxPeople: home.sleeps,
    maxAdult: null,
    maxChildren: null,
    minStay: random.pick([null, 1, 2, 3]),
    maxStay: random.pick([null, 28, 365]),
    // The first room type has a price, so that something can be sold.
    rackRate: number === 0 || random.chance(0.8) ? home.nightly : 0,
    cleaningFee: home.cleaning,
    securityDeposit: 0,
    roomSize: null,
    blockAfterCheckOutDays: random.pick([0, 0, 1]),
    featureCodes: random.shuffled(features).slice(0, 5),
    texts: [
      {
        language: 'en',
        displayName: type === null ? '' : name,
        roomDescription: `${name} for ${home.sleeps}.`,
      },
    ],
    // Units are numbered from 1 in every room type.
    units: Array.from({ length: qty }, (_, index) => ({
      id: index + 1,
      name: type === null ? '' : `${101 + index + 10 * type}`,
      statusColor: '',
      statusText: index % 2 === 0 ? 'clean' : '',
      note: '',
    })),
  }
}

const stays: StayProjection<Beds24Kinds> = {
  fields: bookingFields,
  fixed: ['id', 'propertyId'],
  idOf: ({ id }) => id,
  homeIdOf: ({ roomId }) => roomId,
  arrival: 'arrival',
  departure: 'departure',
  channels: sources,
  bookingChannels: sources.filter(([source]) => !source.isFeed),
  past: [
    ['confirmed', 9],
    ['new', 2],
    ['cancelled', 3],
    ['inquiry', 1],
    ['black', 1],
  ],
  coming: [
    ['confirmed', 8],
    ['new', 5],
    ['cancelled', 3],
    ['request', 2],
    ['inquiry', 2],
    ['black', 1],
  ],
  booked: () => 'new',
  toRow: ({ overrides, home, ...stay }) => {
    const status = overrides.status ?? stay.status
    const source = sources.find(([{ id }]) => id === overrides.apiSourceId)?.[0] ?? stay.channel
    const isCancelled = status === 'cancelled'
    const price = source.isFeed ? 0 : stay.price.rent
    const row: Booking = {
      ...blankRow(bookingFields, firstBookingId + stay.number),
      propertyId: home.propertyId,
      roomId: home.id,
      // The host assigns a unit, or the vendor's own assignment does later.
      unitId: stay.unit,
      roomQty: 1,
      status,
      subStatus: isCancelled ? stay.random.pick(['none', 'cancelledByGuest', 'cancelledByHost']) : 'none',
      statusCode: 0,
      arrival: stay.arrival,
      departure: stay.departure,
      numAdult: stay.party.adults,
      numChild: stay.party.children,
      ...guestOf(stay, source),
      arrivalTime: stay.random.pick(['', '', '16:00', 'late evening']),
      ...{ notes: '', message: '', flagColor: '', flagText: '', lang: stay.person.locale.slice(0, 2) },
      ...{ price, deposit: 0, tax: 0, commission: Math.round(price * source.commission * 100) / 100 },
      ...{ rateDescription: '', offerId: 1, referer: source.name, reference: '' },
      ...{ apiSourceId: source.id, apiSource: source.name, channel: source.channel },
      apiReference: source.commission > 0 ? stay.random.digits(10) : '',
      apiMessage: '',
      bookingTime: secondOf(stay.madeAtMs),
      modifiedTime: secondOf(stay.changedAtMs),
      cancelTime: isCancelled ? secondOf(stay.changedAtMs) : null,
    }
    return status === 'black' ? { ...row, ...blockParts } : row
  },
  takesNights: ({ status }) => blockingStatuses.includes(status ?? ''),
  isOfGuests: ({ status }) => status !== 'black',
  isCancelled: ({ status }) => status === 'cancelled',
  toCancelled: (_booking, nowMs) => ({
    ...{ status: 'cancelled', subStatus: 'cancelledByGuest', cancelTime: secondOf(nowMs) },
  }),
  toChanged: (_booking, nowMs) => ({ modifiedTime: secondOf(nowMs) }),
  toParty: (adults) => ({ numAdult: adults, status: 'confirmed' }),
  withoutGuest: nobody,
}

/** A block made by hand is a row of the same list, without guest and price. */
const blockParts: Partial<Booking> = {
  ...nobody,
  ...{ apiSourceId: 0, apiSource: 'Direct', channel: 'direct', referer: '', apiReference: '' },
  ...{ notes: 'Owner', price: 0, commission: 0, numAdult: 0, numChild: 0 },
}

function guestOf(
  { person, random }: Pick<InventedStay<Beds24Kinds>, 'person' | 'random'>,
  { isFeed }: Source,
): Partial<Booking> {
  const withAddress = !isFeed && random.chance(0.4)
  const some = (chance: number, text: string) => (!isFeed && random.chance(chance) ? text : '')
  return {
    ...nobody,
    firstName: isFeed ? '' : person.firstName,
    lastName: isFeed ? 'Reserved' : person.lastName,
    email: some(0.7, person.email),
    phone: some(0.7, person.phone),
    mobile: some(0.2, person.phone),
    city: withAddress ? person.city : '',
    postcode: withAddress ? person.zip : '',
    country2: isFeed ? null : person.country,
    comments: random.chance(0.1) ? 'Arriving late, around 23:00.' : '',
  }
}

/** The vendor has no threads, so a booking's messages are its conversation. */
const messages: MessageProjection<Beds24Kinds> = {
  threadIdOf: ({ id }) => id,
  canWrite: hasMessages,
  toRow: ({ number, stay, body, isIncoming, atMs }) => {
    const hasFile = number % 12 === 5
    return {
      id: 33_100_001 + number,
      bookingId: stay.id,
      propertyId: stay.propertyId ?? 0,
      roomId: stay.roomId ?? 0,
      read: !isIncoming,
      message: body,
      attachment: hasFile ? 'iVBORw0KGgo=' : null,
      attachmentName: hasFile ? 'photo.png' : null,
      attachmentMimeType: hasFile ? 'image/png' : null,
      source: isIncoming ? 'guest' : 'host',
      time: secondOf(atMs),
      authorOwnerId: isIncoming ? null : ownerId,
    }
  },
}

export const beds24Projection = (properties: Map<number, Property>): WorldProjection<Beds24Kinds> => ({
  ...{ homes: homesIn(properties), stays, messages },
})
