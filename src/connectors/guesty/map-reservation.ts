import type { InquiryRecord, OccupancyRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { civilDate, firstInstant, utcInstant, utcInstantOrDay } from '../../connector-kit/dates.ts'
import { currencyCode, meaningOf, presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { channelNamed, countedParty, heldStatus, stayDates } from '../../connector-kit/stay-readings.ts'
import { sourceOf } from './channels.ts'
import { guestDetailsOf, toGuest } from './map-guest.ts'
import { paymentStatusOf, toFinancials, totalPriceOf } from './map-money.ts'
import { timeOfDay } from './map-listing.ts'
import type { VendorReservation } from './vendor.ts'

type StatusMeaning = Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason'>

// status of a reservation; vendor description.
const meanings: Record<string, StatusMeaning> = {
  confirmed: { status: 'confirmed' },
  checked_in: { status: 'confirmed' },
  checked_out: { status: 'confirmed' },
  reserved: { status: 'pending' },
  awaiting_payment: { status: 'pending', pendingReason: 'guest_payment' },
  canceled: { status: 'cancelled' },
  closed: { status: 'cancelled' },
  declined: { status: 'cancelled', statusDetail: 'declined' },
  expired: { status: 'cancelled', statusDetail: 'request_expired' },
}

// What a question is, or has ended as; such words also stand for bookings that came to nothing.
const inquiryMeanings: Record<string, InquiryRecord['status']> = {
  inquiry: 'open',
  closed: 'expired',
  declined: 'declined',
  expired: 'expired',
}

// canceledBy: of the newer interface in capitals; older rows name people, which tells nothing.
const cancellers: Record<
  string,
  { cancelledBy: 'guest' | 'host'; statusDetail: StatusMeaning['statusDetail'] }
> = {
  GUEST: { cancelledBy: 'guest', statusDetail: 'cancelled_by_guest' },
  HOST: { cancelledBy: 'host', statusDetail: 'cancelled_by_host' },
  OWNER: { cancelledBy: 'host', statusDetail: 'cancelled_by_host' },
  TEAM_MEMBER: { cancelledBy: 'host', statusDetail: 'cancelled_by_host' },
}

// On these channels a guest asks for the dates and the host says yes or no.
const asksFirst = new Set(['airbnb', 'vrbo'])

export function toStay(row: VendorReservation): StayRecord {
  const ended = meaningOf(inquiryMeanings, row.status)
  if (ended !== undefined && !wasBooked(row)) return toInquiry(row, ended)
  return toReservation(row, heldStatus(meanings, row.status))
}

/** Whether nights were ever held for it: only then what came to nothing was a booking. */
function wasBooked({ status, confirmedAt, reservedAt }: VendorReservation): boolean {
  return status !== 'inquiry' && (presentText(confirmedAt) !== null || presentText(reservedAt) !== null)
}

function toReservation(row: VendorReservation, meaning: StatusMeaning): StayRecord {
  const dates = datesOf(row)
  const { checkIn, checkOut } = stayDates(dates.checkIn, dates.checkOut)
  const identity = { externalId: row._id, ...placeOf(row) }
  // A stay of no nights is a note in the calendar, not a booking.
  if (checkIn === checkOut && meaning.status !== 'cancelled') {
    const { externalId, listingExternalId } = identity
    return { kind: 'block', externalId, listingExternalId, sourceStatus: row.status ?? 'none' }
  }
  const source = sourceOf(row.integration?.platform, row.source)
  return {
    kind: 'reservation',
    ...identity,
    confirmationCode: presentText(row.confirmationCode) ?? row._id,
    source,
    ...meaning,
    ...(row.status === 'reserved' && asksFirst.has(source ?? '') ? { pendingReason: 'host_approval' } : {}),
    ...(row.status === 'canceled' ? cancellationOf(row) : {}),
    checkIn,
    checkOut,
    checkInTime: timeOfDay(row.plannedArrival) ?? localTime(row.checkIn, row),
    checkOutTime: timeOfDay(row.plannedDeparture) ?? localTime(row.checkOut, row),
    bookedAt: firstInstant(row.confirmedAt, row.reservedAt, row.createdAt),
    ...(meaning.status === 'cancelled' ? { cancelledAt: utcInstantOrDay(row.canceledAt) } : {}),
    totalPrice: totalPriceOf(row.money),
    currency: currencyCode(row.money?.currency),
    paymentStatus: paymentStatusOf(row.money),
    ...(source === 'owner' ? {} : partsWithGuest(row)),
    sourceStatus: row.status ?? 'none',
  }
}

/** What only a stay with a guest has. */
function partsWithGuest(
  row: VendorReservation,
): Pick<ReservationRecord, 'occupancy' | 'guest' | 'guestDetails' | 'financials'> {
  const occupancy = occupancyOf(row)
  const guest = toGuest(row.guest, row.guestId)
  const prices = toFinancials(row.money)
  return {
    ...(occupancy === null ? {} : { occupancy }),
    ...(guest === null ? {} : { guest, guestDetails: row.guest ? guestDetailsOf(row.guest) : {} }),
    ...(prices === null ? {} : { financials: prices }),
  }
}

function toInquiry(row: VendorReservation, status: InquiryRecord['status']): InquiryRecord {
  const guest = toGuest(row.guest, row.guestId)
  const occupancy = occupancyOf(row)
  return {
    kind: 'inquiry',
    externalId: row._id,
    listingExternalId: placeOf(row).listingExternalId,
    channel: channelNamed(sourceOf(row.integration?.platform, row.source) ?? 'other'),
    status: status === 'open' && row.preApproveState === true ? 'pre_approved' : status,
    ...datesOf(row),
    ...(occupancy === null ? {} : { occupancy }),
    receivedAt: utcInstant(row.createdAt),
    ...(guest === null ? {} : { guest }),
    sourceStatus: row.status ?? 'none',
  }
}

/** A booking of a multi-unit stands with the sub-unit it was given, which is not a listing of ours but a unit. */
function placeOf(row: VendorReservation): { listingExternalId: string; unitExternalId?: string } {
  const unitType = presentText(row.unitTypeId)
  const parent = row.listing?.type === 'MTL_CHILD' ? presentText(row.listing.mtl?.p) : null
  const listingExternalId = unitType ?? parent ?? row.listingId
  const unit = presentText(row.unitId) ?? row.listingId
  return unit === listingExternalId ? { listingExternalId } : { listingExternalId, unitExternalId: unit }
}

/** The dates at the listing; from the moments only where its time zone is told, for a moment alone is no date. */
function datesOf(row: VendorReservation): { checkIn: string | null; checkOut: string | null } {
  return {
    checkIn: civilDate(row.checkInDateLocalized) ?? localDate(row.checkIn, row),
    checkOut: civilDate(row.checkOutDateLocalized) ?? localDate(row.checkOut, row),
  }
}

function localDate(moment: string | null | undefined, row: VendorReservation): string | null {
  return atListing(moment, row)?.toPlainDate().toString() ?? null
}

function localTime(moment: string | null | undefined, row: VendorReservation): string | null {
  return atListing(moment, row)?.toPlainTime().toString({ smallestUnit: 'minute' }) ?? null
}

function atListing(
  moment: string | null | undefined,
  { listing }: VendorReservation,
): Temporal.ZonedDateTime | null {
  const time = utcInstant(moment)
  const zone = presentText(listing?.timezone)
  if (time === null || zone === null) return null
  try {
    return Temporal.Instant.from(time).toZonedDateTimeISO(zone)
  } catch {
    // A zone that does not exist tells no more than none.
    return null
  }
}

function cancellationOf(row: VendorReservation): Pick<ReservationRecord, 'statusDetail' | 'cancelledBy'> {
  const by = meaningOf(cancellers, presentText(row.canceledBy)?.toUpperCase() ?? '')
  return { statusDetail: by?.statusDetail ?? null, cancelledBy: by?.cancelledBy ?? null }
}

function occupancyOf({ guestsCount, numberOfGuests: party }: VendorReservation): OccupancyRecord | null {
  return countedParty({
    adults: wholeNumber(party?.numberOfAdults),
    children: wholeNumber(party?.numberOfChildren),
    infants: wholeNumber(party?.numberOfInfants),
    pets: wholeNumber(party?.numberOfPets),
    total: wholeNumber(guestsCount),
  })
}
