import { daysBetween, secondOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { roundMoney } from '../kit/places.ts'
import type {
  HomeProjection,
  InventedPrice,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import type { World } from '../kit/world/world.ts'
import { bookingFields, propertyFields, type Booking, type Property } from './records.ts'

export interface UplistingKinds {
  home: Property
  stay: Booking
  message: never
  review: never
  channel: string
  status: string
}
export type UplistingWorld = World<UplistingKinds>

export const firstBookingId = 2_693_001
const firstPropertyId = 7401

/** Bookings made in Uplisting have its own name as their channel. */
export const ownChannel = 'uplisting'
/** Shares of the price that channels keep. */
const commissions: Readonly<Record<string, number>> = {
  airbnb_official: 0.03,
  booking_dot_com: 0.15,
  home_away: 0.08,
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const hourOf = (time: string): number => Number(time.slice(0, 2))

const homes: HomeProjection<UplistingKinds> = {
  fields: propertyFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  toRow: ({ number, place, name, ...home }) => ({
    id: firstPropertyId + number * 7,
    name: number % 5 === 2 ? `${name} – "terrace" & garden` : name,
    nickname: number % 3 === 1 ? '' : `${place.city} ${number + 1}`,
    currency: place.currency,
    time_zone: place.timeZone,
    type: number % 2 === 0 ? 'apartment' : 'house',
    description: `${name}.\n\nQuiet & close to everything.`,
    check_in_time: hourOf(home.checkIn),
    check_out_time: hourOf(home.checkOut),
    maximum_capacity: home.sleeps,
    bedrooms: home.bedrooms,
    beds: home.bedrooms + 1,
    bathrooms: home.bathrooms,
    bed_types: Array.from({ length: home.bedrooms + 1 }, () => 'double'),
    created_at: '2024-03-01T10:00:00Z',
    uplisting_domain: 'https://stays.bookeddirectly.example',
    property_slug: `home-${number}`,
    address: {
      street: home.street,
      suite: number % 4 === 1 ? `Flat ${number}` : '',
      city: place.city,
      state: place.state,
      zip_code: place.zip,
      country: countryNames.of(place.countryCode) ?? place.countryCode,
      latitude: home.lat,
      longitude: home.lng,
    },
    // The vendor does not send photos in their order.
    photos: [2, 0, 1].map((order) => ({
      url: `https://cdn.example.com/uplisting/${number}-${order}`,
      order,
      created_at: '2024-03-01T10:00:00Z',
      updated_at: '2024-03-01T10:00:00Z',
    })),
    amenities: [
      { name: 'Wifi', group: 'Internet' },
      { name: 'Hot tub', group: 'Outdoor' },
    ].slice(0, 1 + (number % 2)),
    fees: [{ name: 'Cleaning fee', label: 'cleaning_fee', enabled: true, amount: home.cleaning }],
    taxes: [
      { name: 'City tax', label: 'per_booking_percentage', type: 'percentage', per: 'booking', amount: 11 },
    ],
  }),
}

const stays: StayProjection<UplistingKinds> = {
  fields: bookingFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  homeIdOf: ({ property_id }) => property_id,
  arrival: 'check_in',
  departure: 'check_out',
  channels: [
    ['airbnb_official', 8],
    ['booking_dot_com', 7],
    ['home_away', 4],
    [ownChannel, 4],
    ['google', 1],
  ],
  past: [
    ['checked_out', 18],
    ['cancelled', 3],
  ],
  coming: [
    ['confirmed', 8],
    ['needs_check_in', 8],
    ['checked_in', 1],
    ['pending', 2],
    ['cancelled', 3],
  ],
  booked: () => 'confirmed',
  toRow: ({ home, party, price, random, person, ...stay }) => ({
    ...rowOf(firstBookingId + stay.number, home),
    guest_name: `${person.firstName} ${person.lastName}`,
    // Airbnb reveals no addresses.
    guest_email: stay.channel === 'airbnb_official' ? null : person.email,
    guest_phone: stay.number % 10 === 3 ? null : person.phone,
    channel: stay.channel,
    note: stay.number % 4 === 0 ? 'Arrives late.' : null,
    booked_at: secondOf(stay.madeAtMs),
    ...daysOf(stay.arrival, stay.departure),
    external_reservation_id: stay.channel === ownChannel ? null : `HM${random.digits(8)}`,
    number_of_guests: party.adults + party.children,
    ...moneyOf(price, stay.channel),
    status: stay.status,
  }),
  takesNights: ({ status }) => status !== 'cancelled',
  isOfGuests: () => true,
  isCancelled: ({ status }) => status === 'cancelled',
  toCancelled: () => ({ status: 'cancelled' }),
  toParty: (adults) => ({ number_of_guests: adults }),
  withoutGuest: { guest_name: null, guest_email: null, guest_phone: null },
}

/** Messages and reviews are not in the API. */
export const uplistingProjection: WorldProjection<UplistingKinds> = { homes, stays }

export const daysOf = (check_in: string, check_out: string) => ({
  check_in,
  check_out,
  number_of_nights: daysBetween(check_in, check_out),
})

const timeOf = (hour: number | null): string => `${String(hour ?? 12).padStart(2, '0')}:00:00`

/** A booking of a property, without its guest, days and price. */
export const rowOf = (id: number, { id: property_id, name, ...home }: Property): Booking => ({
  ...(blankRow(bookingFields, id) as Booking),
  ...{ direct: false, automated_messages_enabled: true, automated_reviews_enabled: true },
  ...{ manually_moved: false, property_id, property_name: name },
  ...{ arrival_time: timeOf(home.check_in_time), departure_time: timeOf(home.check_out_time) },
})

/** Gross revenue is what the guest pays; the payout lacks what the channel keeps. */
export function moneyOf(price: Omit<InventedPrice, 'isPaid'> & { isPaid?: boolean }, channel: string) {
  const money = (amount: number) => roundMoney(amount, price.currency)
  const commission = money((price.rent - price.discount) * (commissions[channel] ?? 0))
  return {
    currency: price.currency,
    // Discounts are part of the accommodation already.
    accomodation_total: money(price.rent - price.discount),
    cleaning_fee: price.cleaning,
    extra_guest_charges: 0,
    extra_charges: 0,
    discounts: 0,
    booking_taxes: price.tax,
    commission,
    other_charges: price.tax,
    total_payout: money(price.total - commission),
    gross_revenue: price.total,
    payment_processing_fee: 0,
    net_revenue: money(price.total - commission - price.tax),
    balance: price.isPaid === true ? 0 : price.total,
  }
}
