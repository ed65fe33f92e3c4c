import type { GuestRecord, ReservationRecord } from '../../contract/records.ts'
import { countryCode } from '../../connector-kit/country-code.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, demandMeaning, presentText } from '../../connector-kit/readings.ts'
import {
  countedParty,
  financials,
  lineOf,
  namedGuest,
  partyOf,
  stayDates,
} from '../../connector-kit/stay-readings.ts'
import { stayId, type BookedRoom, type Booking } from './booking.ts'

export interface BookedStay {
  booking: Booking
  room: BookedRoom
}

/** Requests come by another way, so that whatever is told here is a booking. */
const meanings: Readonly<Record<string, ReservationRecord['status']>> = {
  new: 'confirmed',
  modified: 'confirmed',
  cancelled: 'cancelled',
}

/** Everything but the dates is the booking's; what is paid for a room is the room's. */
export function toStay({ booking, room }: BookedStay): ReservationRecord {
  if (booking.id === '' || room.id === '') throw new Error('a booked room without its id')
  if (room.roomId === '') throw new Error('a booked room that is no room of the property')
  const status = demandMeaning(meanings, booking.status, 'status')
  const party = countedParty(partyOf({ adults: room.adults, children: room.children }))
  const money = financials({
    host: { hostFees: lineOf(nonZeroDecimal(room.commission), 'Commission', 'commission') },
  })
  const guest = guestOf(booking)
  const remarks = presentText(booking.remarks)
  return {
    kind: 'reservation',
    externalId: stayId(booking, room),
    listingExternalId: room.roomId,
    confirmationCode: booking.id,
    source: 'booking.com',
    status,
    ...stayDates(room.arrival, room.departure),
    bookedAt: utcInstant(booking.bookedAt),
    ...(party === null ? {} : { occupancy: party }),
    totalPrice: decimalString(room.total),
    currency: currencyCode(room.currency),
    ...(money === null ? {} : { financials: money }),
    ...(guest === null ? {} : { guest }),
    ...(remarks === null ? {} : { guestDetails: { remarks } }),
    sourceStatus: booking.status,
  }
}

/** Who comes to which room is told in different ways, or not at all: whoever booked stands for all of them. */
function guestOf({ booker }: Booking): GuestRecord | null {
  return namedGuest({
    firstName: presentText(booker.firstName),
    lastName: presentText(booker.lastName),
    email: presentText(booker.email),
    phone: presentText(booker.phone),
    country: countryCode(presentText(booker.country)),
  })
}
