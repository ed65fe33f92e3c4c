import { Type } from 'typebox'
import { sql } from 'kysely'
import { GuestProfile, GuestRow } from '../../contract/guest.ts'
import { listOf } from '../../contract/shared.ts'
import { listPage, listQuery, type ListOrdering } from '../../http/list.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { assertListingActive, listingInactive } from '../../records/listings/active.ts'
import { asOfParameter, readAsOf, assertExistedAt } from './history/as-of.ts'
import { HistoryQuery, HistoryReply, readHistoryPage } from './history/history-page.ts'
import { IdFilter, idParams } from '../../http/params/path-id.ts'
import { route } from '../route.ts'
import { toGuestProfile, toGuestRow, hideUnseenDetails, type GuestWithStays } from './map.ts'
import { shownByBookings } from '../../records/guests/beyond-sql.ts'
import { guestStays, guestStaysAt, type PastBooking } from './figures-queries.ts'
import { guests, guestTotal } from './list-queries.ts'
import {
  guest,
  guestContacts,
  guestListings,
  guestHistoryFields,
  type ContactColumns,
  type GuestDetailColumns,
} from './queries.ts'
import { contactsAt, pastGuest, usedContact } from '../../records/guests/past.ts'
import { withFields } from '../../records/past/state.ts'
import { reservationAt } from '../../records/reservations/story.ts'
import { listingsActiveAt, basesOfGuest, storyChanges } from '../../records/reservations/story-queries.ts'
import { completesAt } from '../../records/stay-times.ts'

/** A guest as the API answered at a moment of the past: who it was, and what the bookings of then added up to. */
const text = (value: unknown) => (typeof value === 'string' ? value : null)

async function staysAt(db: Queryable, scope: Scope, guestId: string, at: Date) {
  const bases = await basesOfGuest(db, scope, guestId, at)
  const changes = await storyChanges(db, scope, bases, at)
  const then = bases.flatMap((base) => {
    const shown = reservationAt(base, changes.get(base.id) ?? [], at)
    return shown?.['guestId'] === guestId ? [{ ...shown, timeZone: base.time_zone }] : []
  }) as (Record<string, unknown> & { timeZone: string | null })[]
  const active = await listingsActiveAt(
    db,
    scope,
    then.map(({ listingId }) => String(listingId)),
    at,
  )
  const bookings = then
    .filter(({ listingId }) => active.has(String(listingId)))
    .map(({ id, totalPrice, currency, checkIn, checkOut, status, timeZone }): PastBooking => ({
      ...{ id: String(id), guest_id: guestId, status: String(status) },
      ...{ total_price: text(totalPrice), currency: text(currency) },
      ...{ check_in: String(checkIn), check_out: String(checkOut) },
      completes_at: completesAt(String(checkOut), timeZone),
    }))
  return (await guestStaysAt(db, bookings, at)).get(guestId)
}

type VisibleGuestRow = GuestDetailColumns & { beyond: boolean }

async function guestAt(db: Queryable, scope: Scope, now: VisibleGuestRow, at: Date): Promise<GuestProfile> {
  assertExistedAt('Guest', now, at)
  const state = await pastGuest(db, scope, now.id, at)
  const all: Omit<ContactColumns, 'created_at'>[] = contactsAt(
    state,
    await guestContacts(db, { workspaceId: scope.workspaceId }, now.id),
    at,
  )
  const used = { email: usedContact(all, 'email'), phone: usedContact(all, 'phone') }
  const then = { ...withFields(now, state.fields), ...used }
  const isUsed = ({ type, value }: { type: string; value: string }) =>
    value === (type === 'email' ? used.email : used.phone)
  const stays = await staysAt(db, scope, now.id, at)
  return now.beyond
    ? toGuestProfile({ ...hideUnseenDetails(then), country: null }, all.filter(isUsed), stays)
    : toGuestProfile(then, all, stays)
}

const byId: ListOrdering<GuestWithStays> = {
  name: 'id',
  direction: 'asc',
  keys: [{ expression: sql`guests.id`, type: 'bigint', valueOf: (row) => row.guest.id }],
}

