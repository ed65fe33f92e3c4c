import { secondOf } from '../kit/clock.ts'
import type { Person } from '../kit/people.ts'
import { roundMoney } from '../kit/places.ts'
import type {
  HomeProjection,
  InventedPrice,
  ReviewProjection,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import type { World } from '../kit/world/world.ts'
import {
  reservationFields,
  unitFields,
  type ChannelReview,
  type Contact,
  type Reservation,
  type Unit,
} from './records.ts'

export interface TrackKinds {
  home: Unit
  stay: Reservation
  message: never
  review: ChannelReview
  /** The name under which the customer keeps the channel; null for a booking made by hand. */
  channel: string | null
  status: { status: string; isOwner: boolean }
}
export type TrackWorld = World<TrackKinds>

export const firstReservationId = 2_640_001
const firstContactId = 41_001
/** Channels have numbers of the customer's own. */
const channelIds: Readonly<Record<string, number>> = { Airbnb: 3, Vrbo: 4, Booking: 6, Houfy: 11 }

export const guestType = {
  id: 1,
  name: 'Guest Direct',
  code: 'G',
  isActive: true,
  isOwner: false,
  ownerStay: false,
}
const ownerType = { id: 2, name: 'Owner', code: 'O', isActive: true, isOwner: true, ownerStay: true }

const homes: HomeProjection<TrackKinds> = {
  fields: unitFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  isOpen: ({ isActive }) => isActive === true,
  toRow: ({ number, place, name, ...home }) => ({
    id: 101 + number * 3,
    name: number % 5 === 0 ? `${name} – "terrace" & garden` : name,
    shortName: `U${number}`,
    unitCode: `TRK-${number}`,
    headline: number % 6 === 2 ? null : `Bright ${name.toLowerCase()}`,
    shortDescription: number % 4 === 1 ? null : `Sleeps ${home.sleeps}.`,
    longDescription: `<p>${name}.</p><p>Quiet &amp; close to everything.</p>`,
    houseRules: number % 3 === 0 ? 'No parties.' : null,
    nodeId: 1 + (number % 4),
    unitType: { id: 20 + home.bedrooms, name: `${home.bedrooms} Bedroom` },
    lodgingType: { id: 5, name: number % 2 === 0 ? 'House' : 'Condo' },
    directions: null,
    timezone: place.timeZone,
    checkinTime: home.checkIn,
    checkoutTime: home.checkOut,
    streetAddress: home.street,
    extendedAddress: number % 3 === 1 ? `Unit ${number}` : null,
    locality: place.city,
    region: place.state,
    postal: place.zip,
    country: place.countryCode,
    latitude: home.lat,
    longitude: home.lng,
    petsFriendly: number % 3 !== 0,
    maxPets: number % 3,
    floors: 1 + (number % 3),
    maxOccupancy: home.sleeps,
    bedrooms: home.bedrooms,
    fullBathrooms: Math.floor(home.bathrooms),
    threeQuarterBathrooms: null,
    halfBathrooms: home.bathrooms % 1 === 0 ? 0 : 1,
    bedTypes: [{ id: 2, name: 'Queen', count: Math.max(1, home.bedrooms) }],
    amenities: [
      { id: 12, name: 'Air Conditioning', group: { id: 2, name: 'Essentials' } },
      { id: 40, name: 'Hot Tub', group: { id: 3, name: 'Outside' } },
    ].slice(0, 1 + (number % 2)),
    coverImage: `https://assets.example.com/track/${number}.jpg`,
    isActive: number % 13 !== 7,
    updatedAt: '2026-01-05T08:30:00Z',
  }),
}

const stays: StayProjection<TrackKinds> = {
  fields: reservationFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  homeIdOf: ({ unitId }) => unitId,
  arrival: 'arrivalDate',
  departure: 'departureDate',
  channels: [
    ['Airbnb', 8],
    ['Vrbo', 7],
    ['Booking', 4],
    ['Houfy', 1],
    [null, 6],
  ],
  past: [
    [{ status: 'Checked Out', isOwner: false }, 18],
    [{ status: 'Cancelled', isOwner: false }, 3],
    [{ status: 'Checked Out', isOwner: true }, 2],
  ],
  coming: [
    [{ status: 'Confirmed', isOwner: false }, 16],
    [{ status: 'Checked In', isOwner: false }, 1],
    [{ status: 'Hold', isOwner: false }, 2],
    [{ status: 'Cancelled', isOwner: false }, 3],
    [{ status: 'Confirmed', isOwner: true }, 2],
  ],
  booked: () => ({ status: 'Confirmed', isOwner: false }),
  toRow: ({ overrides, home, party, price, random, ...stay }) => {
    const { isOwner } = stay.status
    const status = overrides.status ?? stay.status.status
    const channel = isOwner ? null : stay.channel
    const madeAt = secondOf(stay.madeAtMs)
    const cancelledAt = status === 'Cancelled' ? secondOf(stay.changedAtMs) : null
    const contact = contactOf(stay.guestNumber, stay.person, channel, madeAt)
    return {
      id: firstReservationId + stay.number,
      alternates: channel === null ? [] : [`HM${random.digits(8)}`],
      currency: price.currency,
      unitId: home.id,
      isUnitAssigned: true,
      arrivalDate: stay.arrival,
      departureDate: stay.departure,
      ...momentsOf(home, stay.arrival, stay.departure),
      nights: nightsBetween(stay.arrival, stay.departure),
      status,
      cancelledAt,
      occupants: occupantsOf(party),
      guestBreakdown: isOwner ? breakdownOf(null) : breakdownOf(price),
      contactId: contact.id,
      channelId: channel === null ? null : (channelIds[channel] ?? null),
      subChannel: channel,
      source: channel === null ? 'user' : 'channel',
      typeId: isOwner ? ownerType.id : guestType.id,
      holdExpiresAt: status === 'Hold' ? secondOf(stay.madeAtMs + 86_400_000) : null,
      uuid: `5cec40da-7874-4df0-bf9f-${random.hex(12)}`,
      bookedAt: madeAt,
      createdAt: madeAt,
      updatedAt: cancelledAt ?? madeAt,
      contact,
      type: isOwner ? ownerType : guestType,
    }
  },
  takesNights: ({ status }) => status !== 'Cancelled',
  isOfGuests: ({ typeId }) => typeId !== ownerType.id,
  isCancelled: ({ status }) => status === 'Cancelled',
  toCancelled: (_stay, nowMs) => ({ status: 'Cancelled', cancelledAt: secondOf(nowMs) }),
  toChanged: (_stay, nowMs) => ({ updatedAt: secondOf(nowMs) }),
  toParty: (adults) => ({ occupants: occupantsOf({ adults, children: 0, infants: 0, pets: 0 }) }),
  withoutGuest: { contact: null },
}

const reviews: ReviewProjection<TrackKinds> = {
  idOf: ({ id }) => id,
  toRow: ({ number, rating, text, atMs }) => ({
    id: 71_001 + number,
    overAllRating: rating,
    hostReviewStatus: 'submitted',
    hostResponseStatus: number % 3 === 0 ? 'submitted' : 'pending',
    channelReviews: [
      {
        id: 90_001 + number * 2,
        reviewerRole: 'guest',
        publicReview: text,
        privateFeedback: number % 4 === 0 ? 'The key stuck a little.' : '',
        reviewStatus: 'published',
        reviewCreatedAt: secondOf(atMs),
        reviewerSubmittedAt: secondOf(atMs),
        reviewRatings: [{ id: number, category: 'Cleanliness', rating }],
      },
    ],
    channelReviewResponse:
      number % 3 === 0 ? [{ hostResponse: 'Thank you!', hostRespondAtDate: secondOf(atMs + 3_600_000) }] : [],
    updatedAt: secondOf(atMs),
  }),
}

export const trackProjection: WorldProjection<TrackKinds> = { homes, stays, reviews }

export const nightsBetween = (arrival: string, departure: string): number =>
  Math.round((Date.parse(departure) - Date.parse(arrival)) / 86_400_000)

/** Times of the unit's clock as moments in UTC. */
export function momentsOf({ timezone, checkinTime, checkoutTime }: Unit, arrival: string, departure: string) {
  const moment = (day: string, time: string | null) =>
    Temporal.PlainDateTime.from(`${day}T${time ?? '16:00'}`)
      .toZonedDateTime(timezone ?? 'UTC')
      .toInstant()
      .toString()
      .replace('Z', '+00:00')
  return { arrivalTime: moment(arrival, checkinTime), departureTime: moment(departure, checkoutTime) }
}

export function occupantsOf(party: { adults: number; children: number; infants: number; pets: number }) {
  const counts = [
    ['Adults', 'adults', party.adults],
    ['Children', 'children', party.children + party.infants],
    ['Pets', 'pets', party.pets],
  ] as const
  return counts.map(([name, handle, quantity], index) => ({
    ...{ typeId: index + 1, name, handle, quantity, included: true },
    ...{ extraQuantity: 0, ratePerPersonPerStay: '0.00', ratePerStay: '0.00' },
  }))
}

/** Airbnb reveals no addresses. */
function contactOf(number: number, person: Person, channel: string | null, madeAt: string): Contact {
  return {
    id: firstContactId + number,
    firstName: person.firstName,
    lastName: person.lastName,
    primaryEmail: channel === 'Airbnb' ? null : person.email,
    cellPhone: number % 10 === 3 ? null : person.phone,
    country: person.country.length === 2 ? person.country : 'US',
    createdAt: madeAt,
    updatedAt: madeAt,
  }
}

/** Amounts are texts with two decimals, whatever the currency. */
export function breakdownOf(price: (Omit<InventedPrice, 'isPaid'> & { isPaid?: boolean }) | null): object {
  const {
    rent = 0,
    discount = 0,
    cleaning = 0,
    tax = 0,
    total = 0,
    isPaid = false,
    currency = 'USD',
  } = price ?? {}
  const money = (amount: number) => roundMoney(amount, currency).toFixed(2)
  const countyTax = roundMoney(tax / 5, currency)
  return {
    grossRent: money(rent),
    discount: money(-discount),
    promoValue: money(0),
    // One of few amounts that the vendor sends as a number.
    discountTotal: roundMoney(-discount, currency),
    netRent: money(rent - discount),
    totalGuestFees: money(cleaning),
    subtotal: money(rent - discount + cleaning),
    totalTaxes: money(tax),
    total: money(total),
    grandTotal: money(total),
    payments: money(isPaid ? total : 0),
    balance: money(isPaid ? 0 : total),
    rates: [],
    guestFees:
      cleaning === 0
        ? []
        : [{ id: '8', name: 'Cleaning', displayAs: 'itemize', quantity: '1', value: money(cleaning) }],
    taxes: [
      { id: 1, name: 'State tax', amount: money(tax - countyTax) },
      { id: 2, name: 'County tax', amount: money(countyTax) },
    ],
  }
}
