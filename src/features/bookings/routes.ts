import {
  changeableFields,
  ReservationCancelBody,
  ReservationCancelled,
  ReservationCreateBody,
  ReservationCreated,
  ReservationUpdateBody,
  ReservationUpdated,
  unchangeableFields,
} from '../../contract/reservation-write.ts'
import { unavailable } from '../../http/error-envelope.ts'
import { RouteReply } from '../../http/route.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { currentPatience } from '../../platform/request-patience.ts'
import { otherChannelFailures } from '../../upstream/account-failures.ts'
import { idParams } from '../../http/params/path-id.ts'
import { route } from '../route.ts'
import { DryRun } from '../../http/params/dry-run.ts'
import { cancelForChannel } from './cancel-for-channel.ts'
import { changeToJudge, draftToJudge, dryRunWarnings } from './dry-run-warnings.ts'
import {
  assertNativeTarget,
  listingToBook,
  findPms,
  relayedStay,
  reservationToChange,
  findStayInPms,
  type StayWithListing,
} from './manager.ts'
import { cancelNative, buildCancellation, toCancelled } from './native-cancel.ts'
import { assertChannelsRead } from './channels-first.ts'
import { checkNativeDraft, createNative } from './native-create.ts'
import { rethrowAsFailure } from './rethrow-as-failure.ts'
import { assertModifiable, modifyNative } from './native-modify.ts'
import { cancelInPms } from './pms/pms-change.ts'
import { PmsBooking } from './pms/pms-booking.ts'
import { modifyInPms } from './pms/pms-modify.ts'
import { rehearse } from '../../platform/rehearse.ts'
import { idOf, isChannel } from './rules.ts'
import { isVrboBookingWithoutAccount } from './queries.ts'
import { refuseFields } from './unsupported.ts'

/** Throws where only the channel that took the booking can change it. */
function assertNotOfChannel({ stay }: StayWithListing): void {
  if (!isChannel(stay.source)) return
  throw new ApiError(
    'reservation_owned_by_channel',
    `Reservation ${stay.id} was booked on ${stay.source}, which alone can change it.`,
    { owner: stay.source },
  )
}

/** One of those that the channel has for all its bookings. Throws `invalid_body`. */
function reasonIn(reason: string | undefined, offered: readonly string[], channel: string): string {
  if (reason !== undefined && offered.includes(reason)) return reason
  throw new ApiError('invalid_body', `${channel} calls a booking off for one of its reasons alone.`, {
    field: 'reason',
    ...(reason === undefined ? {} : { value_received: reason.slice(0, 200) }),
    valid_values: [...offered],
  })
}

/** Of every write that may go to a PMS. */
const pmsErrors = [
  'connection_reauth_required',
  'no_connection',
  'pms_writes_off',
  'pms_write_unsupported',
  'pms_rejected',
  'pms_error',
] as const

