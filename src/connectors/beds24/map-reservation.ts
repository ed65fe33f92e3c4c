import type {
  GuestRecord,
  InquiryRecord,
  OccupancyRecord,
  ReservationRecord,
  StayRecord,
} from '../../contract/records.ts'
import { civilDate, utcInstant, utcInstantOrDay } from '../../connector-kit/dates.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { idText, presentText, timeOfDay, unitExternalId, wholeNumber } from './map.ts'
import { channelOf, sourceOf } from './sources.ts'
import type { VendorBooking } from './vendor.ts'

/** What a booking does not say itself. */
export interface BookingPlace {
  currency: string | null
  /** How many units its room type has. */
  units: number
}

type Meaning = Pick<ReservationRecord, 'status' | 'pendingReason'> | 'inquiry' | 'block'

// status of a booking; vendor documentation. A word that is not here is refused.
const meanings: Record<string, Meaning> = {
  confirmed: { status: 'confirmed' },
  // Confirmed, and not looked at by the host yet.
  new: { status: 'confirmed' },
  request: { status: 'pending', pendingReason: 'host_approval' },
  cancelled: { status: 'cancelled' },
  inquiry: 'inquiry',
  black: 'block',
}

const cancellers = {
  cancelledByGuest: { cancelledBy: 'guest', statusDetail: 'cancelled_by_guest' },
  cancelledByHost: { cancelledBy: 'host', statusDetail: 'cancelled_by_host' },
} as const

export function toStay(row: VendorBooking, place: BookingPlace): StayRecord {
  const meaning = Object.hasOwn(meanings, row.status) ? meanings[row.status] : undefined
  if (meaning === undefined) throw new Error(`unknown status ${row.status}`)
  const identity = { externalId: String(row.id), listingExternalId: String(row.roomId) }
  if (meaning === 'block') return { kind: 'block', ...identity, sourceStatus: row.status }
  return meaning === 'inquiry' ? toInquiry(row) : toReservation(row, meaning, place)
}

function toReservation(
  row: VendorBooking,
  meaning: Pick<ReservationRecord, 'status' | 'pendingReason'>,
  { currency, units }: BookingPlace,
): ReservationRecord {
  const checkIn = civilDate(row.arrival)
  const checkOut = civilDate(row.departure)
  if (checkIn === null || checkOut === null) throw new Error('a stay without dates')
  if (checkOut < checkIn) throw new Error(`leaves on ${checkOut}, before arriving on ${checkIn}`)
  const unitId = idText(row.unitId)
  const guest = toGuest(row)
  const financials = financialsOf(row)
  return {
    kind: 'reservation',
    externalId: String(row.id),
    listingExternalId: String(row.roomId),
    unitExternalId: units > 1 && unitId !== null ? unitExternalId(row.roomId, unitId) : null,
    // Rooms booked together share the number of the channel.
    confirmationCode: presentText(row.apiReference) ?? String(row.id),
    source: sourceOf(row),
    ...meaning,
    checkIn,
    checkOut,
    checkInTime: timeOfDay(row.arrivalTime),
    bookedAt: utcInstant(row.bookingTime),
    ...(meaning.status === 'cancelled' ? cancellationOf(row) : {}),
    occupancy: occupancyOf(row),
    totalPrice: nonZeroDecimal(row.price),
    currency,
    ...(financials === null ? {} : { financials }),
    ...(guest === null ? {} : { guest, guestDetails: guestDetailsOf(row) }),
    sourceStatus: row.status,
  }
}

function toInquiry(row: VendorBooking): InquiryRecord {
  const guest = toGuest(row)
  return {
    kind: 'inquiry',
    externalId: String(row.id),
    listingExternalId: String(row.roomId),
    channel: channelOf(row),
    status: 'open',
    checkIn: civilDate(row.arrival),
    checkOut: civilDate(row.departure),
    occupancy: occupancyOf(row),
    receivedAt: utcInstant(row.bookingTime),
    ...(guest === null ? {} : { guest }),
    sourceStatus: row.status,
  }
}

/** A guest is told of once, with the booking; null while nothing of one is known. */
export function toGuest(row: VendorBooking): GuestRecord | null {
  const guest = {
    firstName: presentText(row.firstName),
    lastName: presentText(row.lastName),
    email: presentText(row.email),
    phone: presentText(row.phone) ?? presentText(row.mobile),
  }
  if (Object.values(guest).every((value) => value === null)) return null
  const country = presentText(row.country2) ?? presentText(row.country)
  return { ...guest, language: presentText(row.lang), country }
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
  const isTold = subStatus === 'cancelledByGuest' || subStatus === 'cancelledByHost'
  const by = isTold ? cancellers[subStatus] : { cancelledBy: null, statusDetail: null }
  return { ...by, cancelledAt: utcInstantOrDay(cancelTime) }
}

function occupancyOf({ numAdult, numChild }: VendorBooking): OccupancyRecord {
  const counts = { adults: wholeNumber(numAdult), children: wholeNumber(numChild) }
  return { ...counts, infants: null, pets: null, total: null }
}

/** Invoice lines stay unread: whether a line is a fee, a tax or a part of the price is free text. */
function financialsOf(row: VendorBooking): NonNullable<ReservationRecord['financials']> | null {
  const totalPrice = nonZeroDecimal(row.price)
  const tax = nonZeroDecimal(row.tax)
  const commission = nonZeroDecimal(row.commission)
  if (totalPrice === null && tax === null && commission === null) return null
  return {
    ...(commission === null
      ? {}
      : { host: { hostFees: [{ amount: commission, name: 'Commission', type: 'commission' }] } }),
    ...(totalPrice === null && tax === null
      ? {}
      : {
          guest: {
            ...(totalPrice === null ? {} : { totalPrice }),
            ...(tax === null ? {} : { taxes: [{ amount: tax, name: 'Tax', type: 'tax' }] }),
          },
        }),
  }
}
