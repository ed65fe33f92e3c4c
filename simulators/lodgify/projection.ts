import { blankRow } from '../kit/fields.ts'
import type { SeededRandom } from '../kit/random.ts'
import type {
  InventedStay,
  MessageProjection,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import { homesIn, listingIdOfProperty, listingIdOfRoom } from './home-row.ts'
import { moment } from './moment.ts'
import { moneyOf, unpriced } from './money.ts'
import { bookingFields, enquiryFields, guestOf, holdsNights, isBooking } from './records.ts'
import { nobody, noThread, roomsOf } from './records.ts'
import type { BookedRoom, Booking, Enquiry, LodgifyKinds, Message, Property } from './records.ts'
import { userId } from './store.ts'
import { comingStatuses, pastStatuses, sourceNamed, sources, type Source } from './vocabulary.ts'

type Stay = InventedStay<LodgifyKinds>

export const firstBookingId = 7_840_001
/** Enquiries have a number sequence of their own, so a booking can have the same number. */
const firstEnquiryId = 7_840_004

export const inboxUid = (row: Booking | Enquiry): string => `${isBooking(row) ? 'B' : 'E'}${row.id}`

export function inventUid(random: SeededRandom): string {
  return [random.hex(8), random.hex(4), `4${random.hex(3)}`, `a${random.hex(3)}`, random.hex(12)].join('-')
}

export const lodgifyProjection = (
  properties: Map<number, Property>,
  today: string,
): WorldProjection<LodgifyKinds> => ({
  ...{ homes: homesIn(properties, today), stays, messages },
})

const stays: StayProjection<LodgifyKinds> = {
  fields: { ...bookingFields, ...enquiryFields },
  fixed: ['id', 'user_id', 'thread_uid'],
  idOf: (row) => (isBooking(row) ? row.id : inboxUid(row)),
  homeIdOf: ({ property_id, rooms }) => {
    const [room] = roomsOf({ rooms: rooms ?? null })
    if (room !== undefined) return listingIdOfRoom(room.room_type_id)
    return property_id === undefined ? undefined : listingIdOfProperty(property_id)
  },
  furtherHomeIdsOf: (row) =>
    roomsOf(row)
      .slice(1)
      .map(({ room_type_id }) => listingIdOfRoom(room_type_id)),
  arrival: 'arrival',
  departure: 'departure',
  channels: sources,
  bookingChannels: sources.filter(([source]) => !source.isFeed),
  past: pastStatuses,
  coming: comingStatuses,
  booked: () => 'Booked',
  toRow: (stay) => (stay.status === 'Enquiry' ? enquiryRow(stay) : bookingRow(stay)),
  takesNights: holdsNights,
  isOfGuests: (row) => row.is_deleted !== true && !(isBooking(row) && row.is_unavailable === true),
  isCancelled: ({ status }) => status === 'Declined',
  toCancelled: (row, nowMs) =>
    isBooking(row) ? { status: 'Declined', canceled_at: moment(nowMs) } : { status: 'Declined' },
  toChanged: (_row, nowMs) => ({ updated_at: moment(nowMs) }),
  toParty: (adults, row) => ({
    rooms: roomsOf(row).map((room) => {
      const { children } = room.guest_breakdown
      return { ...room, guest_breakdown: { ...room.guest_breakdown, adults }, people: adults + children }
    }),
  }),
  withoutGuest: { guest: nobody },
}

function bookingRow(stay: Stay): Booking {
  const { home, number, random, overrides } = stay
  const isBlock = stay.status === 'Unavailable' || ('is_unavailable' in overrides && overrides.is_unavailable)
  const status = overrides.status ?? (isBlock ? 'Booked' : stay.status)
  const source = isBlock ? sourceNamed('Manual') : sourceNamed(overrides.source ?? stay.channel.name)
  const id = firstBookingId + number
  const isCancelled = status === 'Declined' && random.chance(0.7)
  const row = {
    ...blankRow(bookingFields, id),
    user_id: userId,
    ...{ arrival: stay.arrival, departure: stay.departure, status },
    ...{ property_id: home.property_id, rooms: [roomOf(stay, source.isFeed)] },
    guest: bookedGuest(stay, source),
    language: source.isFeed ? null : stay.person.locale.slice(0, 2),
    ...{ is_unavailable: false, is_overbooked: false, is_new: random.chance(0.1) },
    is_deleted: status === 'Declined' && random.chance(0.2),
    tentative_expires_at: status === 'Tentative' ? moment(stay.madeAtMs + 3 * 86_400_000) : null,
    source: source.name,
    source_text: source.hasCode ? codeOf(source.name, random) : random.chance(0.4) ? 'Website form' : null,
    ...{ created_at: moment(stay.madeAtMs), updated_at: moment(stay.changedAtMs) },
    canceled_at: isCancelled ? moment(stay.changedAtMs) : null,
    currency_code: stay.price.currency,
    ...(source.isFeed ? unpriced : moneyOf(stay, id, status)),
    notes: random.chance(0.1) ? 'Arriving late, around 23:00.' : null,
    thread_uid: source.isFeed ? noThread : inventUid(random),
    external_booking: source.hasCode ? JSON.stringify({ reference: random.digits(10) }) : null,
    check_in: { time: random.chance(0.3) ? '16:30' : null, initiator: null },
    check_out: { time: random.chance(0.2) ? '10:00:00' : null, initiator: null },
  }
  return isBlock ? { ...row, ...unpriced, ...blockParts } : row
}

/** Nights marked as not to be let are a row like a booking, without guest and price. */
const blockParts: Partial<Booking> = {
  ...{ is_unavailable: true, guest: nobody, language: null, source_text: null },
  ...{ thread_uid: noThread, external_booking: null },
}

function bookedGuest({ person, random }: Stay, source: Source): object {
  if (source.isFeed) return { ...nobody, name: 'Reserved' }
  return {
    name: `${person.firstName} ${person.lastName}`,
    email: source.name === 'AirbnbIntegration' && random.chance(0.6) ? null : person.email,
    phone: person.phone,
    country_code: random.chance(0.8) ? person.country : null,
  }
}

/** A code of Booking.com is followed by the room's number. */
function codeOf(source: string, random: SeededRandom): string {
  const digits = random.digits(8)
  return source === 'BookingCom' ? `40${digits}|61${digits.slice(0, 5)}` : `HM${digits}`
}

function roomOf({ home, party, random }: Stay, isFeed: boolean): BookedRoom {
  const key_code = random.chance(0.2) ? random.digits(4) : null
  const known = { guest_breakdown: { ...party }, people: party.adults + party.children }
  const unknown = { guest_breakdown: { adults: 0, children: 0, infants: 0, pets: 0 }, people: 1 }
  return { room_type_id: home.id, ...(isFeed ? unknown : known), key_code }
}

function enquiryRow(stay: Stay): Enquiry {
  const { home, number, person, random } = stay
  // A general question about a place names no dates.
  const isDated = random.chance(0.7)
  const room = roomOf(stay, false)
  const [first_name, last_name] = [person.firstName, person.lastName]
  const full_name = `${first_name} ${last_name}`
  return {
    ...blankRow(enquiryFields, firstEnquiryId + number),
    ...{ status: random.pick(['Open', 'Open', 'Declined']), source: 'OH' },
    guest: {
      ...{ guest_name: { first_name, last_name, full_name }, name: full_name },
      ...{ email: person.email, phone: random.chance(0.5) ? person.phone : null, locale: person.locale },
      ...{ street_address1: null, street_address2: null, city: person.city, state: null },
      ...{ postal_code: person.zip, country_code: person.country, country_name: null },
      ...{ external_id: null, id: inventUid(random).slice(0, 13) },
    },
    ...(isDated ? { arrival: stay.arrival, departure: stay.departure } : {}),
    ...{ people: room.people, total_guest_breakdown: room.guest_breakdown, rooms: isDated ? [room] : [] },
    property_id: home.property_id,
    ...{ created_at: moment(stay.madeAtMs), updated_at: moment(stay.changedAtMs) },
    ...{ is_replied: random.chance(0.6), is_deleted: false, total_paid: 0, thread_uid: inventUid(random) },
  }
}

const messages: MessageProjection<LodgifyKinds> = {
  threadIdOf: ({ thread_uid }) => (thread_uid === noThread ? undefined : (thread_uid ?? undefined)),
  canWrite: ({ thread_uid }) => thread_uid !== noThread,
  toRow: ({ number, body, isIncoming, atMs }) => ({
    ...{ id: 15_200_001 + number, subject: null, message: body, type: isIncoming ? 'Renter' : 'Owner' },
    ...{ date_created: moment(atMs), attachments: [], message_status: 'Delivered', is_read: !isIncoming },
  }),
  toWritten: (_row, nowMs) => ({ updated_at: moment(nowMs) }),
}

/** A thread as the API shows it. */
export function threadOf(uid: string, row: Booking | Enquiry, messages: readonly Message[]): object {
  const { name, email } = guestOf(row)
  return {
    ...{ thread_uid: uid, guest_name: name, guest_email: email },
    last_message_date: messages.at(-1)?.date_created ?? null,
    is_read: messages.every(({ is_read }) => is_read),
    messages,
  }
}
