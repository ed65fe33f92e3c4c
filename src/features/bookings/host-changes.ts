/** Host actions on a channel's booking at the channel: moving it as previewed, and refunding. */
import type {
  BookingChanges,
  ChangeWish,
  PreviewedChange,
} from '../../connector-kit/booking-change-operations.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { callConnection, type ConnectionAccess } from '../../upstream/access.ts'
import { relayedStay, reservationToChange, type StayWithListing, type StayAtVendor } from './manager.ts'
import { changeInPms } from './pms/pms-change.ts'
import { bookingAccess, type PmsWrite } from './pms/pms-checks.ts'
import { toPmsError } from './pms/pms-errors.ts'
import { isBegun } from './pms/pms-act.ts'
import { assertFreeToMove } from './nights.ts'
import { bookedStay, type BookedStay } from './queries.ts'

interface HostChangeTarget {
  at: StayAtVendor
  access: ConnectionAccess
  changes: BookingChanges
}

/** Throws if bookings of this channel cannot be changed from here. */
async function targetOf({ services, scope }: PmsWrite, kept: StayWithListing): Promise<HostChangeTarget> {
  const at = relayedStay(kept, services.connectors)
  const changes = at?.connector.operations.bookingChanges
  if (at && changes) return { at, access: await bookingAccess(services, scope, at), changes }
  const { id, source } = kept.stay
  throw new ApiError(
    'channel_not_supported',
    `Reservation ${id} did not come through an account that changes bookings.`,
    source === null ? {} : { channel: source },
  )
}

/** The first attempt of a repeated change may have altered the status already. */
async function assertConfirmed(
  { services, scope, idempotencyKey }: PmsWrite,
  { id, shown_status: status }: BookedStay,
): Promise<void> {
  if (status === 'confirmed' || (await isBegun(services.db, scope, idempotencyKey))) return
  throw new ApiError('invalid_state', `Reservation ${id} is ${status}; only a confirmed stay is changed.`, {
    currentStatus: status,
  })
}

const keptOf = ({ services, scope }: PmsWrite, id: string) =>
  reservationToChange({ db: services.db, scope }, id, services.clock.now())

export type HostChangeRequest = Omit<ChangeWish, 'externalId'>

/** A channel that fetches our nights sells them until its next visit, so it would not refuse them itself. */
async function assertFree(
  { services, scope, idempotencyKey }: PmsWrite,
  { stay }: StayWithListing,
  { checkIn, checkOut }: HostChangeRequest,
  field: string,
): Promise<void> {
  if (checkIn === undefined || checkOut === undefined) return
  if (await isBegun(services.db, scope, idempotencyKey)) return
  const read = { tx: services.db, scope, now: services.clock.now() }
  await assertFreeToMove(read, { listingId: stay.listing_id, checkIn, checkOut }, stay, field)
}

/** Returns the cost of a change; changes nothing. */
export async function previewChange(
  write: PmsWrite,
  id: string,
  wish: HostChangeRequest,
): Promise<{ stay: BookedStay; preview: PreviewedChange }> {
  const kept = await keptOf(write, id)
  const { at, access, changes } = await targetOf(write, kept)
  await assertConfirmed(write, kept.stay)
  await assertFree(write, kept, wish, 'checkIn')
  try {
    const preview = await callConnection(access, (context) =>
      changes.preview(context, { externalId: at.stay.external_id, ...wish }),
    )
    return { stay: kept.stay, preview }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    throw toPmsError(error, { kind: 'change', provider: at.connector.manifest.id, source: kept.stay.source })
  }
}

const ofBooking = ({ stay, listing }: StayAtVendor) => ({
  externalId: stay.external_id,
  listingExternalId: listing.keeper.externalId,
})

/** A change as the preview showed it. */
export interface HostChange {
  token: string
  wish: HostChangeRequest
  description: string
  paymentDue?: string
}

/** The stay after the change; in a dry run as it is now. */
type HostChangeReply<R> = (stay: BookedStay) => R

const replying =
  <R>({ services, scope }: PmsWrite, kept: StayWithListing, reply: HostChangeReply<R>) =>
  async (db: Queryable): Promise<R> =>
    reply((await bookedStay(db, scope, kept.stay.id, services.clock.now())) ?? kept.stay)

export async function executeChange<R>(
  write: PmsWrite,
  id: string,
  shown: () => Promise<HostChange>,
  dryRun: boolean,
  reply: (stay: BookedStay, change: HostChange) => R,
): Promise<R> {
  const kept = await keptOf(write, id)
  const { at, access } = await targetOf(write, kept)
  const change = await shown()
  await assertConfirmed(write, kept.stay)
  await assertFree(write, kept, change.wish, 'previewToken')
  if (dryRun) return reply(kept.stay, change)
  const of = ofBooking(at)
  const wish = { externalId: of.externalId, ...change.wish }
  const request = { kind: 'change' as const, ...of, ...change, wish }
  return changeInPms(
    write,
    at,
    access,
    { request },
    replying(write, kept, (stay) => reply(stay, change)),
  )
}

export async function refundBooking<R>(
  write: PmsWrite,
  id: string,
  refund: { amount: string; currency: string; reason: string },
  dryRun: boolean,
  reply: HostChangeReply<R>,
): Promise<R> {
  const kept = await keptOf(write, id)
  const { at, access } = await targetOf(write, kept)
  const { services, scope, idempotencyKey } = write
  const { currency } = kept.stay
  if (currency !== null && currency !== refund.currency)
    throw new ApiError('invalid_body', `Reservation ${id} is paid in ${currency}.`, {
      field: 'currency',
      value_received: refund.currency,
      valid_values: [currency],
    })
  if (kept.stay.shown_status === 'pending' && !(await isBegun(services.db, scope, idempotencyKey)))
    throw new ApiError('invalid_state', `Reservation ${id} is pending: nothing was paid for it.`, {
      currentStatus: 'pending',
    })
  if (dryRun) return reply(kept.stay)
  const request = { kind: 'refund' as const, ...ofBooking(at), ...refund }
  return changeInPms(write, at, access, { request }, replying(write, kept, reply))
}
