import type { JsonRow } from './kit/testing/open-simulator.ts'

/** A booking that a PMS tells of: a guest made it at a channel, or at the PMS itself. */
export interface RelayedBooking {
  /** The PMS's id of the home. */
  homeId: string
  channel: 'airbnb' | 'booking' | 'direct'
  /** The channel's code; empty for a direct booking. */
  code: string
  arrival: string
  departure: string
}

interface RelayWords {
  /** The path to the home's id in a booking. */
  home: readonly string[]
  /** Returns the part of our id of a home that a booking has; all of it by default. */
  idIn?(homeId: string): string
  /** Returns the other fields of a booking, as `POST /control/reservations` takes them. */
  fields(booking: RelayedBooking): JsonRow
}

/** Every PMS of single homes; rooms of hotels are sold by the room. */
export const relayWords: Readonly<Record<string, RelayWords>> = {
  beds24: {
    home: ['roomId'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ arrival, departure, status: 'confirmed', apiReference: code },
      ...{
        airbnb: { apiSourceId: 46, apiSource: 'Airbnb', channel: 'airbnb' },
        booking: { apiSourceId: 19, apiSource: 'Booking.com', channel: 'booking' },
        direct: { apiSourceId: 0, apiSource: 'Direct', channel: 'direct' },
      }[channel],
    }),
  },
  bookingsync: {
    home: ['rental'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ start_at: `${arrival}T16:00:00Z`, end_at: `${departure}T10:00:00Z` },
      source: { airbnb: 'Airbnb', booking: 'Booking.com', direct: null }[channel],
      ...{ status: 'Booked', booked: true, external_reference: code || null },
    }),
  },
  guesty: {
    home: ['listingId'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ checkInDateLocalized: arrival, checkOutDateLocalized: departure },
      ...{
        airbnb: { source: 'Airbnb', integration: { platform: 'airbnb2' }, confirmationCode: code },
        booking: { source: 'Booking.com', integration: { platform: 'bookingCom' }, confirmationCode: code },
        direct: { source: 'Manual', integration: { platform: 'manual' } },
      }[channel],
      status: 'confirmed',
    }),
  },
  hospitable: {
    home: ['property_id'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ arrival_date: arrival, departure_date: departure, status: 'accepted' },
      ...(channel === 'direct' ? { platform: 'direct' } : { platform: channel, platform_id: code, code }),
    }),
  },
  hostaway: {
    home: ['listingMapId'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ arrivalDate: arrival, departureDate: departure, status: 'new' },
      ...{
        airbnb: { channelId: 2018, channelName: 'airbnbOfficial', confirmationCode: code },
        booking: { channelId: 2005, channelName: 'bookingcom', confirmationCode: code },
        direct: {
          channelId: 2000,
          channelName: 'direct',
          confirmationCode: null,
          channelReservationId: null,
        },
      }[channel],
    }),
  },
  hostex: {
    home: ['property_id'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ check_in_date: arrival, check_out_date: departure, status: 'accepted' },
      channel_type: { airbnb: 'airbnb', booking: 'booking.com', direct: 'hostex_direct' }[channel],
      ...{ channel_id: code, custom_channel: null },
    }),
  },
  hostfully: {
    home: ['propertyUid'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ checkInDate: arrival, checkOutDate: departure },
      ...{
        airbnb: { channel: 'AIRBNB', source: 'DIRECT_AIRBNB' },
        booking: { channel: 'BOOKINGDOTCOM', source: 'DIRECT_BOOKINGDOTCOM' },
        direct: { channel: 'HOSTFULLY', source: 'HOSTFULLY_UI' },
      }[channel],
      ...{ type: 'BOOKING', status: 'BOOKED', externalBookingId: code || null },
    }),
  },
  lodgify: {
    home: ['property_id'],
    idIn: (homeId) => homeId.split('-')[0] ?? '',
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ arrival, departure, status: 'Booked' },
      source: { airbnb: 'AirbnbIntegration', booking: 'BookingCom', direct: 'Manual' }[channel],
      source_text: code || null,
    }),
  },
  ownerrez: {
    home: ['property_id'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ arrival, departure, status: 'active' },
      listing_site: { airbnb: 'Airbnb', booking: 'Booking.com', direct: null }[channel],
      platform_reservation_number: code || null,
    }),
  },
  smoobu: {
    home: ['apartment', 'id'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ type: 'reservation', arrival, departure, 'reference-id': code },
      channel: {
        airbnb: { id: 70_214, name: 'Airbnb' },
        booking: { id: 70_215, name: 'Booking.com' },
        direct: { id: 13, name: 'Direct booking' },
      }[channel],
    }),
  },
  track: {
    home: ['unitId'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ arrivalDate: arrival, departureDate: departure, status: 'Confirmed' },
      ...{
        airbnb: { channelId: 3, subChannel: 'Airbnb', source: 'channel', alternates: [code] },
        booking: { channelId: 6, subChannel: 'Booking', source: 'channel', alternates: [code] },
        direct: { channelId: null, subChannel: null, source: 'manual', alternates: [] },
      }[channel],
    }),
  },
  uplisting: {
    home: ['property_id'],
    fields: ({ channel, code, arrival, departure }) => ({
      ...{ check_in: arrival, check_out: departure, status: 'confirmed' },
      channel: { airbnb: 'airbnb_official', booking: 'booking_dot_com', direct: 'uplisting' }[channel],
      external_reservation_id: code || null,
    }),
  },
}

/** A booking in the vendor's own fields. */
export function relayedFields(vendor: string, booking: RelayedBooking): JsonRow {
  const words = wordsOf(vendor)
  const id = idAtVendor(words, booking.homeId)
  const home = words.home.reduceRight<unknown>((inner, name) => ({ [name]: inner }), id) as JsonRow
  return { ...home, ...words.fields(booking) }
}

/** Whether a booking that the simulator holds is of this home. */
export function isOfHome(vendor: string, row: JsonRow, homeId: string): boolean {
  const words = wordsOf(vendor)
  const id = words.home.reduce<unknown>((inner, name) => (inner as JsonRow)[name], row)
  return id === idAtVendor(words, homeId)
}

function idAtVendor({ idIn = (id) => id }: RelayWords, homeId: string): string | number {
  const id = idIn(homeId)
  return /^\d+$/.test(id) ? Number(id) : id
}

function wordsOf(vendor: string): RelayWords {
  const words = relayWords[vendor]
  if (words === undefined) throw new Error(`${vendor} is no PMS of homes`)
  return words
}
