import { Type } from 'typebox'
import { sql } from 'kysely'
import { Reservation, reservationSources, reservationStatuses } from '../../../contract/reservation.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPageOfText, listQuery, type ListOrdering } from '../../../http/list.ts'
import { JsonText } from '../../../http/route.ts'
import { parseUpdatedSince, UpdatedSince } from '../../../http/updated-since.ts'
import { asOfParameter, HistoryQuery, HistoryReply, readHistoryPage, readAsOf } from '../../guests/public.ts'
import { AccountFilter, parseAccount } from '../../../http/params/account-filter.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { IdFilter, idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { refreshIfOlder, maxAge, sourcesOfReservation } from '../../sync/public.ts'
import { renderStoredNow, reservationAt, renderShownAt } from '../../../records/reservations/story.ts'
import { storyChanges, storyBase } from '../../../records/reservations/story-queries.ts'
import { reservation, reservations, reservationTotal, type ListedReservation } from './queries.ts'

const byId: ListOrdering<ListedReservation> = {
  name: 'id',
  direction: 'asc',
  keys: [{ expression: sql`reservations.id`, type: 'bigint', valueOf: (row) => row.id }],
}
const byChange: ListOrdering<ListedReservation> = {
  name: 'updatedAt',
  direction: 'asc',
  keys: [
    {
      expression: sql`reservations.updated_at`,
      type: 'timestamptz',
      valueOf: (row) => (row.updated_at as Date).toISOString(),
    },
    ...byId.keys,
  ],
}

/** The calendar of the database has no year 0. */
const date = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'date',
      pattern: '^(?!0000)',
      description: `${description} YYYY-MM-DD.`,
      examples: ['2026-05-01'],
    }),
  )

const ListReservations = listQuery(
  {
    listing_id: IdFilter('Only reservations of this listing.'),
    status: Type.Optional(
      oneOfStrings(reservationStatuses, {
        description: 'By the status the record shows, in any case.',
        caseInsensitive: true,
      }),
    ),
    platform: Type.Optional(
      oneOfStrings([...reservationSources, 'booking'], {
        description: 'By the `source` the record shows; `booking` means `booking.com`.',
        caseInsensitive: true,
      }),
    ),
    account: AccountFilter,
    check_in_after: date('Check-in on this day or later.'),
    check_in_before: date('Check-in on this day or earlier.'),
    check_out_after: date('Check-out on this day or later.'),
    check_out_before: date('Check-out on this day or earlier.'),
    updated_since: UpdatedSince,
  },
  { defaultLimit: 50 },
)

export const reservationRoutes = [
  route({
    method: 'GET',
    url: '/v1/reservations',
    shaped: 'reservation',
    versioned: 'by records',
    id: 'listReservations',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Reservations',
    summary: 'List reservations',
    description:
      'Ordered by `id`; with `updated_since` by `updatedAt`, then `id`. Reservations of inactive listings are left out.',
    query: ListReservations,
    queryAliases: {
      listingId: 'listing_id',
      checkInFrom: 'check_in_after',
      checkInAfter: 'check_in_after',
      checkInTo: 'check_in_before',
      checkInBefore: 'check_in_before',
      checkOutAfter: 'check_out_after',
      checkOutBefore: 'check_out_before',
    },
    reply: listOf(Reservation),
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope, query } = context
      const {
        cursor: _,
        offset: __,
        limit: ___,
        include_total: ____,
        updated_since,
        account,
        ...rest
      } = query
      if (query.listing_id) await assertListingActive(services.db, scope, query.listing_id)
      const updatedSince = updated_since === undefined ? undefined : parseUpdatedSince(updated_since)
      const filters = {
        ...rest,
        ...(rest.platform === 'booking' ? { platform: 'booking.com' } : {}),
        account: parseAccount(account),
        updatedSince,
        now: services.clock.now(),
      }
      return listPageOfText(context, {
        defaultLimit: 50,
        ordering: updatedSince ? byChange : byId,
        rows: (page) => reservations(services.db, scope, filters, page),
        total: () => reservationTotal(services.db, scope, filters),
        totalOf: (row) => Number(row.total),
        item: (row) => row.json,
      })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/reservations/:id',
    shaped: 'reservation',
    versioned: 'by records',
    id: 'getReservation',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Reservations',
    summary: 'Get a reservation',
    description: 'One reservation, in the same shape as in the list; with `as_of` as it was then.',
    params: idParams('reservation'),
    query: Type.Object(
      { ...maxAge, ...asOfParameter(' Not together with `max_age`.') },
      { additionalProperties: false },
    ),
    reply: Reservation,
    errors: ['listing_inactive', 'too_stale'],
    handle: async (context) => {
      const { services, scope, params, fail } = context
      const shown = async () => {
        const row = await reservation(services.db, scope, params.id, services.clock.now())
        if (!row) return fail('not_found', `No reservation ${params.id} in this workspace.`)
        if (!row.listing_active) await assertListingActive(services.db, scope, row.listing_id)
        return row.json
      }
      const { as_of: moment } = context.query
      if (moment !== undefined) {
        const { max_age: age, require_fresh: fresh } = context.query
        if (age !== undefined || fresh !== undefined) {
          return fail(
            'invalid_params',
            '`as_of` and `max_age` cannot be used together: the past is not read anew.',
            {
              field: 'as_of',
              value_received: moment.slice(0, 200),
            },
          )
        }
        await shown()
        return readAsOf(context, moment, async (db, at) => {
          const base = await storyBase(db, scope, params.id, at)
          if (!base) return fail('not_found', `No reservation ${params.id} in this workspace.`)
          const changes = await storyChanges(db, scope, [base])
          const past = reservationAt(base, changes.get(base.id) ?? [], at)
          if (past) return new JsonText(JSON.stringify(past))
          return fail('not_found', `Reservation ${base.id} was not there yet at ${at.toISOString()}.`)
        })
      }
      const stored = await shown()
      const dataFreshness = await refreshIfOlder(context, () =>
        sourcesOfReservation(services, scope, params.id),
      )
      if (!dataFreshness) return new JsonText(stored)
      const json = await shown()
      return new JsonText(`${json.slice(0, -1)},"dataFreshness":${JSON.stringify(dataFreshness)}}`)
    },
  }),

  route({
    method: 'GET',
    url: '/v1/reservations/:id/history',
    id: 'listReservationChanges',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Reservations',
    summary: 'List the changes of a reservation',
    description:
      'Every change of what the record shows, the newest first, with the fields it changed before and after and with its cause. That a stay is over is no change: time alone makes it `completed`.',
    params: idParams('reservation'),
    query: HistoryQuery,
    reply: HistoryReply,
    errors: ['listing_inactive'],
    handle: (context) =>
      readHistoryPage(context, async (db) => {
        const { services, scope, params, fail } = context
        const base = await storyBase(db, scope, params.id, services.clock.now())
        if (!base) return fail('not_found', `No reservation ${params.id} in this workspace.`)
        await assertListingActive(db, scope, base.listing_id)
        const kept = renderStoredNow(base)
        // That time ran out is a change, that the stay is over is none.
        const now =
          base.status === 'pending' ? renderShownAt(kept, base.time_zone, services.clock.now()) : kept
        return { ref: { type: 'reservation', id: base.id }, now }
      }),
  }),
]
