import type {
  InquiryRecord,
  OccupancyRecord,
  ReservationRecord,
  StayRecord,
  FinancialsRecord,
  GuestRecord,
} from '../../contract/records.ts'
import { civilDate, hourOfDay, utcInstant, utcInstantOrDay } from '../../connector-kit/dates.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, idText, meaningOf, presentTexts, presentText } from '../../connector-kit/readings.ts'
import {
  channelNamed,
  countedParty,
  heldStatus,
  partyOf,
  stayDates,
  financials,
  lineOf,
  namedGuest,
  namesIn,
  withoutEmpty,
} from '../../connector-kit/stay-readings.ts'
import { sourceOf } from './channels.ts'
import { flag } from './map.ts'
import type { VendorReservation } from './vendor.ts'

type StatusMeaning =
  Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason'> | { inquiry: InquiryRecord['status'] }

// The vendor's documentation of the reservation object lists these statuses.
const meanings: Record<string, StatusMeaning> = {
  new: { status: 'confirmed' },
  modified: { status: 'confirmed' },
  confirmed: { status: 'confirmed' },
  ownerStay: { status: 'confirmed' },
  pending: { status: 'pending', pendingReason: 'host_approval' },
  unconfirmed: { status: 'pending', pendingReason: 'host_approval' },
  awaitingPayment: { status: 'pending', pendingReason: 'guest_payment' },
  awaitingGuestVerification: { status: 'pending', pendingReason: 'guest_verification' },
  cancelled: { status: 'cancelled' },
  declined: { status: 'cancelled', statusDetail: 'declined' },
  expired: { status: 'cancelled', statusDetail: 'request_expired' },
  unknown: { status: 'cancelled' },
  inquiry: { inquiry: 'open' },
  inquiryPreapproved: { inquiry: 'pre_approved' },
  inquiryDenied: { inquiry: 'declined' },
  inquiryTimedout: { inquiry: 'expired' },
  inquiryNotPossible: { inquiry: 'not_possible' },
}

// A row without dates cannot be a stay, so its end counts as that of an inquiry.
const datelessEnds: Record<string, InquiryRecord['status']> = {
  declined: 'declined',
  expired: 'expired',
  cancelled: 'expired',
  unknown: 'expired',
}

const cancellers = {
  guest: { cancelledBy: 'guest', statusDetail: 'cancelled_by_guest' },
  host: { cancelledBy: 'host', statusDetail: 'cancelled_by_host' },
} as const

export function toStay(row: VendorReservation): StayRecord {
  const meaning: StatusMeaning = heldStatus(meanings, row.status)
  if ('inquiry' in meaning) return toInquiry(row, meaning.inquiry)
  if (flag(row.isDatesUnspecified)) {
    // An unread status asks for an answer until its meaning is known; there are no nights to hold.
    const end = meaningOf(meanings, row.status) ? meaningOf(datelessEnds, row.status) : 'open'
    if (end === undefined) throw new Error(`status ${row.status} without dates`)
    return toInquiry(row, end)
  }
  return toReservation(row, meaning)
}

function toReservation(
  row: VendorReservation,
  meaning: Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason'>,
): StayRecord {
  const { checkIn, checkOut } = stayDates(row.arrivalDate, row.departureDate)
  const identity = { externalId: String(row.id), listingExternalId: String(row.listingMapId) }
  // A stay of no nights is a note in the calendar, not a booking; live accounts have such blocks.
  if (checkIn === checkOut && meaning.status !== 'cancelled') {
    return { kind: 'block', ...identity, sourceStatus: row.status ?? 'none' }
  }
  const isOwner = row.status === 'ownerStay'
  return {
    kind: 'reservation',
    ...identity,
    unitExternalId: idText(row.reservationUnit?.[0]?.listingUnitId),
    confirmationCode: codeOf(row),
    source: isOwner ? 'owner' : sourceOf(row),
    ...meaning,
    checkIn,
    checkOut,
    checkInTime: hourOfDay(row.checkInTime),
    checkOutTime: hourOfDay(row.checkOutTime),
    bookedAt: utcInstant(row.reservationDate),
    ...(meaning.status === 'pending' ? { respondBy: utcInstant(row.pendingExpireDate) } : {}),
    ...(meaning.status === 'cancelled' ? cancellationOf(row, meaning) : {}),
    totalPrice: decimalString(row.totalPrice),
    currency: currencyCode(row.currency),
    paymentStatus: paymentStatusOf(row),
    ...(isOwner ? {} : partsWithGuest(row)),
    sourceStatus: row.status ?? 'none',
  }
}

/** Only a stay with a guest has these. */
function partsWithGuest(
  row: VendorReservation,
): Pick<ReservationRecord, 'occupancy' | 'guest' | 'guestDetails' | 'financials'> {
  const occupancy = occupancyOf(row)
  const guest = toGuest(row)
  const money = toFinancials(row)
  return {
    ...(occupancy === null ? {} : { occupancy }),
    ...(guest === null ? {} : { guest, guestDetails: guestDetailsOf(row) }),
    ...(money === null ? {} : { financials: money }),
  }
}

