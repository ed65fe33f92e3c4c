/** Routes that accept or decline pending booking requests through the PMS that relays them. */
import { RequestAnswered, RequestDeclineBody } from '../../contract/reservation-write.ts'
import { airbnbFailures, bookingFailures } from '../../upstream/account-failures.ts'
import { idParams } from '../../http/params/path-id.ts'
import { route } from '../route.ts'
import { DryRun } from '../../http/params/dry-run.ts'
import { answerRequest } from './answer.ts'

const errors = [
  'listing_inactive',
  'reservation_not_pending',
  'request_expired',
  'request_no_longer_pending',
  'channel_not_supported',
  'insufficient_access',
  'connection_reauth_required',
  'no_connection',
  'pms_writes_off',
  'pms_write_unsupported',
  'pms_rejected',
  'pms_error',
  ...airbnbFailures,
  ...bookingFailures,
] as const

const common = {
  method: 'POST',
  tag: 'Reservations',
  params: idParams('reservation'),
  query: DryRun,
  reply: RequestAnswered,
  errors,
  statuses: { no_connection: 409 },
} as const

export const answerRoutes = [
  route({
    ...common,
    url: '/v1/reservations/:id/accept',
    id: 'acceptReservation',
    family: 'reservations',
    ofListings: 'narrows',
    summary: 'Accept a booking request',
    description:
      'Works at Airbnb and Booking.com, and where the PMS of the listing relays answers; the reservation moves when the channel confirms it.',
    handle: (context) =>
      answerRequest(context, context.params.id, { action: 'accept' }, context.query.dry_run === true),
  }),

  route({
    ...common,
    url: '/v1/reservations/:id/decline',
    id: 'declineReservation',
    family: 'reservations',
    ofListings: 'narrows',
    summary: 'Decline a booking request',
    description:
      'Works at Airbnb and Booking.com, and where the PMS of the listing relays answers; the reservation moves when the channel confirms it.',
    body: RequestDeclineBody,
    handle: (context) =>
      answerRequest(
        context,
        context.params.id,
        { action: 'decline', ...context.body },
        context.query.dry_run === true,
      ),
  }),
]
