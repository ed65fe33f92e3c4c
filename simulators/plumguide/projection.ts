import { isWeekend, secondOf } from '../kit/clock.ts'
import { roundMoney } from '../kit/places.ts'
import type { HomeProjection, StayProjection, WorldProjection } from '../kit/world/projection.ts'
import { bookingFields, listingFields, type Booking, type Listing } from './records.ts'

export interface PlumguideKinds {
  home: Listing
  stay: Booking
  message: never
  review: never
  channel: null
  status: 'Requested' | 'Confirmed' | 'Declined' | 'Cancelled'
}

const over: readonly (string | null)[] = ['Cancelled', 'Declined']

/** Codes are consecutive in the vendor's form, PG-ABC123. */
function codeOf(number: number): string {
  const letters = [17_576, 676, 26].map((base) => String.fromCharCode(65 + (Math.floor(number / base) % 26)))
  return `PG-${letters.join('')}${String(100 + (number % 26) * 31).padStart(3, '0')}`
}

const homes: HomeProjection<PlumguideKinds> = {
  fields: listingFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  isOpen: ({ status }) => status === 'Approved',
  priceOf: ({ nightlyPrice, weekendPrice }, day) =>
    (isWeekend(day) ? weekendPrice : null) ?? nightlyPrice ?? 0,
  toRow: ({ number, place, random, ...home }) => {
    const id = String(20_417 + number * 3)
    return {
      id,
      listingName: home.name,
      status: 'Approved',
      address1: home.street,
      city: place.city,
      country: place.country,
      postalCode: place.zip,
      latitude: home.lat,
      longitude: home.lng,
      propertyId: `P-${number + 1}`,
      sourcePropertyId: null,
      propertyType: random.pick(['House', 'Apartment', 'Villa']),
      currencyCode: place.currency,
      checkIn: home.checkIn,
      checkOut: home.checkOut,
      maxOccupancy: home.sleeps,
      bedrooms: home.bedrooms,
      bathrooms: home.bathrooms,
      beds: home.bedrooms + 1,
      homeDescription: 'Chosen for its light.\nQuiet & close to everything.',
      amenities: ['WiFi', 'Dishwasher', 'Washing Machine'],
      photos: Array.from({ length: 8 }, (_, photo) => ({
        url: `https://images.example.com/plum/${number}/${photo}.jpg`,
        caption: photo === 0 ? 'Living room' : null,
      })),
      instantBook: number % 3 !== 1,
      pricingModel: 'Standard',
      nightlyPrice: home.nightly,
      weekendPrice: number % 2 === 0 ? roundMoney(home.nightly * 1.15, place.currency) : null,
      cleaningFee: home.cleaning,
      externalUrl: `https://www.example.com/homes/${id}`,
      managedBy: 'Example Stays',
    }
  },
}

const stays: StayProjection<PlumguideKinds> = {
  fields: bookingFields,
  fixed: ['bookingCode'],
  idOf: ({ bookingCode }) => bookingCode,
  homeIdOf: ({ listingId }) => listingId,
  arrival: 'checkIn',
  departure: 'checkOut',
  channels: [[null, 1]],
  past: [
    ['Confirmed', 20],
    ['Cancelled', 3],
    ['Declined', 1],
  ],
  coming: [
    ['Confirmed', 19],
    ['Cancelled', 3],
    ['Declined', 1],
    ['Requested', 1],
  ],
  booked: ({ instantBook }) => (instantBook === false ? 'Requested' : 'Confirmed'),
  toRow: ({ number, home, status, person, party, price, ...stay }) => {
    const [code, fee] = [codeOf(41_000 + number), home.cleaningFee ?? 0]
    const { adults, children, infants } = party
    return {
      bookingCode: code,
      listingId: home.id,
      status,
      checkIn: stay.arrival,
      checkOut: stay.departure,
      guests: { adults, children, infants },
      guestName: `${person.firstName} ${person.lastName}`,
      guestEmail: `${code.toLowerCase()}@guest.plumguide.example`,
      totalPrice: roundMoney(price.rent - price.discount + fee, price.currency),
      cleaningFee: fee,
      losDiscount: price.discount,
      currencyCode: home.currencyCode,
      createdAt: secondOf(stay.madeAtMs),
      cancelledAt: over.includes(status) ? secondOf(stay.changedAtMs) : null,
      notes: null,
    }
  },
  // A request takes no nights until the host accepts it.
  takesNights: ({ status }) => status === 'Confirmed',
  isOfGuests: () => true,
  isCancelled: ({ status }) => over.includes(status),
  toCancelled: (_booking, nowMs) => ({ status: 'Cancelled', cancelledAt: secondOf(nowMs) }),
  toParty: (adults) => ({ guests: { adults, children: 0, infants: 0 } }),
  withoutGuest: { guestName: null },
}

export const plumguideProjection: WorldProjection<PlumguideKinds> = { homes, stays }
