import type { GuestRecord, OccupancyRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { presentText, timeOfDay, wholeNumber } from '../../connector-kit/readings.ts'
import { heldStatus, namedGuest, namesIn, stayDates } from '../../connector-kit/stay-readings.ts'
import { plainFlag } from '../../connector-kit/tolerance/plain-values.ts'
import { currencyOf, toFinancials } from './map-financials.ts'
import { idText } from './map.ts'
import { isBlockedChannel, sourceOf } from './sources.ts'
import type { VendorReservation } from './vendor.ts'

// These are the types of a booking. An unknown word holds the nights, but never as confirmed.
const statuses: Record<string, Pick<ReservationRecord, 'status'>> = {
  reservation: { status: 'confirmed' },
  'modification of booking': { status: 'confirmed' },
  cancellation: { status: 'cancelled' },
}

export function toStay(row: VendorReservation): StayRecord {
  const identity = {
    externalId: String(row.id),
    listingExternalId: String(row.apartment.id),
    sourceStatus: row.type ?? 'unknown',
  }
  // Some rows have a number instead of true and false.
  const isMarked = Number(row['is-blocked-booking'] ?? 0) === 1 || row.type === 'block'
  const isBlock = isMarked || isBlockedChannel(row.channel?.name)
  if (isBlock) return { kind: 'block', ...identity }
  const { status } = heldStatus(statuses, row.type, 'type')
  const occupancy = occupancyOf(row)
  const guest = guestOf(row)
  const financials = toFinancials(row)
  return {
    kind: 'reservation',
    ...identity,
    confirmationCode: presentText(row['reference-id']) ?? String(row.id),
    source: sourceOf(row.channel?.name),
    status,
    ...stayDates(row.arrival, row.departure),
    checkInTime: timeOfDay(row['check-in']),
    checkOutTime: timeOfDay(row['check-out']),
    bookedAt: utcInstant(row['created-at']),
    totalPrice: decimalString(row.price),
    currency: currencyOf(row),
    paymentStatus: paymentStatusOf(row),
    ...(occupancy === null ? {} : { occupancy }),
    ...(guest === null ? {} : { guest }),
    ...(financials === null ? {} : { financials }),
  }
}

function paymentStatusOf(row: VendorReservation): string | null {
  const isPaid = plainFlag(row['price-paid'])
  if (isPaid === true) return 'paid'
  const isBegun = plainFlag(row['prepayment-paid']) === true && nonZeroDecimal(row.prepayment) !== null
  if (isBegun) return 'partially_paid'
  return isPaid === false ? 'pending' : null
}

/** Other calendars' feeds count nobody, which differs from no guest. */
function occupancyOf(row: VendorReservation): OccupancyRecord | null {
  const [adults, children] = [wholeNumber(row.adults), wholeNumber(row.children)]
  return adults || children ? { adults, children, infants: null, pets: null, total: null } : null
}

function guestOf(row: VendorReservation): GuestRecord | null {
  const split = { firstName: presentText(row.firstname), lastName: presentText(row.lastname) }
  const isSplit = split.firstName !== null || split.lastName !== null
  const externalId = idText(row.guestId)
  return namedGuest({
    ...(externalId === null ? {} : { externalId }),
    ...(isSplit ? split : namesIn(presentText(row['guest-name']))),
    email: presentText(row.email),
    phone: presentText(row.phone),
    language: presentText(row.language),
  })
}
