import { addDays } from '../kit/clock.ts'
import { daysOf } from '../kit/nights.ts'
import { roundMoney } from '../kit/places.ts'
import type {
  HomeProjection,
  InventedHome,
  InventedStay,
  MessageProjection,
  ReviewProjection,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import type { World } from '../kit/world/world.ts'
import { momentOf } from './answers.ts'
import { bookingFields, roomTypeFields } from './records.ts'
import type { Booking, Message, Property, Review, RoomType } from './records.ts'

export interface ChannexKinds {
  home: RoomType
  stay: Booking
  message: Message
  review: Review
  /** The channel's name and the code before its bookings' numbers. */
  channel: readonly [name: string, code: string]
  status: string
}
export type ChannexWorld = World<ChannexKinds>

const kinds = [
  ...(['property', 'room_type', 'rate_plan', 'booking', 'revision'] as const),
  ...(['thread', 'message', 'review', 'webhook'] as const),
]
/** The same number always gives the same id. */
export const uuid = (kind: (typeof kinds)[number], number: number): string =>
  `0000000${kinds.indexOf(kind) + 1}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

export const ratePlanId = (roomTypeId: string, place: 0 | 1): string =>
  uuid('rate_plan', Number.parseInt(roomTypeId.slice(-12), 16) * 2 + place)

/** Of four properties the third is a hotel with three room types; the others are let as a whole. */
const cycle = [0, 1, 2, 2, 2, 3]
const propertyNumberOf = (number: number): number =>
  Math.floor(number / cycle.length) * 4 + (cycle[number % cycle.length] ?? 0)

function homesIn(properties: Map<string, Property>): HomeProjection<ChannexKinds> {
  return {
    fields: roomTypeFields,
    fixed: ['id', 'property_id'],
    idOf: ({ id }) => id,
    placeNumberOf: propertyNumberOf,
    unitsOf: ({ count_of_rooms: rooms }) => rooms ?? 1,
    toRow: (home) => {
      const number = propertyNumberOf(home.number)
      const isHotel = number % 4 === 2
      const property = properties.get(uuid('property', number + 1)) ?? propertyOf(number, isHotel, home)
      properties.set(property.id, property)
      return roomTypeOf(property, isHotel ? (home.number % cycle.length) - 2 : null, home)
    },
  }
}

function propertyOf(number: number, isHotel: boolean, { place, ...home }: InventedHome): Property {
  return {
    id: uuid('property', number + 1),
    title: home.name,
    is_active: true,
    ...{ email: `stay.${number}@host.example.com`, phone: '01267237037' },
    ...{ currency: place.currency, country: place.countryCode, state: place.state ?? '', city: place.city },
    ...{ address: home.street, zip_code: place.zip, timezone: place.timeZone },
    ...{
      latitude: number % 3 === 1 ? null : String(home.lat),
      longitude: number % 3 === 1 ? null : String(home.lng),
    },
    property_type: isHotel ? 'hotel' : 'apartment',
    content: {
      description: `${home.name}.`,
      photos: [],
      important_information: number % 2 === 0 ? 'No parties.' : null,
    },
    settings: {
      min_stay_type: (['both', 'arrival', 'through'] as const)[number % 3] ?? 'both',
      allow_availability_autoupdate_on_cancellation: number % 2 === 1,
    },
  }
}

function roomTypeOf(property: Property, type: number | null, { number, ...home }: InventedHome): RoomType {
  const title = type === null ? property.title : (['Double Room', 'Family Room', 'Dorm'][type] ?? 'Room')
  return {
    id: uuid('room_type', 1 + number),
    property_id: property.id,
    title,
    ...{ occ_adults: home.sleeps, occ_children: 0, occ_infants: 0, default_occupancy: home.sleeps },
    count_of_rooms: type === null ? 1 : 2 + type,
    room_kind: type === 2 ? 'dorm' : 'room',
    capacity: type === 2 ? 4 : null,
    content: {
      description: `${title} &amp; terrace.`,
      photos: [
        { url: `https://img.example.com/${number}/`, description: 'Room View', position: 0, kind: 'photo' },
      ],
    },
  }
}

