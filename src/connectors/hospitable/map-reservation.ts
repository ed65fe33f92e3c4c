import type {
  GuestRecord,
  InquiryRecord,
  OccupancyRecord,
  ReservationRecord,
  StayRecord,
} from '../../contract/records.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import {
  channelNamed,
  heldStatus,
  namedGuest,
  partyOf,
  stayDates,
} from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { sourceOf, toldSource } from './channels.ts'
import { pricesOf } from './map-financials.ts'
import { instant, timeOfDay } from './map.ts'
import type { VendorGuest, VendorInquiry, VendorReservation } from './vendor.ts'

type StatusMeaning = Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason' | 'cancelledBy'>

// A status has one of these categories, or an older field's spelling. An unknown word is refused.
const categories: Record<string, StatusMeaning> = {
  accepted: { status: 'confirmed' },
  request: { status: 'pending' },
  checkpoint: { status: 'pending' },
  unknown: { status: 'pending' },
  cancelled: { status: 'cancelled' },
  canceled: { status: 'cancelled' },
  'not accepted': { status: 'cancelled' },
}

const pendingReasons: Record<string, NonNullable<ReservationRecord['pendingReason']>> = {
  'pending verification': 'guest_verification',
  'awaiting approval': 'host_approval',
  'request to book': 'host_approval',
  'request for payment': 'guest_payment',
}

const endings: Record<string, NonNullable<ReservationRecord['statusDetail']>> = {
  declined: 'declined',
  withdrawn: 'request_voided',
  expired: 'request_expired',
}

/** The platform's verification failed, so it gave the nights back without a booking. */
const voided: StatusMeaning = {
  status: 'cancelled',
  statusDetail: 'verification_failed',
  cancelledBy: 'platform',
}

export function toStay(row: VendorReservation): StayRecord {
  const meaning = meaningOf(row)
  const { checkIn, checkOut } = stayDates(row.arrival_date, row.departure_date)
  const listingExternalId = row.properties?.[0]?.id
  if (listingExternalId === undefined) throw new EssentialMissing('a stay without property')
  const sourceStatus = statusWords(row).join(': ')
  const identity = { externalId: row.id, listingExternalId }
  // A stay of no nights has nothing to sell or to clean.
  if (checkIn === checkOut && meaning.status !== 'cancelled')
    return { kind: 'block', ...identity, sourceStatus }
  const isOwner = /owner/i.test(row.stay_type ?? '')
  return {
    kind: 'reservation',
    ...identity,
    confirmationCode: presentText(row.code) ?? presentText(row.platform_id) ?? row.id,
    source: isOwner ? 'owner' : toldSource(row.platform),
    ...meaning,
    checkIn,
    checkOut,
    checkInTime: timeOfDay(row.check_in),
    checkOutTime: timeOfDay(row.check_out),
    bookedAt: instant(row.booking_date),
    ...(meaning.status === 'cancelled'
      ? { cancelledAt: cancelledAt(row), cancelledBy: meaning.cancelledBy ?? null }
      : {}),
    totalPrice: null,
    currency: null,
    ...(isOwner ? {} : partsWithGuest(row)),
    sourceStatus,
  }
}

export function toInquiry(row: VendorInquiry): InquiryRecord {
  const property = Array.isArray(row.properties) ? row.properties[0] : row.properties
  const guest = row.guest ? toGuest(row.guest) : null
  const occupancy = occupancyOf(row)
  return {
    kind: 'inquiry',
    externalId: row.id,
    listingExternalId: property?.id ?? null,
    channel: channelNamed(sourceOf(row.platform)),
    // The vendor does not report how an inquiry ends; one that is booked leaves the list.
    status: 'open',
    checkIn: civilDate(row.arrival_date),
    checkOut: civilDate(row.departure_date),
    ...(occupancy === null ? {} : { occupancy }),
    receivedAt: instant(row.inquiry_date),
    ...(guest === null ? {} : { guest }),
    sourceStatus: 'inquiry',
  }
}

/** Returns null while nobody is named. The vendor has no guest resource, so its id is useless. */
export function toGuest(guest: VendorGuest): GuestRecord | null {
  return namedGuest({
    firstName: presentText(guest.first_name),
    lastName: presentText(guest.last_name),
    email: presentText(guest.email),
    phone: presentTexts(guest.phone_numbers ?? [])[0] ?? null,
    language: presentText(guest.language),
    avatarUrl: presentText(guest.profile_picture),
  })
}

/** Only a stay with a guest has these. */
function partsWithGuest(row: VendorReservation) {
  const occupancy = occupancyOf(row)
  const guest = row.guest ? toGuest(row.guest) : null
  const location = presentText(row.guest?.location)
  const { financials, ...prices } = pricesOf(row)
  return {
    ...prices,
    ...(occupancy === null ? {} : { occupancy }),
    ...(guest === null ? {} : { guest }),
    ...(location === null ? {} : { guestDetails: { location } }),
    ...(financials === null ? {} : { financials }),
  }
}

/** Returns category and sub-category as written; the flat word only if there is nothing else. */
function statusWords({ reservation_status, status }: VendorReservation): string[] {
  const current = reservation_status?.current
  const category = presentText(current?.category) ?? presentText(status)
  const sub = presentText(current?.sub_category)
  return presentTexts([category, sub])
}

const plain = (word: string | null | undefined): string => (word ?? '').toLowerCase().replaceAll('_', ' ')
const isVoided = (sub: string | undefined): boolean => sub === 'voided'

function meaningOf(row: VendorReservation): StatusMeaning {
  const [category, sub] = statusWords(row).map(plain)
  if (isVoided(sub)) return voided
  const meaning = heldStatus(categories, category ?? '') as StatusMeaning
  if (meaning.status === 'pending') return { ...meaning, pendingReason: pendingReasons[sub ?? ''] ?? null }
  if (meaning.status === 'cancelled') return { ...meaning, statusDetail: endings[sub ?? ''] ?? null }
  return meaning
}

function cancelledAt({ reservation_status }: VendorReservation): string | null {
  const steps = reservation_status?.history ?? []
  const end = steps.findLast(
    ({ category, sub_category }) =>
      categories[plain(category)]?.status === 'cancelled' || isVoided(plain(sub_category)),
  )
  return instant(end?.changed_at)
}

function occupancyOf({ guests }: Pick<VendorReservation, 'guests'>): OccupancyRecord | null {
  if (!guests) return null
  const { adult_count: adults, child_count: children, infant_count: infants, pet_count: pets, total } = guests
  return partyOf({ adults, children, infants, pets, total })
}