const ListGuests = listQuery(
  {
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Only guests whose name, e-mail address or phone number contains this, in any case.',
      }),
    ),
    has_reservation: Type.Optional(
      Type.Boolean({ description: 'Only guests with, or only guests without, a reservation of any status.' }),
    ),
    listing_id: IdFilter('Only guests with a reservation of this listing.'),
  },
  { defaultLimit: 20 },
)

export const guestRoutes = [
  route({
    method: 'GET',
    url: '/v1/guests',
    shaped: 'guest',
    versioned: 'by records and days',
    id: 'listGuests',
    family: 'guests',
    ofListings: 'narrows',
    tag: 'Guests',
    summary: 'List guests',
    description:
      'Ordered by `id`, ascending. A guest whose every reservation is on inactive listings is left out; a guest without reservations is not.',
    query: ListGuests,
    queryAliases: { listingId: 'listing_id' },
    reply: listOf(GuestRow),
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope, query } = context
      const { db } = services
      if (query.listing_id) await assertListingActive(db, scope, query.listing_id)
      return listPage(context, {
        defaultLimit: 20,
        ordering: byId,
        rows: async (page): Promise<GuestWithStays[]> => {
          const rows = await guests(db, scope, query, page)
          const ids = rows.map((row) => row.id)
          const stays = await guestStays(db, scope, ids, services.clock.now())
          return rows.map((row) => ({ guest: row, stays: stays.get(row.id) }))
        },
        total: () => guestTotal(db, scope, query),
        item: toGuestRow,
      })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/guests/:id',
    shaped: 'guest',
    versioned: 'by records and days',
    id: 'getGuest',
    family: 'guests',
    ofListings: 'narrows',
    tag: 'Guests',
    summary: 'Get a guest',
    description:
      'The profile with contacts, notes and what the bookings add up to. A key for single listings or accounts, and a request with `X-Account-Id`, are told of a guest who was elsewhere too what their own bookings show: name, language, picture, the address and number used now, and what those bookings add up to; no further contacts, country, notes, flags or reasons.',
    params: idParams('guest'),
    query: Type.Object(
      asOfParameter(
        ' Whether it may be seen is asked of now. Nothing of a guest who was forgotten is there before either.',
      ),
      { additionalProperties: false },
    ),
    reply: GuestProfile,
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope, params, query, fail } = context
      const seen = async (db: Queryable) => {
        const row = await guest(db, scope, params.id)
        if (!row) return fail('not_found', `No guest ${params.id} in this workspace.`)
        if (!row.visible) throw listingInactive(await guestListings(db, scope, params.id))
        return row
      }
      const { db } = services
      if (query.as_of !== undefined)
        return readAsOf(context, query.as_of, async (tx, at) => guestAt(tx, scope, await seen(tx), at))
      const row = await seen(db)
      const [contacts, stays] = await Promise.all([
        guestContacts(db, scope, params.id),
        guestStays(db, scope, [params.id], services.clock.now()),
      ])
      return toGuestProfile(row.beyond ? hideUnseenDetails(row) : row, contacts, stays.get(params.id))
    },
  }),

  route({
    method: 'GET',
    url: '/v1/guests/:id/history',
    id: 'listGuestChanges',
    family: 'guests',
    ofListings: 'narrows',
    tag: 'Guests',
    summary: 'List the changes of a guest',
    description:
      'Every change of what is known of the person, the newest first, with the fields it changed before and after and with its cause. `contacts` is told when an address or number is added. What the bookings add up to is no part of it.',
    params: idParams('guest'),
    query: HistoryQuery,
    reply: HistoryReply,
    errors: ['listing_inactive'],
    handle: (context) =>
      readHistoryPage(context, async (db) => {
        const { scope, params, fail } = context
        const row = await guest(db, scope, params.id)
        if (!row) return fail('not_found', `No guest ${params.id} in this workspace.`)
        if (!row.visible) throw listingInactive(await guestListings(db, scope, params.id))
        const only = row.beyond ? { only: shownByBookings } : {}
        return {
          ref: { type: 'guest', id: row.id, ...only },
          now: await guestHistoryFields(db, scope, row.id),
        }
      }),
  }),
]