function stayOf(stay: InventedStay<ChannexKinds>): Booking {
  const { overrides, home, party, price, person, random } = stay
  const name = overrides.ota_name ?? stay.channel[0]
  const code = name === 'Airbnb' ? `HM${random.digits(8)}` : random.digits(10)
  const money = (amount: number) => roundMoney(amount, price.currency).toFixed(2)
  const nights = daysOf({ from: stay.arrival, to: addDays(stay.departure, -1) })
  const each = nights.length === 0 ? 0 : (price.total - price.cleaning) / nights.length
  return {
    id: uuid('booking', 1001 + stay.number),
    property_id: home.property_id,
    room_type_id: home.id,
    rate_plan_id: ratePlanId(home.id, stay.number % 2 === 0 ? 0 : 1),
    unique_id: `${stay.channel[1]}-${code}`,
    ota_reservation_code: code,
    ota_name: name,
    status: overrides.status ?? stay.status,
    ...{ arrival_date: stay.arrival, departure_date: stay.departure },
    arrival_hour: random.pick(['', '16:00', '22:30']) || null,
    ...{ amount: money(price.total), room_amount: money(price.total - price.cleaning) },
    currency: price.currency,
    ota_commission: name === 'Booking.com' ? money(price.rent * 0.15) : null,
    further_rooms: [],
    services:
      price.cleaning === 0
        ? []
        : [
            {
              type: 'Cleaning',
              name: 'Cleaning',
              total_price: money(price.cleaning),
              price_mode: 'Per stay',
            },
          ],
    taxes: [{ name: 'City tax', type: 'city_tax', total_price: money(price.tax), is_inclusive: true }],
    customer: {
      ...{ name: person.firstName, surname: person.lastName, phone: person.phone, country: person.country },
      // Airbnb reveals no addresses.
      ...{
        mail: name === 'Airbnb' ? null : person.email,
        language: 'en',
        city: person.city,
        zip: person.zip,
      },
    },
    occupancy: { adults: party.adults, children: party.children, infants: party.infants },
    days: Object.fromEntries(nights.map((day) => [day, money(each)])),
    notes: random.chance(0.3) ? 'Arriving late.' : null,
    ...{ payment_collect: name === 'Airbnb' ? 'ota' : 'property', payment_type: null },
    ...{ inserted_at: momentOf(stay.madeAtMs), thread_id: null },
  }
}

export const furtherRoomTypes = ({ further_rooms }: Pick<Booking, 'further_rooms'>): (string | undefined)[] =>
  (further_rooms ?? []).map((room) => (room as { room_type_id?: string }).room_type_id)

const statuses = [
  ['new', 14],
  ['modified', 3],
  ['cancelled', 3],
] as const

const stays: StayProjection<ChannexKinds> = {
  fields: bookingFields,
  fixed: ['id', 'property_id', 'thread_id'],
  idOf: ({ id }) => id,
  homeIdOf: ({ room_type_id }) => room_type_id,
  furtherHomeIdsOf: furtherRoomTypes,
  arrival: 'arrival_date',
  departure: 'departure_date',
  leastNights: 1,
  channels: [
    [['Booking.com', 'BDC'], 10],
    [['Airbnb', 'ABB'], 7],
    [['Expedia', 'EXP'], 4],
    [['VRBO', 'VRB'], 1],
    [['Offline', 'OFF'], 2],
  ],
  past: statuses,
  coming: statuses,
  booked: () => 'new',
  toRow: stayOf,
  takesNights: ({ status }) => status !== 'cancelled',
  isOfGuests: () => true,
  isCancelled: ({ status }) => status === 'cancelled',
  toCancelled: () => ({ status: 'cancelled' }),
  toChanged: ({ status }) => (status === 'new' ? { status: 'modified' } : {}),
  toParty: (adults) => ({ occupancy: { adults, children: 0, infants: 0 } }),
  withoutGuest: { customer: {} },
}

/** Two channels alone carry messages. */
const talks: readonly unknown[] = ['Booking.com', 'Airbnb']

const messages: MessageProjection<ChannexKinds> = {
  threadIdOf: ({ thread_id }) => thread_id ?? undefined,
  openThread: (booking, number) => void (booking.thread_id = uuid('thread', 501 + number)),
  canWrite: ({ ota_name }) => talks.includes(ota_name),
  toRow: ({ number, threadId, body, isIncoming, atMs }) => ({
    id: uuid('message', 7001 + number),
    thread_id: String(threadId),
    message: body,
    attachments: number % 12 === 5 ? ['https://files.example.com/photo.png'] : [],
    sender: isIncoming ? 'guest' : 'property',
    ...{ inserted_at: momentOf(atMs), updated_at: momentOf(atMs) },
  }),
}

const reviews: ReviewProjection<ChannexKinds> = {
  idOf: ({ id }) => id,
  toRow: ({ number, stay, rating, text, atMs }) => ({
    id: uuid('review', 1 + number),
    booking_id: stay.id,
    content: text,
    guest_name: (stay.customer as { name?: string } | null)?.name ?? null,
    ...{ is_hidden: number % 9 === 4, is_replied: number % 3 === 0 },
    ota:
      stay.ota_name === 'Booking.com' ? 'BookingCom' : stay.ota_name === 'Airbnb' ? 'AirBNB' : stay.ota_name,
    ota_reservation_id: stay.ota_reservation_code,
    overall_score: rating * 2,
    reply: number % 3 === 0 ? 'Thank you!' : null,
    scores: [
      { category: 'clean', score: rating * 2 },
      { category: 'value', score: 7.5 },
    ],
    tags: [],
    ...{ received_at: momentOf(atMs), inserted_at: momentOf(atMs), updated_at: momentOf(atMs) },
  }),
}

export const channexProjection = (properties: Map<string, Property>): WorldProjection<ChannexKinds> => ({
  ...{ homes: homesIn(properties), stays, messages, reviews },
})
