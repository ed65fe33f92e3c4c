import type { ReservationRecord, StayRecord } from '../../contract/records.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import {
  countedParty,
  heldStatus,
  namedGuest,
  partyOf,
  stayDates,
} from '../../connector-kit/stay-readings.ts'
import { writeId } from './ids.ts'
import { idBy } from './map-listing.ts'
import { priceOf } from './map-money.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import type { VendorBooking, VendorBookingOfProperty } from './vendor.ts'

type StatusMeaning = Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason' | 'cancelledBy'>

const confirmed: StatusMeaning = { status: 'confirmed' }
const pending: StatusMeaning = { status: 'pending' }
const asking: StatusMeaning = { status: 'pending', pendingReason: 'host_approval' }
const cancellers: Record<string, NonNullable<ReservationRecord['cancelledBy']>> = {
  cancelled_by_guest: 'guest',
  cancelled_by_host: 'host',
  cancelled_by_platform: 'platform',
}
const cancelled = (statusDetail?: ReservationRecord['statusDetail']): StatusMeaning => ({
  status: 'cancelled',
  ...(statusDetail ? { statusDetail, cancelledBy: cancellers[statusDetail] ?? null } : {}),
})

/** An unknown word holds the nights. */
const meanings: Record<string, StatusMeaning> = {
  BOOKED: confirmed,
  CONFIRMED: confirmed,
  RESERVED: confirmed,
  STAY_IN_PROGRESS: confirmed,
  // Its dates show that a stay is over.
  COMPLETE: confirmed,
  CREATED: pending,
  BUILDING: pending,
  IN_PROGRESS: pending,
  UNCONFIRMED: asking,
  UNCONFIRMED_BY_OWNER: asking,
  UNCONFIRMED_BY_TRAVELER: pending,
  // The vendor's schema spells it so, without its first letter.
  RAVELER_CANCEL_PENDING_BOOKING: pending,
  TRAVELER_CANCEL_PENDING_BOOKING: pending,
  CANCELLED: cancelled(),
  CANCELLED_BY_HOMEAWAY: cancelled('cancelled_by_platform'),
  CANCELLED_BY_SYSTEM: cancelled('cancelled_by_platform'),
  CANCELLED_BY_OWNER: cancelled('cancelled_by_host'),
  CANCELLED_BY_TRAVELER: cancelled('cancelled_by_guest'),
  DECLINED: cancelled('declined'),
  DECLINED_BY_OWNER: cancelled('declined'),
  DECLINED_BY_SYSTEM: cancelled('declined'),
  DECLINED_BY_TRAVELER_PAY_FAILURE: cancelled('request_voided'),
  INVALID: cancelled(),
}

const roles: Record<string, ReservationRecord['statusDetail']> = {
  SUPPLIER: 'cancelled_by_host',
  TRAVELER: 'cancelled_by_guest',
}

/** If the status does not say who cancelled, a field beside it does. */
function meaningOf({ status, cancellation }: VendorBooking): StatusMeaning {
  const meaning = heldStatus(meanings, status)
  const detail = roles[cancellation?.fromRole ?? '']
  return status === 'CANCELLED' && detail ? cancelled(detail) : meaning
}

const channels: Record<string, NonNullable<ReservationRecord['source']>> = {
  VRBO: 'vrbo',
  // Another brand of the group sold it; its codes are not Vrbo's.
  EXPEDIA_INTEGRATED: 'other',
}

export function toStay({ property, node }: VendorBookingOfProperty): StayRecord {
  const meaning = meaningOf(node)
  const word = presentText(node.status) ?? 'none'
  const party = countedParty(
    partyOf({ adults: node.adultCount, children: node.childCount, pets: node.petCount }),
  )
  const phones = node.primaryGuest?.phoneNumbers ?? []
  const guest = namedGuest({
    firstName: presentText(node.primaryGuest?.firstName),
    lastName: presentText(node.primaryGuest?.lastName),
    email: presentText(node.primaryGuest?.emailAddress),
    phone: presentTexts(phones.map(({ fullPhoneNumber }) => fullPhoneNumber))[0] ?? null,
  })
  const { financials, ...price } = priceOf(node)
  const request = presentText(node.specialRequest)
  const changedAt = utcInstant(node.lastUpdatedDateTime)
  const own = presentText(node.alternativeIds?.supplierId)
  return {
    kind: 'reservation',
    externalId: writeId({ property, id: String(node.id) }),
    listingExternalId: property,
    confirmationCode: codeOf(node),
    source: channels[node.distributionChannel ?? 'VRBO'] ?? 'other',
    ...meaning,
    ...stayDates(node.checkInDate, node.checkOutDate),
    bookedAt: utcInstant(node.creationDateTime),
    // The vendor gives no time of cancellation, but nothing else changes a cancelled booking.
    ...(meaning.status === 'cancelled' ? { cancelledAt: changedAt } : {}),
    ...price,
    ...(party === null ? {} : { occupancy: party }),
    ...(guest === null ? {} : { guest }),
    ...(financials === null ? {} : { financials }),
    ...(request === null ? {} : { guestDetails: { remarks: request } }),
    ...(own === null || own === String(node.id) ? {} : { ownId: own }),
    sourceStatus: node.cancellation?.pendingCancellation === true ? `${word} (cancellation pending)` : word,
  }
}

/** Guest, host and other systems know the booking by this code. */
const codeOf = ({ id, alternativeIds, reservationIds }: VendorBooking): string =>
  presentText(alternativeIds?.referenceNumber) ?? idBy(reservationIds, 'VRBO') ?? String(id)
