import { Type } from 'typebox'
import { sql } from 'kysely'
import {
  AirbnbReservation,
  AirbnbReservationActed,
  AirbnbReservationActionBody,
  airbnbReservationFilters,
  readOf,
  readPageOf,
} from '../../../contract/channel-airbnb.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { listPage, listQuery, type ListOrdering } from '../../../http/list.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import type { Services } from '../../../services.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { IdFilter } from '../../../http/params/path-id.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { AccountIdFilter, selectAccounts } from './accounts.ts'
import { writeErrors, asAirbnb } from './errors.ts'
import { parseAction, type ReservationAction } from './parse-action.ts'
import { bookings, bookingTotal } from './reservation-page-queries.ts'
import { bookingOfCode, type AirbnbBookingRow } from './reservation-queries.ts'
import type { ReservationCancelled } from '../../../contract/reservation-write.ts'
import { answerRequest, cancelForChannel } from '../../bookings/public.ts'
import { countGuests } from '../engine/count-guests.ts'
import { guestNameOf } from '../engine/guest-name.ts'

/** Maps stored bookings to Airbnb's terms. Pure. */
const states: Record<string, AirbnbReservation['status']> = {
  accepted: 'accepted',
  completed: 'accepted',
  pending: 'pending',
  denied: 'denied',
}

const toAirbnbReservation = (row: AirbnbBookingRow): AirbnbReservation => ({
  id: row.id,
  confirmationCode: row.confirmation_code,
  listingId: row.listing_id,
  accountId: row.host.id,
  accountName: row.host.name,
  status: states[row.channel_status] ?? 'cancelled',
  checkIn: row.check_in,
  checkOut: row.check_out,
  guestName: guestNameOf(row.guest),
  guestCount: countGuests(row),
  totalPrice: row.total_price === null ? null : Number(row.total_price),
  currency: row.currency,
})

/** Answers booking requests and cancels bookings through the acts that all channels share. */
const outcome = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const

function actOnReservation(
  context: RouteWriteContext,
  { id, confirmation_code: confirmationCode }: AirbnbBookingRow,
  request: ReservationAction,
  dryRun: boolean,
): Promise<AirbnbReservationActed> {
  const { action } = request
  const toReply = (result: { dryRun?: true; alreadyCancelled?: true }): AirbnbReservationActed => ({
    id,
    confirmationCode,
    action,
    status: outcome[action],
    ...(result.alreadyCancelled ? { alreadyCancelled: true } : {}),
    ...(result.dryRun ? { dryRun: true } : {}),
  })
  if (request.action === 'cancel') {
    return asAirbnb<RouteWriteContext, ReservationCancelled, AirbnbReservationActed>(
      context,
      toReply,
      (write) => cancelForChannel(write, id, { channel: 'airbnb', reason: request.reason }, dryRun),
    )
  }
  return asAirbnb(context, toReply, (write) => answerRequest(write, id, request, dryRun))
}

const tag = 'Airbnb'

const CodeParams = Type.Object(
  {
    code: Type.String({
      pattern: '^[A-Z0-9]{1,32}$',
      description: "Airbnb's code of the booking.",
      examples: ['HMAB2C3D4E'],
    }),
  },
  { additionalProperties: false },
)

/** PostgreSQL has no year 0. */
const date = (description: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-05-01'] }))

const ListBookings = listQuery(
  {
    listing_id: IdFilter('Only bookings of this listing.'),
    status: Type.Optional(
      oneOfStrings(airbnbReservationFilters, {
        description: '`completed` are accepted stays that are over; `accepted` the others.',
      }),
    ),
    start_date: date('Only stays that end on this day or later. YYYY-MM-DD.'),
    end_date: date('Only stays that begin on this day or earlier. YYYY-MM-DD.'),
    account_id: AccountIdFilter,
  },
  { defaultLimit: 50 },
)

const byId: ListOrdering<AirbnbBookingRow> = {
  name: 'id',
  direction: 'asc',
  keys: [{ expression: sql`airbnb_bookings.id`, type: 'bigint', valueOf: (row) => row.id }],
}

/** Throws `not_found` or `listing_inactive`. */
async function findBooking(services: Services, scope: Scope, code: string): Promise<AirbnbBookingRow> {
  const { db, clock } = services
  const { connectionIds } = await selectAccounts(services, scope)
  const row = await bookingOfCode(db, scope, { code, connectionIds }, clock.now())
  if (!row) throw new ApiError('not_found', `No Airbnb booking ${code} in this workspace.`)
  await assertListingActive(db, scope, row.listing_id)
  return row
}

export const airbnbReservationRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/airbnb/reservations',
    id: 'listAirbnbReservations',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'List Airbnb reservations',
    description:
      'Bookings and requests of the connected hosts, as they were read last, ordered by `id`. Those of inactive listings are left out; `GET /v1/reservations` has the whole records.',
    query: ListBookings,
    reply: readPageOf(AirbnbReservation),
    errors: ['listing_inactive', 'not_found'],
    handle: async (context) => {
      const { services, scope, query } = context
      const { connectionIds, dataFreshness } = await selectAccounts(services, scope, query.account_id)
      if (query.listing_id !== undefined) await assertListingActive(services.db, scope, query.listing_id)
      const filters = {
        ...query,
        connectionIds,
        isOfAllHosts: query.account_id === undefined,
        now: services.clock.now(),
      }
      const page = await listPage(context, {
        defaultLimit: 50,
        ordering: byId,
        rows: (page) => bookings(services.db, scope, filters, page),
        total: () => bookingTotal(services.db, scope, filters),
        item: toAirbnbReservation,
      })
      return { ...page, dataFreshness }
    },
  }),

  route({
    method: 'GET',
    url: '/v1/channels/airbnb/reservations/:code',
    id: 'getAirbnbReservation',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'Get an Airbnb reservation',
    description: 'One booking by its code, in the same shape as in the list.',
    params: CodeParams,
    reply: readOf(AirbnbReservation),
    errors: ['listing_inactive'],
    handle: async ({ services, scope, params }) => {
      const row = await findBooking(services, scope, params.code)
      const { dataFreshness } = await selectAccounts(services, scope, row.host.id)
      return { data: toAirbnbReservation(row), dataFreshness }
    },
  }),

  route({
    method: 'POST',
    url: '/v1/channels/airbnb/reservations/:code',
    id: 'actOnAirbnbReservation',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'Accept, decline or cancel an Airbnb reservation',
    description:
      'Accepts or declines a request, or cancels a confirmed booking in the name of the host, which Airbnb may punish. A cancellation needs a reason that Airbnb offers for the booking.',
    params: CodeParams,
    query: DryRun,
    body: AirbnbReservationActionBody,
    reply: AirbnbReservationActed,
    errors: [
      ...writeErrors,
      'invalid_action',
      'invalid_state',
      'request_no_longer_pending',
      'request_expired',
      'channel_not_supported',
      'pms_writes_off',
    ],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const { services, scope, params, body, query } = context
      const row = await findBooking(services, scope, params.code)
      return actOnReservation(context, row, parseAction(body), query.dry_run === true)
    },
  }),
]
