import type { JsonRow } from './kit/testing/open-simulator.ts'

/** The control interface treats all vendors alike; these are each vendor's names for the same things. */
export interface ControlWords {
  /** The three names below are fields of a booking. */
  arrival: string
  departure: string
  status: string
  /** The field with a booking's last change; absent if the vendor has none. */
  changed?: string
  /** The status of a cancelled booking. */
  cancelled: string
  /** A change that leaves the nights alone. */
  note: JsonRow
  /** The path to the guest's name; absent if guests are records of their own. */
  guest?: readonly string[]
  /** Fields of a booking that can have messages; absent at vendors without messages. */
  talkative?: JsonRow
  /** Some fields of a listing. */
  listing: JsonRow
  /** An arrival and a departure, for vendors that send no plain days. */
  days?: readonly [string, string]
  /** The vendor answers a call beyond its limit without a body. */
  isCurtAtLimit?: true
  /** The vendor answers every call with this status, and says in the body what it refuses. */
  refusalStatus?: number
  /** The vendor keeps deleted bookings, marked as deleted. */
  keepsDeleted?: true
}

export const controlWords: Readonly<Record<string, ControlWords>> = {
  airbnb: {
    ...{ arrival: 'start_date', departure: 'end_date', changed: 'updated_at' },
    ...{ status: 'status_type', cancelled: 'cancelled_by_guest', note: { number_of_guests: 9 } },
    ...{ guest: ['guest_first_name'], talkative: {}, listing: { name: 'Renamed', person_capacity: 9 } },
  },
  apaleo: {
    ...{ arrival: 'arrival', departure: 'departure', changed: 'modified' },
    ...{
      status: 'status',
      cancelled: 'Canceled',
      note: { comment: 'x' },
      guest: ['primaryGuest', 'firstName'],
    },
    ...{ listing: { name: 'Renamed', maxPersons: 9 }, isCurtAtLimit: true },
  },
  beds24: {
    ...{ arrival: 'arrival', departure: 'departure', changed: 'modifiedTime' },
    ...{ status: 'status', cancelled: 'cancelled', note: { notes: 'x' }, guest: ['firstName'] },
    ...{ talkative: { apiSourceId: 19 }, listing: { name: 'Renamed', maxPeople: 9 } },
  },
  booking: {
    ...{ arrival: 'arrival_date', departure: 'departure_date', changed: 'modified_at' },
    ...{ status: 'status', cancelled: 'cancelled', note: { remarks: 'x' }, guest: ['first_name'] },
    ...{ talkative: {}, listing: { room_name: 'Renamed', units: 9 } },
  },
  bookingsync: {
    ...{ arrival: 'start_at', departure: 'end_at', changed: 'updated_at' },
    ...{ status: 'status', cancelled: 'Canceled', note: { notes: 'x' }, guest: ['client', 'fullname'] },
    ...{ talkative: {}, listing: { name: 'Renamed', sleeps: 9 } },
    days: ['2026-07-01T16:00:00Z', '2026-07-04T10:00:00Z'],
  },
  channex: {
    ...{ arrival: 'arrival_date', departure: 'departure_date' },
    ...{ status: 'status', cancelled: 'cancelled', note: { notes: 'x' }, guest: ['customer', 'name'] },
    ...{ talkative: { ota_name: 'Booking.com' }, listing: { title: 'Renamed', occ_adults: 9 } },
  },
  cloudbeds: {
    ...{ arrival: 'startDate', departure: 'endDate', changed: 'modifiedMs', keepsDeleted: true },
    ...{ status: 'status', cancelled: 'canceled', note: { adults: 7 }, guest: ['guestLastName'] },
    listing: { roomTypeName: 'Renamed', maxGuests: 9 },
  },
  guesty: {
    ...{ arrival: 'checkInDateLocalized', departure: 'checkOutDateLocalized', changed: 'lastUpdatedAt' },
    ...{ status: 'status', cancelled: 'canceled', note: { guestsCount: 9 }, guest: ['guest', 'fullName'] },
    ...{ talkative: {}, listing: { title: 'Renamed', isListed: false } },
  },
  hospitable: {
    ...{ arrival: 'arrival_date', departure: 'departure_date' },
    ...{ status: 'status', cancelled: 'canceled', note: { notes: 'x' }, guest: ['guest', 'first_name'] },
    ...{ talkative: {}, listing: { name: 'Renamed', listed: false } },
  },
  hostaway: {
    ...{ arrival: 'arrivalDate', departure: 'departureDate', changed: 'updatedOn' },
    ...{ status: 'status', cancelled: 'cancelled', note: { hostNote: 'x' }, guest: ['guestName'] },
    ...{ talkative: {}, listing: { name: 'Renamed', specialStatus: 'archived' } },
  },
  hostex: {
    ...{ arrival: 'check_in_date', departure: 'check_out_date' },
    ...{ status: 'status', cancelled: 'cancelled', note: { remarks: 'x' }, guest: ['guest_name'] },
    ...{ talkative: {}, listing: { title: 'Renamed', wifi_ssid: 'guest' } },
    refusalStatus: 200,
  },
  hostfully: {
    ...{ arrival: 'checkInDate', departure: 'checkOutDate', changed: 'updatedUtcDateTime' },
    ...{ status: 'status', cancelled: 'CANCELLED', note: { extraNotes: 'x' }, guest: ['firstName'] },
    ...{ talkative: {}, listing: { name: 'Renamed', isActive: false } },
  },
  lodgify: {
    ...{ arrival: 'arrival', departure: 'departure', changed: 'updated_at' },
    ...{ status: 'status', cancelled: 'Declined', note: { notes: 'x' }, guest: ['guest', 'name'] },
    ...{ talkative: { source: 'OH' }, listing: { name: 'Renamed', max_people: 9 } },
  },
  mews: {
    ...{ arrival: 'ScheduledStartUtc', departure: 'ScheduledEndUtc', changed: 'UpdatedUtc' },
    ...{ status: 'State', cancelled: 'Canceled', note: { ChannelNumber: 'x' } },
    listing: { Capacity: 9, Names: { 'en-US': 'Renamed' } },
    days: ['2026-07-01T13:00:00Z', '2026-07-04T09:00:00Z'],
  },
  ownerrez: {
    ...{ arrival: 'arrival', departure: 'departure', changed: 'updated_utc' },
    ...{ status: 'status', cancelled: 'canceled', note: { notes: 'x' }, guest: ['guest', 'first_name'] },
    ...{ talkative: {}, listing: { name: 'Renamed', max_guests: 9 } },
  },
  plumguide: {
    ...{ arrival: 'checkIn', departure: 'checkOut', status: 'status', cancelled: 'Cancelled' },
    ...{ note: { notes: 'x' }, guest: ['guestName'] },
    listing: { listingName: 'Renamed', maxOccupancy: 9 },
  },
  smoobu: {
    ...{ arrival: 'arrival', departure: 'departure', changed: 'modifiedAt' },
    ...{ status: 'type', cancelled: 'cancellation', note: { notice: 'x' }, guest: ['guest-name'] },
    listing: { name: 'Renamed', currency: 'CHF' },
  },
  track: {
    ...{ arrival: 'arrivalDate', departure: 'departureDate', changed: 'updatedAt' },
    ...{
      status: 'status',
      cancelled: 'Cancelled',
      note: { subChannel: 'x' },
      guest: ['contact', 'firstName'],
    },
    listing: { name: 'Renamed', maxOccupancy: 9 },
  },
  uplisting: {
    ...{ arrival: 'check_in', departure: 'check_out', status: 'status', cancelled: 'cancelled' },
    ...{ note: { note: 'x' }, guest: ['guest_name'] },
    listing: { name: 'Renamed', maximum_capacity: 9 },
  },
  vrbo: {
    ...{ arrival: 'checkInDate', departure: 'checkOutDate', changed: 'lastUpdatedDateTime' },
    ...{ status: 'status', cancelled: 'CANCELLED_BY_TRAVELER', note: { petCount: 2 }, guest: ['firstName'] },
    ...{ talkative: {}, isCurtAtLimit: true },
    listing: { name: 'Renamed', maxGuests: 9 },
  },
}
