import type { GuestRecord, ReservationRecord } from '../../contract/records.ts'
import { countryCode } from '../../connector-kit/country-code.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, presentText, presentTexts } from '../../connector-kit/readings.ts'
import {
  countedParty,
  financials,
  heldStatus,
  lineOf,
  namedGuest,
  namesIn,
  partyOf,
  stayDates,
} from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { stayId, type BookedRoom, type ChannelBooking } from './booking.ts'

export interface BookingRoomStay {
  booking: ChannelBooking
  room: BookedRoom
}

/** Requests come another way, so every row here is a booking. */
const meanings: Readonly<Record<string, Pick<ReservationRecord, 'status'>>> = {
  new: { status: 'confirmed' },
  modified: { status: 'confirmed' },
  cancelled: { status: 'cancelled' },
}

/** The room has its own dates and price; all other fields are the booking's. */
export function toStay({ booking, room }: BookingRoomStay): ReservationRecord {
  if (booking.id === '' || room.id === '') throw new EssentialMissing('a booked room without its id')
  if (room.roomId === '') throw new EssentialMissing('a booked room that is no room of the property')
  const { total, commission } = room
  const party = countedParty(partyOf(room.party))
  const money = financials({
    host: {
      hostFees: lineOf(
        readSide('commission', commission, () => nonZeroDecimal(commission)),
        'Commission',
        'commission',
      ),
    },
  })
  const guest = guestOf(booking, room)
  const remarks = presentTexts([...new Set([booking.remarks?.trim(), room.remarks?.trim()])]).join('\n\n')
  return {
    kind: 'reservation',
    externalId: stayId(booking, room),
    listingExternalId: room.roomId,
    confirmationCode: booking.id,
    source: 'booking.com',
    ...heldStatus(meanings, booking.status),
    ...stayDates(room.arrival, room.departure),
    bookedAt: readSide('bookedAt', booking.bookedAt, () => utcInstant(booking.bookedAt)),
    ...(party === null ? {} : { occupancy: party }),
    totalPrice: readSide('total', total, () => decimalString(total)),
    currency: currencyCode(room.currency),
    ...(money === null ? {} : { financials: money }),
    ...(guest === null ? {} : { guest }),
    ...(remarks === '' ? {} : { guestDetails: { remarks } }),
    sourceStatus: booking.status === '' ? 'none' : booking.status,
  }
}

/** The booker is the guest of all rooms; without the booker's name the room's guest is used. */
function guestOf({ booker }: ChannelBooking, { guestName }: BookedRoom): GuestRecord | null {
  const names = { firstName: presentText(booker.firstName), lastName: presentText(booker.lastName) }
  const isNamed = names.firstName !== null || names.lastName !== null
  return namedGuest({
    ...(isNamed ? names : namesIn(presentText(guestName))),
    email: presentText(booker.email),
    phone: presentText(booker.phone),
    // B.XML writes country codes in lower case.
    country: countryCode(presentText(booker.country)),
  })
}
