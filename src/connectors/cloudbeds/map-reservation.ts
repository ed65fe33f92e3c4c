import type { FinancialsRecord, GuestRecord, ReservationRecord } from '../../contract/records.ts'
import { civilDate, utcInstant, utcInstantOrDay } from '../../connector-kit/dates.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, demandMeaning, presentText } from '../../connector-kit/readings.ts'
import { financials, lineOf, namedGuest, partyOf, stayDates } from '../../connector-kit/stay-readings.ts'
import { timeOfDay } from './map.ts'
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
  const { checkIn, checkOut } = stayDates(
    civilDate(room.roomCheckIn) ?? reservation.reservationCheckIn,
    civilDate(room.roomCheckOut) ?? reservation.reservationCheckOut,
  )
  const guest = guestOf(reservation, room)
  const money = financialsOf(reservation, room, rooms)
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
    occupancy: partyOf({ adults: room.adults, children: room.children }),
    // The total is that of the whole booking, taxes included, and the vendor does not divide it.
    totalPrice: rooms === 1 ? decimalString(reservation.total) : null,
    currency: currencyCode(reservation.propertyCurrency),
    ...(money === null ? {} : { financials: money }),
    ...(guest === null ? {} : { guest }),
    sourceStatus: isDeleted ? `${reservation.status} (deleted)` : reservation.status,
  }
}

function statusOf({ status, isDeleted }: VendorReservation, { roomStatus }: VendorBookedRoom): Status {
  const meaning = demandMeaning(statuses, status, 'status')
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

function financialsOf(
  { total, balanceDetailed }: VendorReservation,
  { detailedRoomRates }: VendorBookedRoom,
  rooms: number,
): FinancialsRecord | null {
  const nights = Array.isArray(detailedRoomRates) ? [] : Object.values(detailedRoomRates ?? {})
  const amounts = nights.map(decimalString).filter((amount) => amount !== null)
  const totalPrice = rooms === 1 ? decimalString(total) : null
  return financials({
    host: { accommodation: amounts.length === 0 ? null : addDecimals(amounts) },
    guest: {
      totalPrice,
      taxes:
        totalPrice === null
          ? []
          : lineOf(nonZeroDecimal(balanceDetailed?.taxesFees), 'Taxes and fees', 'tax'),
    },
  })
}
