import type {
  InquiryRecord,
  ReservationRecord,
  StayRecord,
  FinancialsRecord,
} from '../../contract/records.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { currencyCode, idText, meaningOf, presentText, timeOfDay } from '../../connector-kit/readings.ts'
import { channelNamed, heldStatus, stayDates, financials, lineOf } from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { listingId } from './listing-id.ts'
import { guestOfBooking, occupancyOf } from './map-guest.ts'
import { instant, money, nonZeroMoney } from './map.ts'
import { channelCode, sourceOf } from './sources.ts'
import type { VendorBooking } from './vendor.ts'

type StatusMeaning = Pick<ReservationRecord, 'status'> | 'declined' | 'open' | 'block'

// The vendor's description lists these statuses of a booking. An unknown word holds the nights.
const meanings: Record<string, StatusMeaning> = {
  Booked: { status: 'confirmed' },
  Tentative: { status: 'pending' },
  Declined: 'declined',
  Open: 'open',
  // Older editions of the description have this beside the flag is_unavailable.
  Unavailable: 'block',
}

// The offer behind a tentative booking has a status that says whom it waits for.
const waitsFor: Record<string, NonNullable<ReservationRecord['pendingReason']>> = {
  PendingForOwner: 'host_approval',
  PendingForGuest: 'guest_payment',
  PendingForPayment: 'guest_payment',
  RedirectedToOffsitePayment: 'guest_payment',
}

type CancellationFields = Pick<ReservationRecord, 'statusDetail' | 'cancelledBy'>

// The offer's status says who ended the booking.
const endings: Record<string, CancellationFields> = {
  CancelledByGuest: { statusDetail: 'cancelled_by_guest', cancelledBy: 'guest' },
  CancelledByOwner: { statusDetail: 'cancelled_by_host', cancelledBy: 'host' },
  ExpiredByGuest: { statusDetail: 'request_expired', cancelledBy: null },
  ExpiredByOwner: { statusDetail: 'request_expired', cancelledBy: null },
  Rejected: { statusDetail: 'declined', cancelledBy: null },
}

export function toStay(row: VendorBooking): StayRecord {
  const meaning = heldStatus(meanings, row.status)
  if (row.is_unavailable === true || meaning === 'block') {
    return { kind: 'block', ...identityOf(row), sourceStatus: wordOf(row) }
  }
  if (meaning === 'open') return toInquiry(row)
  const isOver = meaning === 'declined' || row.is_deleted === true || instant(row.canceled_at) !== null
  return toReservation(row, isOver ? cancellationOf(row) : stateOf(row, meaning.status))
}

const wordOf = ({ status }: VendorBooking): string => status ?? 'unknown'

/** A stay of several rooms is stored under the listing of its first room. */
function identityOf(row: VendorBooking): { externalId: string; listingExternalId: string } {
  const property = idText(row.property_id)
  const room = row.rooms?.map(({ room_type_id }) => idText(room_type_id)).find((id) => id !== null)
  if (property === null || room === undefined || room === null)
    throw new EssentialMissing('a booking without room type')
  return { externalId: String(row.id), listingExternalId: listingId(property, room) }
}

type StatusFields = Pick<ReservationRecord, 'status'> & Partial<ReservationRecord>

function stateOf(row: VendorBooking, status: ReservationRecord['status']): StatusFields {
  if (status !== 'pending') return { status }
  const pendingReason = meaningOf(waitsFor, row.quote?.status) ?? null
  // The hold ends at this moment; it limits the host's answer only if the host is to act.
  const respondBy = pendingReason === 'host_approval' ? instant(row.tentative_expires_at) : null
  return { status, pendingReason, respondBy }
}

function cancellationOf(row: VendorBooking): StatusFields {
  const cancelledAt = instant(row.canceled_at)
  const ending = meaningOf(endings, row.quote?.status)
  // A row that is declined but was never cancelled is a refused request.
  const isTurnedDown = row.status === 'Declined' && cancelledAt === null && row.is_deleted !== true
  const cancellation: CancellationFields = ending ?? {
    statusDetail: isTurnedDown ? 'declined' : null,
    cancelledBy: null,
  }
  return { status: 'cancelled', ...cancellation, cancelledAt }
}

function toReservation(row: VendorBooking, state: StatusFields): StayRecord {
  const occupancy = occupancyOf(row.rooms)
  const guest = guestOfBooking(row)
  const prices = toFinancials(row)
  return {
    kind: 'reservation',
    ...identityOf(row),
    confirmationCode: channelCode(row.source, presentText(row.source_text)) ?? `B${row.id}`,
    source: sourceOf(row.source),
    ...state,
    ...stayDates(row.arrival, row.departure),
    checkInTime: timeOfDay(row.check_in?.time),
    checkOutTime: timeOfDay(row.check_out?.time),
    bookedAt: instant(row.created_at),
    totalPrice: money(row.total_amount),
    currency: currencyCode(row.currency_code),
    paymentStatus: paymentStatusOf(row),
    ...(occupancy === null ? {} : { occupancy }),
    ...(guest === null ? {} : { guest }),
    ...(prices === null ? {} : { financials: prices }),
    sourceStatus: wordOf(row),
  }
}

/** An open booking names dates but promises nothing, so its nights stay free. */
function toInquiry(row: VendorBooking): InquiryRecord {
  const occupancy = occupancyOf(row.rooms)
  const guest = guestOfBooking(row)
  const isOver = row.is_deleted === true || instant(row.canceled_at) !== null
  return {
    kind: 'inquiry',
    ...identityOf(row),
    channel: channelNamed(sourceOf(row.source)),
    status: isOver ? 'declined' : 'open',
    checkIn: civilDate(row.arrival),
    checkOut: civilDate(row.departure),
    ...(occupancy === null ? {} : { occupancy }),
    receivedAt: instant(row.created_at),
    ...(guest === null ? {} : { guest }),
    sourceStatus: wordOf(row),
  }
}

/**
 * The parts of the total are the vendor's sums. `vat` stays unread: a setting missing in the booking decides
 * if the other parts include it.
 */
function toFinancials(row: VendorBooking): FinancialsRecord | null {
  const parts = row.subtotals
  return financials({
    cancellationPolicy: presentText(row.quote?.policy?.name) ?? presentText(row.quote?.policy?.cancellation),
    host: {
      accommodation: nonZeroMoney(parts?.stay),
      discounts: lineOf(nonZeroMoney(parts?.promotions), 'Promotions', 'discount'),
    },
    guest: {
      totalPrice: money(row.total_amount),
      fees: [
        ...lineOf(nonZeroMoney(parts?.fees), 'Fees', 'fee'),
        ...lineOf(nonZeroMoney(parts?.addons), 'Add-ons', 'addon'),
      ],
      taxes: lineOf(nonZeroMoney(parts?.taxes), 'Taxes', 'tax'),
    },
  })
}

/** Paid means that the host received the money. Money that a channel collects is not known to be paid. */
function paymentStatusOf(row: VendorBooking): string | null {
  const [total, paid] = [Number(money(row.total_amount)), Number(money(row.amount_paid))]
  if (money(row.amount_paid) === null || total <= 0) return null
  if (paid >= total) return 'paid'
  return paid > 0 ? 'partially_paid' : 'pending'
}
