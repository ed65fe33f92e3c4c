import type { GuestRecord, ReservationRecord } from '../../contract/records.ts'
import { addDays, utcInstant } from '../../connector-kit/dates.ts'
import {
  currencyCode,
  idText,
  presentText,
  presentTexts,
  timeOfDay,
  wholeNumber,
} from '../../connector-kit/readings.ts'
import {
  countedParty,
  heldStatus,
  namedGuest,
  partyOf,
  stayDates,
} from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { idOf } from './ids.ts'
import { earnedWithFee, financialsOf } from './map-money.ts'
import type { VendorReservation } from './vendor.ts'

type StatusMeaning = Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason' | 'cancelledBy'>

const pending = (pendingReason: NonNullable<ReservationRecord['pendingReason']>): StatusMeaning => ({
  status: 'pending',
  pendingReason,
})
const cancelled = (
  statusDetail: NonNullable<ReservationRecord['statusDetail']>,
  cancelledBy: NonNullable<ReservationRecord['cancelledBy']>,
): StatusMeaning => ({ status: 'cancelled', statusDetail, cancelledBy })

/** An unknown word holds the nights. */
const meanings: Record<string, StatusMeaning> = {
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
  const thread =
    idOf(row.thread_id_str, row.thread_id) ?? idOf(row.thread_id_migration_str, row.thread_id_migration)
  const home = idOf(row.listing_id_str, row.listing_id)
  if (home === null) throw new EssentialMissing('a booking that names no listing')
  return {
    kind: 'reservation',
    externalId: row.confirmation_code,
    listingExternalId: home,
    confirmationCode: row.confirmation_code,
    // An inquiry has the id of its thread.
    ...(thread === null ? {} : { inquiryExternalId: thread }),
    source: 'airbnb',
    ...heldStatus(meanings, row.status_type, 'status_type'),
    ...stayDates(row.start_date, endOf(row)),
    checkInTime: timeIn(row.check_in_datetime),
    checkOutTime: timeIn(row.check_out_datetime),
    bookedAt: utcInstant(row.booked_at ?? row.created_at),
    totalPrice: earnedWithFee(row),
    currency: currencyCode(row.host_currency),
    ...(party === null ? {} : { occupancy: party }),
    ...(guest === null ? {} : { guest }),
    ...(money === null ? {} : { financials: money }),
    sourceStatus: row.status_type ?? 'unknown',
  }
}

/** Some answers contain the number of nights instead of the day of departure. */
function endOf({ start_date, end_date, nights }: VendorReservation): string | null {
  const count = wholeNumber(nights)
  if (presentText(end_date) !== null || count === null || count < 1) return end_date ?? null
  return addDays(start_date.slice(0, 10), count)
}

const partyOfStay = ({ guest_details, number_of_guests }: VendorReservation) =>
  partyOf({
    adults: guest_details?.number_of_adults,
    children: guest_details?.number_of_children,
    infants: guest_details?.number_of_infants,
    pets: guest_details?.number_of_pets,
    total: number_of_guests,
  })

/** The moment includes the place's zone: `2026-07-01T15:00:00+01:00[Europe/London]`. */
const timeIn = (moment: string | null | undefined): string | null => timeOfDay(moment?.slice(11, 16))

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