export const bookingRoutes = [
  route({
    method: 'POST',
    url: '/v1/reservations',
    id: 'createReservation',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Reservations',
    summary: 'Create a reservation',
    description:
      'Where a PMS keeps the listing the booking is made there first and then recorded here; any other listing is booked here, with its guest, conversation, calendar and events in one step. A unit is never sold twice for the same night.',
    query: DryRun,
    body: ReservationCreateBody,
    reply: ReservationCreated,
    status: 201,
    otherStatus: 200,
    errors: [
      'listing_inactive',
      'unsupported_field',
      'reservation_not_created',
      'reservation_create_failed',
      ...pmsErrors,
      'channel_not_supported',
      'pms_unavailable',
      'pms_duplicate',
      'reservation_created_in_pms_only',
    ],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const { services, scope, body, query } = context
      const listing = await listingToBook({ db: services.db, scope }, idOf(body.listingId))
      const pms = findPms(listing, services.connectors)
      const dryRun = query.dry_run === true
      const status = dryRun ? 200 : 201
      if (pms) {
        const booking = await PmsBooking.check(context, pms, body)
        return new RouteReply(await (dryRun ? booking.rehearse() : booking.book()), { status })
      }
      const now = services.clock.now()
      checkNativeDraft(body, listing, now)
      await assertChannelsRead(services, scope, listing.id)
      const work = async (tx: typeof services.db) => {
        const made = await createNative(tx, scope, listing, body, now)
        if (currentPatience()?.isUnwanted()) throw unavailable('The caller has gone; nothing was booked.')
        return made
      }
      if (!dryRun) return writeOnce(context, work).catch(rethrowAsFailure('reservation_create_failed'))
      const { id: _, confirmationCode: __, ...made } = await rehearse(services.db, work)
      if (body.guestId === undefined) delete made.guestId
      const warnings = await dryRunWarnings(
        services.db,
        scope,
        draftToJudge(listing, body, { isPricedHere: true }),
        now,
      )
      return new RouteReply({ ...made, warnings, dryRun: true as const }, { status })
    },
  }),

  route({
    method: 'PATCH',
    url: '/v1/reservations/:id',
    id: 'updateReservation',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Reservations',
    summary: 'Change a reservation',
    description: `Changes ${changeableFields.join(', ')}; where a PMS keeps the reservation, its dates and how many come. A stay that is kept here is priced anew from its rates by a change of listing, dates or guests; what one in a PMS costs is for the PMS to say.`,
    params: idParams('reservation'),
    query: DryRun,
    body: ReservationUpdateBody,
    reply: ReservationUpdated,
    errors: [
      'listing_inactive',
      'unsupported_field',
      'reservation_owned_by_channel',
      'reservation_not_modifiable',
      'reservation_not_modified',
      'reservation_update_failed',
      ...pmsErrors,
      'channel_not_supported',
      'pms_unavailable',
      'pms_group_booking',
    ],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const { services, scope, params, body, query } = context
      const asked = { db: services.db, scope }
      const now = services.clock.now()
      const dryRun = query.dry_run === true
      const kept = await reservationToChange(asked, params.id, now)
      refuseFields(body, unchangeableFields, 'it is settled when the booking is made.')
      const target =
        body.listingId === undefined ? kept.listing : await listingToBook(asked, idOf(body.listingId))
      assertModifiable(kept.stay, target.id === kept.listing.id ? 'modify' : 'move')
      const inPms = findStayInPms(kept, services.connectors)
      if (inPms) return modifyInPms(context, inPms, body, dryRun)
      assertNotOfChannel(kept)
      assertNativeTarget(target, services.connectors)
      const work = (tx: typeof services.db) => modifyNative(tx, scope, { id: params.id, target, body, now })
      if (!dryRun) return writeOnce(context, work).catch(rethrowAsFailure('reservation_update_failed'))
      const made = await rehearse(services.db, work)
      const change = changeToJudge(target, kept.stay, body, { isPricedHere: true })
      const warnings = change ? await dryRunWarnings(services.db, scope, change, now) : []
      return { ...made, updatedAt: kept.stay.updated_at.toISOString(), warnings, dryRun: true as const }
    },
  }),

  route({
    method: 'POST',
    url: '/v1/reservations/:id/cancel',
    id: 'cancelReservation',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Reservations',
    summary: 'Cancel a reservation',
    description:
      'What is cancelled already stays so, and the answer says it. A booking that came through an account of Vrbo is called off there, and `reason` is one of the reasons of Vrbo.',
    params: idParams('reservation'),
    query: DryRun,
    body: ReservationCancelBody,
    bodyOptional: true,
    reply: ReservationCancelled,
    errors: [
      'listing_inactive',
      'reservation_owned_by_channel',
      'invalid_state',
      'reservation_update_failed',
      ...pmsErrors,
      ...otherChannelFailures,
      'pms_group_booking',
    ],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const { services, scope, params, body, query } = context
      const now = services.clock.now()
      const dryRun = query.dry_run === true
      const kept = await reservationToChange({ db: services.db, scope }, params.id, now)
      if (buildCancellation(kept.stay) === 'already') {
        const already = toCancelled(kept.stay, true)
        return dryRun ? { ...already, dryRun: true as const } : already
      }
      const channel = relayedStay(kept, services.connectors)?.connector
      const reasons = channel?.operations.hostCancellations?.reasons
      if (channel && reasons) {
        const reason = reasonIn(body?.reason, reasons, channel.manifest.displayName)
        return cancelForChannel(context, params.id, { channel: channel.manifest.id, reason }, dryRun)
      }
      const inPms = findStayInPms(kept, services.connectors)
      if (inPms) return cancelInPms(context, inPms, body?.reason, dryRun)
      if (!(await isVrboBookingWithoutAccount(services.db, scope, kept.stay.id))) assertNotOfChannel(kept)
      const work = (tx: typeof services.db) =>
        cancelNative(tx, scope, { id: params.id, reason: body?.reason ?? null, now })
      if (!dryRun) return writeOnce(context, work).catch(rethrowAsFailure('reservation_update_failed'))
      const made = await rehearse(services.db, work)
      return { ...made, updatedAt: kept.stay.updated_at.toISOString(), dryRun: true as const }
    },
  }),
]
