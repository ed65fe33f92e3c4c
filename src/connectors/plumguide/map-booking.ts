import type { ReservationRecord, StayRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString, negated, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, demandMeaning, presentText } from '../../connector-kit/readings.ts'
import {
  countedParty,
  financials,
  lineOf,
  namedGuest,
  namesIn,
  partyOf,
  stayDates,
} from '../../connector-kit/stay-readings.ts'
import type { VendorBooking } from './vendor.ts'

type Meaning = Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason'>

// A word that is not here is refused, never a confirmed stay.
const meanings: Record<string, Meaning> = {
  Requested: { status: 'pending', pendingReason: 'host_approval' },
  Confirmed: { status: 'confirmed' },
  Declined: { status: 'cancelled', statusDetail: 'declined' },
  Cancelled: { status: 'cancelled' },
}

/** A request ends after a day; whether its state then changes is not known. */
const answerMs = 24 * 3_600_000

export function toStay(row: VendorBooking): StayRecord {
  const meaning = demandMeaning(meanings, row.status, 'status of a booking')
  const bookedAt = utcInstant(row.createdAt)
  const cancelledAt = meaning.status === 'cancelled' ? utcInstant(row.cancelledAt) : null
  const party = countedParty(partyOf(row.guests ?? {}))
  const guest = namedGuest({
    ...namesIn(presentText(row.guestName)),
    email: presentText(row.guestEmail),
  })
  const money = financials({
    host: { discounts: lineOf(discountOf(row), 'Length of stay', 'length_of_stay') },
    guest: {
      totalPrice: decimalString(row.totalPrice),
      fees: lineOf(nonZeroDecimal(row.cleaningFee), 'Cleaning fee', 'cleaning'),
    },
  })
  return {
    kind: 'reservation',
    externalId: row.bookingCode,
    listingExternalId: String(row.listingId),
    confirmationCode: row.bookingCode,
    source: 'other',
    ...meaning,
    ...(meaning.status === 'pending' && bookedAt !== null
      ? { respondBy: new Date(Date.parse(bookedAt) + answerMs).toISOString() }
      : {}),
    ...stayDates(row.checkIn, row.checkOut),
    bookedAt,
    ...(cancelledAt === null ? {} : { cancelledAt }),
    totalPrice: decimalString(row.totalPrice),
    currency: currencyCode(row.currencyCode),
    ...(party === null ? {} : { occupancy: party }),
    ...(guest === null ? {} : { guest }),
    ...(money === null ? {} : { financials: money }),
    sourceStatus: row.status,
  }
}

function discountOf({ losDiscount }: VendorBooking): string | null {
  const amount = nonZeroDecimal(losDiscount)
  return amount === null || amount.startsWith('-') ? amount : negated(amount)
}
