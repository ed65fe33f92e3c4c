import type { FinancialsRecord, GuestRecord, ReservationRecord } from '../../contract/records.ts'
import { readable } from '../../connector-kit/answers.ts'
import { civilDate, utcInstant, utcInstantOrDay } from '../../connector-kit/dates.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { presentText } from '../../connector-kit/readings.ts'
import {
  financials,
  heldStatus,
  lineOf,
  namedGuest,
  namesIn,
  partyOf,
  stayDates,
} from '../../connector-kit/stay-readings.ts'
import { unreadable } from '../../connector-kit/tolerance/unread-fields.ts'
import { currencyOf } from './hotels.ts'
import { timeOfDay } from './map.ts'
import { isOwn, sourceOf } from './sources.ts'
import { VendorGuest, type BookedRow, type VendorBookedRoom, type VendorReservation } from './vendor.ts'

type ReservationStatus = ReservationRecord['status']

// The vendor's description lists these statuses of a reservation. An unknown word holds the nights.
const statuses: Record<string, ReservationStatus> = {
  not_confirmed: 'pending',
  // The word is documented only as a filter of guests; it never counts as confirmed.
  in_progress: 'pending',
  confirmed: 'confirmed',
  checked_in: 'confirmed',
  checked_out: 'confirmed',
  no_show: 'cancelled',
  canceled: 'cancelled',
}

const statusEntries = Object.fromEntries(Object.entries(statuses).map(([word, status]) => [word, { status }]))

/** Maps one booked room. Rooms booked together each have their own days, room and guests. */
export function toReservation({ externalId, reservation, room, rooms }: BookedRow): ReservationRecord {
  const status = statusOf(reservation, room)
  const { checkIn, checkOut } = stayDates(
    civilDate(room.roomCheckIn) ?? reservation.reservationCheckIn,
    civilDate(room.roomCheckOut) ?? reservation.reservationCheckOut,
  )
  const guest = guestOf(reservation, room)
  const money = financialsOf(reservation, room, rooms)
  const isDeleted = reservation.isDeleted === true
  const source = sourceIn(reservation)
  const byChannel =
    presentText(reservation.thirdPartyIdentifier) ?? presentText(reservation.sourceReservationID)
  return {
    kind: 'reservation',
    externalId,
    listingExternalId: String(room.roomTypeID),
    unitExternalId: presentText(room.roomID),
    // The property's own guests know its number; a number that another system stored there means nothing to
    // them.
    confirmationCode: (isOwn(source) ? null : byChannel) ?? String(reservation.reservationID),
    source,
    status,
    checkIn,
    checkOut,
    checkInTime: timeOfDay(reservation.estimatedArrivalTime),
    bookedAt: utcInstant(reservation.dateCreatedUTC),
    ...(status === 'cancelled' ? { cancelledAt: utcInstantOrDay(reservation.dateCancelledUTC) } : {}),
    occupancy: partyOf({ adults: room.adults, children: room.children }),
    // The total is that of the whole booking with taxes, and the vendor does not divide it.
    totalPrice: totalOf(reservation, rooms),
    currency: currencyOf(reservation),
    ...(money === null ? {} : { financials: money }),
    ...(guest === null ? {} : { guest }),
    sourceStatus: `${reservation.status ?? 'unknown'}${isDeleted ? ' (deleted)' : ''}`,
  }
}

// These words mean that nobody comes to the room; their casing varies.
const cancelledRooms = ['canceled', 'cancelled', 'no_show']

function statusOf(
  { status, isDeleted }: VendorReservation,
  { roomStatus }: VendorBookedRoom,
): ReservationStatus {
  const word = presentText(roomStatus)?.toLowerCase()
  if (isDeleted === true || cancelledRooms.some((one) => one === word)) return 'cancelled'
  return heldStatus(statusEntries, status).status
}

function sourceIn({ source, sourceName, sourceCategory }: VendorReservation) {
  const { name, category } = typeof source === 'string' ? { name: source, category: null } : (source ?? {})
  return sourceOf(presentText(name) ?? presentText(sourceName), category ?? sourceCategory)
}

/** Returns the total of the whole booking; null if several rooms share it. */
function totalOf({ total, balanceDetailed }: VendorReservation, rooms: number): string | null {
  return rooms === 1 ? (decimalString(total) ?? decimalString(balanceDetailed?.grandTotal)) : null
}

/** Returns this room's guest, or the booker; null while nothing of either is known. */
function guestOf(reservation: VendorReservation, room: VendorBookedRoom): GuestRecord | null {
  const guests = readable(VendorGuest, Object.values(reservation.guestList ?? {}))
  const byId = (id: string | null) => guests.find((guest) => id !== null && presentText(guest.guestID) === id)
  const guest =
    byId(presentText(room.guestID)) ??
    byId(presentText(reservation.guestID)) ??
    guests.find(({ isMainGuest }) => isMainGuest === true)
  if (guest?.isAnonymized === true || reservation.isAnonymized === true) return null
  if (guest === undefined) return guestByName(reservation, room)
  const externalId = presentText(guest.guestID)
  return namedGuest({
    ...(externalId === null ? {} : { externalId }),
    firstName: presentText(guest.guestFirstName),
    lastName: presentText(guest.guestLastName),
    email: presentText(guest.guestEmail),
    phone: presentText(guest.guestPhone) ?? presentText(guest.guestCellPhone),
    country: presentText(guest.guestCountry),
  })
}

/** If no guest is listed, the booking has a full name in one field. */
function guestByName(reservation: VendorReservation, room: VendorBookedRoom): GuestRecord | null {
  const name = presentText(room.guestName) ?? presentText(reservation.guestName)
  if (name === null) return null
  const externalId = presentText(room.guestID) ?? presentText(reservation.guestID)
  return {
    ...(externalId === null ? {} : { externalId }),
    ...namesIn(name),
    country: presentText(reservation.guestCountry),
  }
}

/** A night may have no rate. */
function rateOf(rate: unknown): string | null {
  if (typeof rate === 'number' || typeof rate === 'string') return decimalString(rate)
  return rate === null ? null : unreadable(rate)
}

function financialsOf(
  reservation: VendorReservation,
  { detailedRoomRates }: VendorBookedRoom,
  rooms: number,
): FinancialsRecord | null {
  const nights = Array.isArray(detailedRoomRates) ? [] : Object.values(detailedRoomRates ?? {})
  const amounts = nights.map(rateOf).filter((amount) => amount !== null)
  const totalPrice = totalOf(reservation, rooms)
  return financials({
    host: { accommodation: amounts.length === 0 ? null : addDecimals(amounts) },
    guest: {
      totalPrice,
      taxes:
        totalPrice === null
          ? []
          : lineOf(nonZeroDecimal(reservation.balanceDetailed?.taxesFees), 'Taxes and fees', 'tax'),
    },
  })
}
