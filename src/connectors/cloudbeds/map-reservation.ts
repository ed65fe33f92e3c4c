import type { FinancialsRecord, GuestRecord, ReservationRecord } from '../../contract/records.ts'
import { civilDate, utcInstant, utcInstantOrDay } from '../../connector-kit/dates.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, presentText, timeOfDay, wholeNumber } from './map.ts'
import { isOwn, sourceOf } from './sources.ts'
import type { BookedRow, VendorBookedRoom, VendorGuest, VendorReservation } from './vendor.ts'

type Status = ReservationRecord['status']

// status of a reservation; vendor description. A word that is not here is refused.
const statuses: Record<string, Status> = {
  not_confirmed: 'pending',
  // Seen only as a filter of guests; never taken for a confirmed stay.
  in_progress: 'pending',
  confirmed: 'confirmed',
  checked_in: 'confirmed',
  checked_out: 'confirmed',
  no_show: 'cancelled',
  canceled: 'cancelled',
}

/** One booked room. Rooms booked together have the days, the room and the guests each of its own. */
export function toReservation({ externalId, reservation, room, rooms }: BookedRow): ReservationRecord {
  const status = statusOf(reservation, room)
  const checkIn = civilDate(room.roomCheckIn) ?? civilDate(reservation.reservationCheckIn)
  const checkOut = civilDate(room.roomCheckOut) ?? civilDate(reservation.reservationCheckOut)
  if (checkIn === null || checkOut === null) throw new Error('a stay without dates')
  if (checkOut < checkIn) throw new Error(`leaves on ${checkOut}, before arriving on ${checkIn}`)
  const guest = guestOf(reservation, room)
  const financials = financialsOf(reservation, room, rooms)
  const isDeleted = reservation.isDeleted === true
  const source = sourceOf(
    presentText(reservation.source?.name) ?? presentText(reservation.sourceName),
    reservation.source?.category,
  )
  const byChannel =
    presentText(reservation.thirdPartyIdentifier) ?? presentText(reservation.sourceReservationID)
  return {
    kind: 'reservation',
    externalId,
    listingExternalId: String(room.roomTypeID),
    unitExternalId: presentText(room.roomID),
    // Guests of the house know the house's number; what another system noted there means nothing to them.
    confirmationCode: (isOwn(source) ? null : byChannel) ?? String(reservation.reservationID),
    source,
    status,
    checkIn,
    checkOut,
    checkInTime: timeOfDay(reservation.estimatedArrivalTime),
    bookedAt: utcInstant(reservation.dateCreatedUTC),
    ...(status === 'cancelled' ? { cancelledAt: utcInstantOrDay(reservation.dateCancelledUTC) } : {}),
    occupancy: {
      adults: wholeNumber(room.adults),
      children: wholeNumber(room.children),
      infants: null,
      pets: null,
      total: null,
    },
    // The total is that of the whole booking, taxes included, and the vendor does not divide it.
    totalPrice: rooms === 1 ? decimalString(reservation.total) : null,
    currency: currencyCode(reservation.propertyCurrency),
    ...(financials === null ? {} : { financials }),
    ...(guest === null ? {} : { guest }),
    sourceStatus: isDeleted ? `${reservation.status} (deleted)` : reservation.status,
  }
}

function statusOf({ status, isDeleted }: VendorReservation, { roomStatus }: VendorBookedRoom): Status {
  const meaning = Object.hasOwn(statuses, status) ? statuses[status] : undefined
  if (meaning === undefined) throw new Error(`unknown status ${status}`)
  const isGone = isDeleted === true || roomStatus === 'cancelled' || roomStatus === 'canceled'
  return isGone ? 'cancelled' : meaning
}

/** The guest of this room, or who booked it all; null while nothing of one is known. */
function guestOf(reservation: VendorReservation, room: VendorBookedRoom): GuestRecord | null {
  const guests: VendorGuest[] = Object.values(reservation.guestList ?? {})
  const byId = (id: string | null) => guests.find((guest) => id !== null && presentText(guest.guestID) === id)
  const guest =
    byId(presentText(room.guestID)) ??
    byId(presentText(reservation.guestID)) ??
    guests.find(({ isMainGuest }) => isMainGuest === true)
  if (guest === undefined || guest.isAnonymized === true) return null
  const facts = {
    firstName: presentText(guest.guestFirstName),
    lastName: presentText(guest.guestLastName),
    email: presentText(guest.guestEmail),
    phone: presentText(guest.guestPhone) ?? presentText(guest.guestCellPhone),
  }
  if (Object.values(facts).every((value) => value === null)) return null
  const externalId = presentText(guest.guestID)
  return {
    ...(externalId === null ? {} : { externalId }),
    ...facts,
    country: presentText(guest.guestCountry),
  }
}

function financialsOf(
  { total, balanceDetailed }: VendorReservation,
  { detailedRoomRates }: VendorBookedRoom,
  rooms: number,
): FinancialsRecord | null {
  const nights = Array.isArray(detailedRoomRates) ? [] : Object.values(detailedRoomRates ?? {})
  const amounts = nights.map(decimalString).filter((amount) => amount !== null)
  const accommodation = amounts.length === 0 ? null : addDecimals(amounts)
  const totalPrice = rooms === 1 ? decimalString(total) : null
  const taxes = rooms === 1 ? nonZeroDecimal(balanceDetailed?.taxesFees) : null
  if (accommodation === null && totalPrice === null) return null
  return {
    ...(accommodation === null ? {} : { host: { accommodation } }),
    ...(totalPrice === null
      ? {}
      : {
          guest: {
            totalPrice,
            ...(taxes === null ? {} : { taxes: [{ amount: taxes, name: 'Taxes and fees', type: 'tax' }] }),
          },
        }),
  }
}
