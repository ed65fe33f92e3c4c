/** Booking requests that wait for the host: accepted or declined through the PMS that relays them. */
import { RequestAnswered, RequestDeclineBody } from '../../contract/reservation-write.ts'
import { ApiError } from '../../platform/api-error.ts'
import { idParams } from '../path-id.ts'
import { route } from '../route.ts'
import { DryRun } from '../dry-run.ts'
import { relayedStay, reservationToChange, type StayAtVendor } from './manager.ts'
import { answerInPms } from './pms-change.ts'
import type { PmsWrite } from './pms-create.ts'
import { isBegun } from './pms-open.ts'
import type { BookedStay } from './queries.ts'

const errors = [
  'listing_inactive',
  'reservation_not_pending',
  'request_expired',
  'request_no_longer_pending',
  'channel_not_supported',
  'connection_reauth_required',
  'no_connection',
  'pms_writes_off',
  'pms_write_unsupported',
  'pms_rejected',
  'pms_error',
] as const

/** Throws what is no request that waits for the host. */
function assertPending(stay: BookedStay): void {
  if (stay.has_lapsed && stay.status === 'pending') {
    throw new ApiError('request_expired', `The request ${stay.id} was not answered in time.`, {
      currentStatus: stay.shown_status,
      ...(stay.source === null ? {} : { channel: stay.source }),
    })
  }
  if (stay.status === 'pending' && stay.pending_reason === 'host_approval') return
  throw new ApiError(
    'reservation_not_pending',
    `Reservation ${stay.id} is ${stay.shown_status} and waits for no answer of the host.`,
    { currentStatus: stay.shown_status },
  )
}

type Asked = PmsWrite & { headers: Record<string, string | string[] | undefined>; params: { id: string } }

async function requestToAnswer({ services, scope, params, idempotencyKey }: Asked): Promise<StayAtVendor> {
  const now = services.clock.now()
  const kept = await reservationToChange({ db: services.db, scope }, params.id, now)
  // An answer that was begun and is asked for again may be why it waits no more.
  if (!(await isBegun(services.db, scope, idempotencyKey))) assertPending(kept.stay)
  const relayed = relayedStay(kept, services.connectors)
  if (relayed) return relayed
  const channel = kept.stay.source
  throw new ApiError(
    'channel_not_supported',
    `Requests${channel === null ? '' : ` on ${channel}`} can be answered only through a PMS that relays them.`,
    channel === null ? {} : { channel },
  )
}

const common = {
  method: 'POST',
  tag: 'Reservations',
  params: idParams('reservation'),
  query: DryRun,
  reply: RequestAnswered,
  errors,
} as const

export const answerRoutes = [
  route({
    ...common,
    url: '/v1/reservations/:id/accept',
    id: 'acceptReservation',
    summary: 'Accept a booking request',
    description:
      'Works where the PMS of the listing relays answers; the reservation moves when the channel confirms it.',
    handle: async (context) =>
      answerInPms(
        context,
        await requestToAnswer(context),
        { action: 'accept' },
        context.query.dry_run === true,
      ),
  }),

  route({
    ...common,
    url: '/v1/reservations/:id/decline',
    id: 'declineReservation',
    summary: 'Decline a booking request',
    description:
      'Works where the PMS of the listing relays answers; the reservation moves when the channel confirms it.',
    body: RequestDeclineBody,
    handle: async (context) =>
      answerInPms(
        context,
        await requestToAnswer(context),
        { action: 'decline', ...context.body },
        context.query.dry_run === true,
      ),
  }),
]
