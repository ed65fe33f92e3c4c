/** Requests booking changes and answers them. */
import type { AlterationAnswer, Alterations } from '../../../../connector-kit/alteration-operations.ts'
import type { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { AirbnbAlteration } from '../../../../contract/channel-airbnb-alterations.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import { actKeyFor } from '../../../../upstream/acts/key.ts'
import { actOnce, closeAct, unknownOutcome } from '../../../../upstream/acts/public.ts'
import { vendorFailure } from '../../../../upstream/errors.ts'
import {
  assertFreeToMove,
  bookingAccess,
  relayedStay,
  reservationToChange,
  type StayAtVendor,
} from '../../../bookings/public.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { provider } from '../accounts.ts'
import {
  readBookingAfter,
  findAnswer,
  findAlteration,
  outcomes,
  recordAnswer,
  recordRequest,
  type AlterationAnswerAct,
} from './alteration-acts.ts'
import type { AirbnbBookingRow } from '../reservation-queries.ts'
import { assertDates, type AlterationRequest } from './parse-alteration.ts'
import { draftAlteration, guestsOf } from './draft-alteration.ts'
import { toAirbnbAlteration } from './map.ts'
import { alteration, type StoredAlteration } from './queries.ts'

const invalidStateError = (message: string, currentStatus: string) =>
  new ApiError('invalid_state', message, { currentStatus })

interface AlterationTarget {
  at: StayAtVendor
  alterations: Alterations
}

/** Throws where the account cannot change bookings. */
async function findTarget(
  { services, scope }: RouteWriteContext,
  reservationId: string,
): Promise<AlterationTarget> {
  const reservation = await reservationToChange(
    { db: services.db, scope },
    reservationId,
    services.clock.now(),
  )
  const at = relayedStay(reservation, services.connectors)
  const alterations = at?.connector.operations.alterations
  if (at && alterations) return { at, alterations }
  throw new ApiError('channel_not_supported', 'Bookings on Airbnb cannot be changed from here.', {
    channel: provider,
  })
}

const refusedError = (error: VendorError) =>
  error.reason === 'too_late'
    ? new ApiError(
        'invalid_state',
        `${provider} says: ${error.vendorMessage ?? error.message}`,
        {},
        { cause: error },
      )
    : vendorFailure(error, provider, 'alteration')
const unknownError = (message: string, retryAfter: number | null) =>
  unknownOutcome(provider, message, retryAfter)

async function readAlteration(db: Queryable, scope: Scope, id: string, connectionId: string) {
  const row = await alteration(db, scope, id, [connectionId])
  if (!row) throw new Error('the alteration was not stored')
  return toAirbnbAlteration(row)
}

type AlterableStay = Awaited<ReturnType<typeof findTarget>>['at']['stay']

/** Builds the alteration as it is stored while the guest has not answered. */
const pendingRow = (
  stay: AlterableStay,
  request: AlterationRequest,
  { listingExternalId, now }: { listingExternalId: string; now: Date },
) => ({
  reservation_id: stay.id,
  status: 'pending',
  initiator: 'host',
  original: {
    checkIn: stay.check_in,
    checkOut: stay.check_out,
    guestCount: guestsOf(stay),
    totalPrice: stay.total_price,
  },
  check_in: request.checkIn ?? stay.check_in,
  check_out: request.checkOut ?? stay.check_out,
  guest_count: request.guestCount ?? guestsOf(stay),
  // Any other price is Airbnb's to compute; it is read with the booking.
  total_price: request.totalPrice ?? null,
  listing_external_id: listingExternalId,
  source_status: 'PENDING',
  requested_at: now.toISOString(),
  responded_at: null,
})

/** Shows what a dry run would send; it has neither an id nor moments. */
const showPlanned = (
  booking: AirbnbBookingRow,
  stay: AlterableStay,
  row: ReturnType<typeof pendingRow>,
  newListingId: string | null,
): AirbnbAlteration => ({
  ...toAirbnbAlteration({
    ...{ ...row, id: null, external_id: null, host: booking.host },
    ...{ confirmation_code: stay.confirmation_code, reservation_external_id: stay.external_id },
    ...{ listing_id: stay.listing_id, account_id: null, channel: provider },
    ...{
      new_listing_id: newListingId ?? stay.listing_id,
      created_at: null,
      updated_at: null,
      requested_at: null,
    },
  }),
  dryRun: true,
})

export async function requestAlteration(
  context: RouteWriteContext,
  booking: AirbnbBookingRow,
  request: AlterationRequest,
  dryRun: boolean,
): Promise<AirbnbAlteration> {
  const { services, scope } = context
  const { at, alterations } = await findTarget(context, booking.id)
  const { stay } = at
  assertDates(request.checkIn ?? stay.check_in, request.checkOut ?? stay.check_out, request)
  const access = await bookingAccess(services, scope, at)
  const assertOpen = () => {
    if (stay.shown_status === 'confirmed') return
    throw invalidStateError(
      `Reservation ${stay.id} is ${stay.shown_status}; only a confirmed stay is changed.`,
      stay.shown_status,
    )
  }
  const { draft, newListingId } = await draftAlteration(
    services.db,
    scope,
    access.connection.id,
    stay.external_id,
    request,
  )
  const row = pendingRow(stay, request, {
    listingExternalId: draft.listingExternalId ?? at.listing.keeper.externalId,
    now: services.clock.now(),
  })
  if (dryRun) {
    assertOpen()
    return showPlanned(booking, stay, row, newListingId)
  }
  const actRequest = {
    draft,
    row,
    place: { channel: provider, listingId: stay.listing_id, accountId: booking.account_id },
  }
  const key = actKeyFor(context.idempotencyKey)
  const result = await actOnce<{ externalId: string }>(access, key, {
    kind: 'request_alteration',
    request: [booking.id, request],
    kept: actRequest,
    async send(vendor) {
      assertOpen()
      return alterations.request(vendor, draft)
    },
    find: (vendor, connector, since) => findAlteration(vendor, connector, actRequest, since),
    refused: refusedError,
    unknown: unknownError,
  })
  return writeOnce(context, async (tx) => {
    const id = await recordRequest(tx, access, actRequest, result.externalId)
    await closeAct(tx, scope, key)
    return readAlteration(tx, scope, id, access.connection.id)
  })
}

/** Throws where the host cannot answer the change that way now. */
function assertAnswerable({ id, status, initiator }: StoredAlteration, answer: AlterationAnswer): void {
  if (status !== 'pending')
    throw invalidStateError(`Alteration ${id} is ${status}; it waits for no answer.`, status)
  const isOwn = initiator === 'host'
  if (isOwn === (answer === 'cancel')) return
  const party = isOwn ? 'the host: it can only be cancelled' : 'the guest: it can be accepted or declined'
  throw invalidStateError(`Alteration ${id} was asked for by ${party}.`, status)
}

export async function answerAlteration(
  context: RouteWriteContext,
  row: StoredAlteration,
  answer: AlterationAnswer,
  dryRun: boolean,
): Promise<AirbnbAlteration> {
  const { services, scope } = context
  // Repeating a done answer changes nothing.
  if (row.status === outcomes[answer])
    return { ...toAirbnbAlteration(row), ...(dryRun ? { dryRun: true as const } : {}) }
  assertAnswerable(row, answer)
  const { at, alterations } = await findTarget(context, row.reservation_id)
  const access = await bookingAccess(services, scope, at)
  const assertFree = async () => {
    if (answer !== 'accept') return
    const { new_listing_id: listingId, check_in: checkIn, check_out: checkOut } = row
    if (checkIn === null || checkOut === null) return
    const read = { tx: services.db, scope, now: services.clock.now() }
    const stretch = { listingId: listingId ?? at.stay.listing_id, checkIn, checkOut }
    await assertFreeToMove(read, stretch, at.stay, 'id')
  }
  if (dryRun) {
    await assertFree()
    const after = { ...row, status: outcomes[answer] }
    return { ...toAirbnbAlteration(after), dryRun: true }
  }
  const request: AlterationAnswerAct = {
    answer,
    reservationExternalId: row.reservation_external_id,
    row: alterationRowOf(row),
    place: { channel: provider, listingId: row.listing_id, accountId: row.account_id },
  }
  const key = actKeyFor(context.idempotencyKey)
  await actOnce<object>(access, key, {
    kind: 'answer_alteration',
    request: [row.id, answer],
    kept: request,
    async send(vendor) {
      await assertFree()
      await alterations.answer(vendor, { externalId: row.external_id, answer })
      return {}
    },
    find: (vendor, connector) => findAnswer(vendor, connector, request),
    refused: refusedError,
    unknown: unknownError,
  })
  const booking = await readBookingAfter(access, request)
  return writeOnce(context, async (tx) => {
    await recordAnswer(tx, access, request, booking)
    await closeAct(tx, scope, key)
    return readAlteration(tx, scope, row.id, access.connection.id)
  })
}

/** The stored columns only. */
const alterationRowOf = (row: StoredAlteration): AlterationAnswerAct['row'] => ({
  external_id: row.external_id,
  reservation_id: row.reservation_id,
  status: row.status,
  initiator: row.initiator,
  original: row.original,
  check_in: row.check_in,
  check_out: row.check_out,
  guest_count: row.guest_count,
  total_price: row.total_price,
  listing_external_id: row.listing_external_id,
  source_status: row.source_status,
  requested_at: row.requested_at,
  responded_at: row.responded_at,
})
