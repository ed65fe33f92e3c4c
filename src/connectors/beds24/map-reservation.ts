import type { GuestRecord, InquiryRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { civilDate, utcInstant, utcInstantOrDay } from '../../connector-kit/dates.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { idText, meaningOf, presentText } from '../../connector-kit/readings.ts'
import {
  channelNamed,
  financials,
  heldStatus,
  lineOf,
  namedGuest,
  partyOf,
  stayDates,
} from '../../connector-kit/stay-readings.ts'
import { timeOfDay, unitExternalId } from './map.ts'
import { sourceOf } from './sources.ts'
import type { VendorBooking } from './vendor.ts'

/** A booking does not contain these itself. */
export interface BookingPlace {
  currency: string | null
  /** The booking's room type has this many units. */
  units: number
}

type StatusMeaning = Pick<ReservationRecord, 'status' | 'pendingReason'> | 'inquiry' | 'block'

// The vendor documents these statuses of a booking. An unknown word holds the nights.
const meanings: Record<string, StatusMeaning> = {
  confirmed: { status: 'confirmed' },
  // The booking is confirmed, but the host has not looked at it yet.
  new: { status: 'confirmed' },
  request: { status: 'pending', pendingReason: 'host_approval' },
  cancelled: { status: 'cancelled' },
  inquiry: 'inquiry',
  black: 'block',
}

type Canceller = Pick<ReservationRecord, 'statusDetail' | 'cancelledBy'>

const cancellers: Record<string, Canceller> = {
  cancelledByGuest: { cancelledBy: 'guest', statusDetail: 'cancelled_by_guest' },
  cancelledByHost: { cancelledBy: 'host', statusDetail: 'cancelled_by_host' },
}

export function toStay(row: VendorBooking, place: BookingPlace): StayRecord {
  // Some answers begin the word with a capital letter.
  const meaning = heldStatus(meanings, row.status?.toLowerCase())
  const identity = { externalId: String(row.id), listingExternalId: String(row.roomId) }
  if (meaning === 'block') return { kind: 'block', ...identity, sourceStatus: row.status ?? 'unknown' }
  return meaning === 'inquiry' ? toInquiry(row) : toReservation(row, meaning, place)
}

function toReservation(
  row: VendorBooking,
  meaning: Pick<ReservationRecord, 'status' | 'pendingReason'>,
  { currency, units }: BookingPlace,
): ReservationRecord {
  const unitId = idText(row.unitId)
  const guest = toGuest(row)
  const money = financialsOf(row)
  return {
    kind: 'reservation',
    externalId: String(row.id),
    listingExternalId: String(row.roomId),
    unitExternalId: units > 1 && unitId !== null ? unitExternalId(row.roomId, unitId) : null,
    // Rooms booked together share the channel's number.
    confirmationCode: presentText(row.apiReference) ?? String(row.id),
    source: sourceOf(row),
    ...meaning,
    ...stayDates(row.arrival, row.departure),
    checkInTime: timeOfDay(row.arrivalTime),
    bookedAt: utcInstant(row.bookingTime),
    ...(meaning.status === 'cancelled' ? cancellationOf(row) : {}),
    occupancy: occupancyOf(row),
    totalPrice: nonZeroDecimal(row.price),
    currency,
    ...(money ? { financials: money } : {}),
    ...(guest === null ? {} : { guest, guestDetails: guestDetailsOf(row) }),
    sourceStatus: row.status ?? 'unknown',
  }
}

function toInquiry(row: VendorBooking): InquiryRecord {
  const guest = toGuest(row)
  return {
    kind: 'inquiry',
    externalId: String(row.id),
    listingExternalId: String(row.roomId),
    channel: channelNamed(sourceOf(row)),
    status: 'open',
    checkIn: civilDate(row.arrival),
    checkOut: civilDate(row.departure),
    occupancy: occupancyOf(row),
    receivedAt: utcInstant(row.bookingTime),
    ...(guest === null ? {} : { guest }),
    sourceStatus: row.status ?? 'unknown',
  }
}

/** The booking contains its guest; null while nothing of the guest is known. */
export function toGuest(row: VendorBooking): GuestRecord | null {
  return namedGuest({
    firstName: presentText(row.firstName),
    lastName: presentText(row.lastName),
    email: presentText(row.email),
    phone: presentText(row.phone) ?? presentText(row.mobile),
    language: presentText(row.lang),
    country: presentText(row.country2) ?? presentText(row.country),
  })
}

function guestDetailsOf(row: VendorBooking): Record<string, unknown> {
  const { company, address, city, state, postcode, country } = row
  const parts = Object.entries({ company, address, city, state, postcode, country })
  return Object.fromEntries(parts.filter(([, value]) => presentText(value) !== null))
}

function cancellationOf({
  subStatus,
  cancelTime,
}: VendorBooking): Pick<ReservationRecord, 'statusDetail' | 'cancelledBy' | 'cancelledAt'> {
  const by = meaningOf(cancellers, subStatus) ?? { cancelledBy: null, statusDetail: null }
  return { ...by, cancelledAt: utcInstantOrDay(cancelTime) }
}

const occupancyOf = ({ numAdult, numChild }: VendorBooking) =>
  partyOf({ adults: numAdult, children: numChild })

/** Invoice lines stay unread: whether a line is a fee, a tax or a part of the price is free text. */
function financialsOf(row: VendorBooking): ReservationRecord['financials'] | null {
  return financials({
    host: { hostFees: lineOf(nonZeroDecimal(row.commission), 'Commission', 'commission') },
    guest: {
      totalPrice: nonZeroDecimal(row.price),
      taxes: lineOf(nonZeroDecimal(row.tax), 'Tax', 'tax'),
    },
  })
}
