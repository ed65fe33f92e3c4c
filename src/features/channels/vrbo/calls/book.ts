/** A booking that Vrbo makes, unless its account told of it before: recorded with its guest, nights and events in one transaction, once for each tracking id. */
import { ApiError } from '../../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import { bookedListing, createNative } from '../../../bookings/public.ts'
import type { CallingAccount } from '../../../calendar/public.ts'
import { claimCall, noteBooked, toldAlready } from './queries.ts'
import type { AskedBooking } from './read-request.ts'
import { missing, refusalFor, type Refusal } from './refusals.ts'
import { possibleStay } from './stay.ts'

export interface Booked {
  reservationId: string
}

export const isBooked = (outcome: Booked | Refusal): outcome is Booked => 'reservationId' in outcome

/** Carries a refusal out of the transaction, so that nothing of it stays. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export async function book(
  db: Queryable,
  account: CallingAccount,
  asked: AskedBooking,
  now: Date,
): Promise<Booked | Refusal> {
  const { advertiserId, trackingUuid, firstName, lastName } = asked
  if (advertiserId !== account.id) return missing('advertiserAssignedId')
  if (trackingUuid === undefined) return missing('trackingUuid')
  if (firstName === undefined || lastName === undefined) return missing('inquirer')
  const scope = { workspaceId: account.workspaceId }
  const call = { accountId: account.id, trackingUuid }
  try {
    return await db.transaction().execute(async (tx) => {
      const known = await claimCall(tx, scope, call, now)
      if (known !== undefined) return { reservationId: known }
      const reservationId = await record(tx, scope, account, { ...asked, firstName, lastName }, now)
      await noteBooked(tx, scope, call, reservationId)
      return { reservationId }
    })
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    // Sold in the moment between looking and booking.
    if (error instanceof ApiError && error.code === 'reservation_not_created') return refusalFor('taken')
    throw error
  }
}

async function record(
  tx: Queryable,
  scope: Scope,
  account: CallingAccount,
  asked: AskedBooking & { firstName: string; lastName: string },
  now: Date,
): Promise<string> {
  const { listingId, arrival, departure, lastName: name } = asked
  if (
    listingId !== undefined &&
    /^[1-9]\d{0,17}$/.test(listingId) &&
    arrival !== undefined &&
    departure !== undefined
  ) {
    const told = await toldAlready(tx, scope, account.id, { listingId, arrival, departure, lastName: name })
    if (told !== undefined) return told
  }
  const stay = await possibleStay(tx, scope, account.id, asked, now)
  if ('reason' in stay) throw new Refused(stay)
  const listing = await bookedListing(tx, scope, stay.listingId)
  if (!listing) throw new Refused(missing('listingExternalId'))
  const { firstName, lastName, email, phone, adults, children, total, currency } = asked
  const made = await createNative(
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
  return String(made.id)
}
