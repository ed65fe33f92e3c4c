import type { ReservationRecord, StayRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString, negated, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, presentText } from '../../connector-kit/readings.ts'
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
import type { VendorBooking } from './vendor.ts'

type StatusMeaning = Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason'>

/** An unknown word holds the nights. `Approved` is the name of an approval's event. */
const meanings: Record<string, StatusMeaning> = {
  requested: { status: 'pending', pendingReason: 'host_approval' },
  confirmed: { status: 'confirmed' },
  approved: { status: 'confirmed' },
  declined: { status: 'cancelled', statusDetail: 'declined' },
  cancelled: { status: 'cancelled' },
  canceled: { status: 'cancelled' },
}

/** A request ends after a day; it is unknown if its state changes then. */
const answerMs = 24 * 3_600_000

export function toStay(row: VendorBooking): StayRecord {
  const word = presentText(row.status)
  const meaning: StatusMeaning = heldStatus(meanings, word?.toLowerCase())
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
    sourceStatus: word ?? 'none',
  }
}

function discountOf({ losDiscount }: VendorBooking): string | null {
  const amount = nonZeroDecimal(losDiscount)
  return amount === null || amount.startsWith('-') ? amount : negated(amount)
}
