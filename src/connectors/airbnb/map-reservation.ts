import type { FinancialsRecord, GuestRecord, ReservationRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import {
  currencyCode,
  demandMeaning,
  idText,
  presentText,
  presentTexts,
  timeOfDay,
} from '../../connector-kit/readings.ts'
import {
  countedParty,
  financials,
  lineOf,
  namedGuest,
  partyOf,
  stayDates,
} from '../../connector-kit/stay-readings.ts'
import type { VendorReservation } from './vendor.ts'

type Meaning = Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason' | 'cancelledBy'>

const pending = (pendingReason: NonNullable<ReservationRecord['pendingReason']>): Meaning => ({
  status: 'pending',
  pendingReason,
})
const cancelled = (
  statusDetail: NonNullable<ReservationRecord['statusDetail']>,
  cancelledBy: NonNullable<ReservationRecord['cancelledBy']>,
): Meaning => ({ status: 'cancelled', statusDetail, cancelledBy })

/** A word that is not here is refused, never a confirmed stay. */
const meanings: Record<string, Meaning> = {
  new: pending('host_approval'),
  pending: pending('host_approval'),
  pending_payment: pending('guest_payment'),
  at_checkpoint: pending('guest_verification'),
  accept: { status: 'confirmed' },
  deny: cancelled('declined', 'host'),
  timeout: cancelled('request_expired', 'platform'),
  pending_voided: cancelled('request_voided', 'guest'),
  checkpoint_voided: cancelled('verification_failed', 'platform'),
  cancelled_by_guest: cancelled('cancelled_by_guest', 'guest'),
  cancelled_by_host: cancelled('cancelled_by_host', 'host'),
  cancelled_by_admin: cancelled('cancelled_by_platform', 'platform'),
}

export function toStay(row: VendorReservation): ReservationRecord {
  const party = countedParty(partyOfStay(row))
  const guest = guestOf(row)
  const money = financialsOf(row)
  const thread = idText(row.thread_id_str)
  return {
    kind: 'reservation',
    externalId: row.confirmation_code,
    listingExternalId: row.listing_id_str,
    confirmationCode: row.confirmation_code,
    // An inquiry has the id of its thread.
    ...(thread === null ? {} : { inquiryExternalId: thread }),
    source: 'airbnb',
    ...demandMeaning(meanings, row.status_type, 'status'),
    ...stayDates(row.start_date, row.end_date),
    checkInTime: timeIn(row.check_in_datetime),
    checkOutTime: timeIn(row.check_out_datetime),
    bookedAt: utcInstant(row.booked_at ?? row.created_at),
    totalPrice: earnedWithFee(row),
    currency: currencyCode(row.host_currency),
    ...(party === null ? {} : { occupancy: party }),
    ...(guest === null ? {} : { guest }),
    ...(money === null ? {} : { financials: money }),
    sourceStatus: row.status_type,
  }
}

const partyOfStay = ({ guest_details, number_of_guests }: VendorReservation) =>
  partyOf({
    adults: guest_details?.number_of_adults,
    children: guest_details?.number_of_children,
    infants: guest_details?.number_of_infants,
    total: number_of_guests,
  })

/** Written with the zone of the place: `2026-07-01T15:00:00+01:00[Europe/London]`. */
const timeIn = (moment: string | null | undefined): string | null => timeOfDay(moment?.slice(11, 16))

/** What a guest pays to Airbnb is not told: what the host earns, before what Airbnb keeps of it. */
function earnedWithFee(row: VendorReservation): string | null {
  const earned = decimalString(row.expected_payout_amount_accurate)
  const fee = decimalString(row.listing_host_fee_accurate)
  return earned === null ? null : addDecimals([earned, fee ?? '0'])
}

function financialsOf(row: VendorReservation): FinancialsRecord | null {
  const fees = (row.standard_fees_details ?? []).flatMap(({ fee_type, amount_native }) => {
    const amount = nonZeroDecimal(amount_native)
    const type = presentText(fee_type)
    return amount === null ? [] : [{ amount, ...(type === null ? {} : { type }) }]
  })
  return financials({
    host: {
      accommodation: decimalString(row.listing_base_price_accurate),
      guestFees: fees,
      hostFees: lineOf(nonZeroDecimal(row.listing_host_fee_accurate), 'Host service fee', 'host_fee'),
      taxes: lineOf(nonZeroDecimal(row.pass_through_tax_amount_accurate), 'Pass-through taxes', 'tax'),
      revenue: decimalString(row.expected_payout_amount_accurate),
      paidOut: nonZeroDecimal(row.total_paid_amount_accurate),
    },
    guest: {
      taxes: lineOf(nonZeroDecimal(row.airbnb_collected_tax_amount_accurate), 'Collected by Airbnb', 'tax'),
    },
  })
}

function guestOf(row: VendorReservation): GuestRecord | null {
  const externalId = idText(row.guest_id)
  const [phone = null] = presentTexts(row.guest_phone_numbers ?? [])
  return namedGuest({
    ...(externalId === null ? {} : { externalId }),
    firstName: presentText(row.guest_first_name),
    lastName: presentText(row.guest_last_name),
    email: presentText(row.guest_email),
    phone,
    language: presentText(row.guest_preferred_locale),
  })
}
