import { daysBetween, secondOf } from '../kit/clock.ts'
import { guestReviewPhrases } from '../kit/phrases.ts'
import type {
  InventedStay,
  MessageProjection,
  ReviewProjection,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import { inventedFinancials } from './financials.ts'
import { homeRow } from './home-row.ts'
import { dayOfMoment, localMoment } from './moment.ts'
import { inquiryFields, isReservation, propertyFields, reservationFields } from './records.ts'
import type { HospitableKinds, InquiryRow, PropertyRow, ReservationRow } from './records.ts'
import { comingKinds, pastKinds, platforms, statuses, statusParts, type Status } from './statuses.ts'
import { user } from './views.ts'
import { uuid } from './uuid.ts'

type Stay = InventedStay<HospitableKinds>

export const nobody = {
  ...{ id: null, profile_picture: null, location: null, first_name: null, last_name: null },
  ...{ email: null, phone_numbers: null, language: null },
}

export const partyOf = (adults: number, children = 0, infants = 0, pets = 0) => ({
  total: adults + children,
  adult_count: adults,
  child_count: children,
  infant_count: infants,
  pet_count: pets,
})

export function hospitableProjection(): WorldProjection<HospitableKinds> {
  // Properties show an offset only.
  const zones = new Map<string, string>()
  return {
    homes: {
      fields: propertyFields,
      fixed: ['id'],
      idOf: ({ id }) => id,
      toRow: (home) => {
        const row = homeRow(home)
        zones.set(row.id, home.place.timeZone)
        return row
      },
    },
    stays: staysIn(zones),
    messages,
    reviews,
  }
}

const staysIn = (zones: ReadonlyMap<string, string>): StayProjection<HospitableKinds> => ({
  fields: { ...inquiryFields, ...reservationFields },
  fixed: ['id', 'conversation_id'],
  idOf: ({ id }) => id,
  // A control call may leave it empty.
  homeIdOf: ({ property_id }) => property_id || null,
  arrival: 'arrival_date',
  departure: 'departure_date',
  daysOf: ({ arrival_date, departure_date }) => ({
    arrival: arrival_date?.slice(0, 10),
    departure: departure_date?.slice(0, 10),
  }),
  channels: platforms,
  past: pastKinds,
  coming: comingKinds,
  booked: () => statuses.accepted,
  toRow: (stay) => {
    const dates = stayDates(stay, stay.home, zones)
    return stay.status === 'inquiry' ? inquiryRow(stay, dates) : reservationRow(stay, dates)
  },
  derived: (stay, { arrival_date, departure_date }, home) => {
    if (!arrival_date && !departure_date) return {}
    const [arrival, departure] = [dayOfMoment(stay.arrival_date), dayOfMoment(stay.departure_date)]
    const dates = stayDates({ arrival, departure }, home, zones)
    return isReservation(stay) ? dates : daysOnly(dates)
  },
  takesNights: holdsNights,
  isOfGuests: (stay) => !isReservation(stay) || stay.stay_type !== 'owner_stay',
  // What never held nights cannot be given up either.
  isCancelled: (stay) => !holdsNights(stay),
  toCancelled: (stay, nowMs) =>
    isReservation(stay)
      ? statusParts([
          { status: statuses.accepted, at: stay.booking_date ?? '' },
          { status: statuses.cancelled, at: secondOf(nowMs) },
        ])
      : {},
  toParty: (adults) => ({ guests: partyOf(adults) }),
  withoutGuest: { guest: nobody },
})

function holdsNights(stay: ReservationRow | InquiryRow): boolean {
  if (!isReservation(stay)) return false
  const { current } = stay.reservation_status as { current: { category: string } }
  return !['cancelled', 'not accepted'].includes(current.category)
}

type StayDates = ReturnType<typeof stayDates>

/** Returns the dates in the property's time zone. */
function stayDates(
  { arrival, departure }: { arrival: string; departure: string },
  home: PropertyRow,
  zones: ReadonlyMap<string, string>,
) {
  const zone = zones.get(home.id) ?? 'UTC'
  return {
    arrival_date: localMoment(arrival, '00:00', zone),
    departure_date: localMoment(departure, '00:00', zone),
    nights: daysBetween(arrival, departure),
    check_in: localMoment(arrival, home['check-in'] ?? '15:00', zone),
    check_out: localMoment(departure, home['check-out'] ?? '11:00', zone),
  }
}

const daysOnly = ({ arrival_date, departure_date }: StayDates) => ({ arrival_date, departure_date })

function reservationRow(stay: Stay, dates: StayDates): ReservationRow {
  const { home, number, random, status, party } = stay
  const isOwner = status === 'owner'
  const platform = isOwner ? 'manual' : (stay.overrides.platform ?? stay.channel)
  const id = uuid('reservation', number, random.digits(6))
  const steps: { status: Status; at: string }[] = [{ status: statuses.accepted, at: secondOf(stay.madeAtMs) }]
  if (typeof status === 'object' && status !== statuses.accepted)
    steps.push({ status, at: secondOf(stay.changedAtMs) })
  const code = `${platform.slice(0, 2).toUpperCase()}-${random.digits(6)}`
  return {
    id,
    property_id: home.id,
    conversation_id: uuid('conversation', id),
    platform,
    platform_id: platform === 'airbnb' ? `HM${random.digits(8)}` : random.digits(10),
    code: platform === 'airbnb' ? `HM${random.digits(8)}` : code,
    booking_date: secondOf(stay.madeAtMs),
    ...dates,
    last_message_at: null,
    ...statusParts(steps),
    guests: isOwner ? partyOf(0) : partyOf(party.adults, party.children, party.infants, party.pets),
    guest: isOwner ? nobody : guestOf(stay, platform),
    financials: isOwner ? null : inventedFinancials(stay, platform),
    stay_type: isOwner ? 'owner_stay' : 'guest_stay',
    notes: random.chance(0.1) ? 'Late arrival' : null,
    issue_alert: null,
  }
}

function guestOf({ person, random }: Stay, platform: string) {
  return {
    id: random.digits(7),
    profile_picture: random.chance(0.4) ? `https://assets.example.com/people/${random.digits(5)}.jpg` : null,
    location: `${person.city}, ${person.country}`,
    first_name: person.firstName,
    last_name: person.lastName,
    // Airbnb reveals no addresses.
    email: platform === 'airbnb' ? null : person.email,
    phone_numbers: random.chance(0.9) ? [person.phone] : [],
    language: person.locale.slice(0, 2),
  }
}

function inquiryRow({ home, number, random, party, person, ...stay }: Stay, dates: StayDates): InquiryRow {
  return {
    id: uuid('inquiry', number, random.digits(6)),
    property_id: home.id,
    // Nobody asks by way of a booking that the host entered.
    platform: stay.channel === 'manual' ? 'airbnb' : stay.channel,
    platform_id: random.digits(9),
    inquiry_date: secondOf(stay.madeAtMs),
    ...daysOnly(dates),
    last_message_at: null,
    guests: partyOf(party.adults, party.children, party.infants, party.pets),
    guest: { first_name: person.firstName, last_name: person.lastName },
  }
}

const messages: MessageProjection<HospitableKinds> = {
  threadIdOf: (stay) => (isReservation(stay) && stay.conversation_id) || stay.id,
  toRow: ({ number, threadId, stay, body, isIncoming, atMs }) => {
    const { first_name: firstName, last_name: lastName } = (stay.guest ?? {}) as Partial<typeof nobody>
    const fullName = `${firstName ?? ''} ${lastName ?? ''}`.trim()
    return {
      id: 900_001 + number,
      platform: stay.platform ?? 'airbnb',
      // All messages of a thread share its id on the platform.
      platform_id: Number.parseInt(stay.id.slice(0, 7), 16),
      conversation_id: String(threadId),
      reservation_id: isReservation(stay) ? stay.id : null,
      content_type: 'text/plain',
      body,
      attachments: [],
      sender_type: isIncoming ? 'guest' : 'host',
      sender_role: isIncoming ? null : 'host',
      sender: {
        first_name: isIncoming ? (firstName ?? '') : 'Olive',
        full_name: isIncoming ? fullName : user.name,
        ...{ locale: 'en', picture_url: '', thumbnail_url: '', location: null },
      },
      user,
      created_at: secondOf(atMs),
      source: isIncoming ? 'platform' : 'hospitable',
      integration: null,
      sent_reference_id: null,
    }
  },
  toWritten: (_stay, nowMs) => ({ last_message_at: secondOf(nowMs) }),
}

const reviews: ReviewProjection<HospitableKinds> = {
  idOf: ({ id }) => id,
  toRow: ({ stay, rating, text, atMs, random }) => {
    const response = random.chance(0.4) ? random.pick(guestReviewPhrases) : null
    return {
      id: uuid('review', stay.id),
      property_id: stay.property_id ?? '',
      reservation_id: stay.id,
      platform: stay.platform ?? 'airbnb',
      public: { rating, review: text, response },
      private: {
        feedback: random.chance(0.3) ? 'The shower was a bit cold.' : null,
        detailed_ratings: ['cleanliness', 'communication', 'location', 'value'].map((type) => ({
          type,
          rating: Math.min(5, rating + random.int(0, 1)),
          comment: null,
        })),
      },
      responded_at: response === null ? null : secondOf(atMs + 86_400_000),
      reviewed_at: secondOf(atMs),
      can_respond: response === null,
    }
  },
}
