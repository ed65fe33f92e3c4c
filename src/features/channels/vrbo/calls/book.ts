/**
 * Books for Vrbo, unless its account delivered the booking before: guest, nights and events in one transaction, once
 * per tracking id.
 */
import { ApiError } from '../../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import { bookedListing, createNative } from '../../../bookings/public.ts'
import type { CallingAccount } from '../../../calendar/public.ts'
import { claimCall, updateCallReservation, reservationFromAccount } from './queries.ts'
import type { BookingRequest } from './read-request.ts'
import { missingRefusal, toRefusal, type CallRefusal } from './refusals.ts'
import { findPossibleStay } from './possible-stay.ts'

export interface MadeBooking {
  reservationId: string
}

export const isBooked = (outcome: MadeBooking | CallRefusal): outcome is MadeBooking =>
  'reservationId' in outcome

/** Rolls the transaction back and carries the refusal out of it. */
class BookingRefused extends Error {
  readonly refusal: CallRefusal
  constructor(refusal: CallRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export async function book(
  db: Queryable,
  account: CallingAccount,
  request: BookingRequest,
  now: Date,
): Promise<MadeBooking | CallRefusal> {
  const { advertiserId, trackingUuid, firstName, lastName } = request
  if (advertiserId !== account.id) return missingRefusal('advertiserAssignedId')
  if (trackingUuid === undefined) return missingRefusal('trackingUuid')
  if (firstName === undefined || lastName === undefined) return missingRefusal('inquirer')
  const scope = { workspaceId: account.workspaceId }
  const call = { accountId: account.id, trackingUuid }
  try {
    return await db.transaction().execute(async (tx) => {
      const known = await claimCall(tx, scope, call, now)
      if (known !== undefined) return { reservationId: known }
      const reservationId = await recordBooking(tx, scope, account, { ...request, firstName, lastName }, now)
      await updateCallReservation(tx, scope, call, reservationId)
      return { reservationId }
    })
  } catch (error) {
    if (error instanceof BookingRefused) return error.refusal
    // Sold between the check and the booking.
    if (error instanceof ApiError && error.code === 'reservation_not_created') return toRefusal('taken')
    throw error
  }
}

async function recordBooking(
  tx: Queryable,
  scope: Scope,
  account: CallingAccount,
  request: BookingRequest & { firstName: string; lastName: string },
  now: Date,
): Promise<string> {
  const { listingId, arrival, departure, lastName: name } = request
  if (
    listingId !== undefined &&
    /^[1-9]\d{0,17}$/.test(listingId) &&
    arrival !== undefined &&
    departure !== undefined
  ) {
    const existing = await reservationFromAccount(tx, scope, account.id, {
      listingId,
      arrival,
      departure,
      lastName: name,
    })
    if (existing !== undefined) return existing
  }
  const stay = await findPossibleStay(tx, scope, account.id, request, now)
  if ('reason' in stay) throw new BookingRefused(stay)
  const listing = await bookedListing(tx, scope, stay.listingId)
  if (!listing) throw new BookingRefused(missingRefusal('listingExternalId'))
  const { firstName, lastName, email, phone, adults, children, total, currency } = request
  const creation = await createNative(
    tx,
    scope,
    listing,
    {
      listingId: stay.listingId,
      checkIn: stay.arrival,
      checkOut: stay.departure,
      guest: {
        firstName,
        lastName,
        ...(email === undefined ? {} : { email }),
        ...(phone === undefined ? {} : { phone }),
      },
      ...(adults > 0 ? { adults } : {}),
      ...(children > 0 ? { children } : {}),
      guestCount: adults + children,
    },
    now,
    { source: 'vrbo', total, currency },
  )
  return String(creation.id)
}