function toInquiry(row: VendorReservation, status: InquiryRecord['status']): InquiryRecord {
  // If no dates were given, the vendor fills yesterday into both.
  const hasDates = !flag(row.isDatesUnspecified)
  const guest = toGuest(row)
  const occupancy = occupancyOf(row)
  const payout = decimalString(row.airbnbExpectedPayoutAmount)
  return {
    kind: 'inquiry',
    externalId: String(row.id),
    listingExternalId: String(row.listingMapId),
    channel: channelNamed(sourceOf(row)),
    status,
    ...(hasDates ? { checkIn: civilDate(row.arrivalDate), checkOut: civilDate(row.departureDate) } : {}),
    ...(occupancy === null ? {} : { occupancy }),
    ...(payout === null ? {} : { expectedPayout: { amount: payout, currency: currencyCode(row.currency) } }),
    respondBy: utcInstant(row.pendingExpireDate),
    receivedAt: utcInstant(row.reservationDate) ?? utcInstant(row.insertedOn),
    ...(guest === null ? {} : { guest }),
    sourceStatus: row.status ?? 'none',
  }
}

function cancellationOf(
  row: VendorReservation,
  meaning: Pick<ReservationRecord, 'statusDetail'>,
): Pick<ReservationRecord, 'statusDetail' | 'cancelledBy' | 'cancelledAt'> {
  const by = meaningOf(cancellers, row.cancelledBy)
  return {
    statusDetail: meaning.statusDetail ?? by?.statusDetail ?? null,
    cancelledBy: by?.cancelledBy ?? null,
    cancelledAt: utcInstantOrDay(row.cancellationDate),
  }
}

/** Guest and channel know this code; without one the vendor's own number is used. */
function codeOf(row: VendorReservation): string {
  const codes = [row.confirmationCode, codeWithin(row), row.channelReservationId, row.reservationId]
  return presentTexts(codes)[0] ?? String(row.id)
}

/** Airbnb's code ends the channel's id, even if no other field has it: `…-confirmation-HM1ABCDEFG`. */
function codeWithin({ channelReservationId, reservationId }: VendorReservation): string | null {
  const ids = presentTexts([channelReservationId, reservationId])
  return ids.map((id) => /-confirmation-([A-Z0-9]+)$/.exec(id)?.[1] ?? null).find((code) => code) ?? null
}

function occupancyOf(row: VendorReservation): OccupancyRecord | null {
  return countedParty(partyOf({ ...row, total: row.numberOfGuests }))
}

function paymentStatusOf(row: VendorReservation): string | null {
  const paid = flag(row.isPaid)
  if (paid === null) return null
  return paid ? 'paid' : 'pending'
}

/**
 * Only certain parts are read. `financeField` stays unread: settings of the account, missing in its rows,
 * decide which lines are in the total and who bears them.
 */
function toFinancials(row: VendorReservation): FinancialsRecord | null {
  // After a cancellation the host no longer gets the expected payout.
  const hasPayout = sourceOf(row) === 'airbnb' && row.status !== 'cancelled'
  return financials({
    cancellationPolicy: policyOf(row),
    host: { revenue: hasPayout ? nonZeroDecimal(row.airbnbExpectedPayoutAmount) : null },
    guest: {
      totalPrice: decimalString(row.totalPrice),
      fees: lineOf(nonZeroDecimal(row.cleaningFee), 'Cleaning fee', 'cleaning'),
      taxes: lineOf(nonZeroDecimal(row.taxAmount), 'Tax', 'tax'),
    },
  })
}

function policyOf(row: VendorReservation): string | null {
  const policies = [
    row.airbnbCancellationPolicy,
    row.bookingCancellationPolicy,
    row.vrboCancellationPolicy,
    row.cancellationPolicy,
  ]
  return presentTexts(policies)[0] ?? null
}

/** Hostaway has no guest resource, so the reservation has the guest. Returns null while nobody is named. */
function toGuest(row: VendorReservation): GuestRecord | null {
  return namedGuest({
    ...namesOf(row),
    email: presentText(row.guestEmail),
    phone: presentText(row.phone),
    language: presentText(row.guestLocale),
    country: presentText(row.guestCountry),
    avatarUrl: presentText(row.guestPicture),
  })
}

/** The address parts have no field of their own in our records. */
function guestDetailsOf(row: VendorReservation): Record<string, unknown> {
  const parts = withoutEmpty({
    name: presentText(row.guestName),
    address: presentText(row.guestAddress),
    city: presentText(row.guestCity),
    zipCode: presentText(row.guestZipCode),
    country: presentText(row.guestCountry),
  })
  return parts ?? {}
}

function namesOf(row: VendorReservation): { firstName: string | null; lastName: string | null } {
  const firstName = presentText(row.guestFirstName)
  const lastName = presentText(row.guestLastName)
  if (firstName !== null || lastName !== null) return { firstName, lastName }
  return namesIn(presentText(row.guestName))
}
