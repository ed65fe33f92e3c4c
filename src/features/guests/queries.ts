import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../http/list.ts'
import { likePattern } from '../../platform/like-pattern.ts'
import { from, inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import { onActiveListing } from '../../records/listings/active-sql.ts'
import { shownStatus } from '../../records/reservations/status-sql.ts'
import { isBeyond, isTold } from '../../records/guests/beyond-sql.ts'

export interface GuestFilters {
  q?: string
  has_reservation?: boolean
  listing_id?: string
}

export interface GuestColumns {
  id: string
  first_name: string | null
  last_name: string | null
  avatar_url: string | null
  language: string | null
  country: string | null
  currency: string | null
  created_at: Date
  email: string | null
  phone: string | null
}

export interface GuestDetailColumns extends GuestColumns {
  is_blacklisted: boolean
  blacklisted_reason: string | null
  risk_level: string | null
  verification_level: string | null
  flags: unknown
  notes: unknown
}

export interface ContactColumns {
  type: string
  value: string
  is_primary: boolean
  verified: boolean
  last_used_at: Date | null
  created_at: Date
}

/** What the bookings of a guest on active listings add up to. */
export interface GuestStays {
  guest_id: string
  total: number
  cancelled: number
  past: number
  revenue: string
  currency: string | null
  first_check_in: string | null
  last_check_in: string | null
}

const bookings = (scope: Scope, condition: RawBuilder<unknown> = sql`true`) => sql<boolean>`exists (
  select 1 from reservations where ${inScope(scope, 'reservations')}
    and reservations.guest_id = guests.id and ${condition})`

const bookedActive = (scope: Scope) =>
  bookings(
    scope,
    sql`reservations.merged_into is null and ${onActiveListing(scope, sql.ref('reservations.listing_id'))}`,
  )

/**
 * A guest is hidden when every booking is on an inactive listing, or is what a second source says of one; one without bookings is always visible. Asked row by
 * row for a page, where hashing all bookings first would cost more than the page itself.
 */
const visible = (scope: Scope) => sql<boolean>`coalesce((
  select bool_or(listings.active and reservations.merged_into is null) from reservations
  join listings on listings.workspace_id = reservations.workspace_id and listings.id = reservations.listing_id
  where ${inScope(scope, 'reservations')} and reservations.guest_id = guests.id), true)`

/** The same for a count, which goes through all guests. */
const visibleOfAll = (scope: Scope) => sql<boolean>`(${bookedActive(scope)} or not ${bookings(scope)})`

/** Numbers are stored as digits, however the caller groups them. */
const phonePattern = (text: string) =>
  /^\+?[\d\s()./-]*\d[\d\s()./-]*$/.test(text)
    ? likePattern(text.replaceAll(/[^\d+]/g, ''))
    : likePattern(text)

/** Nor is a guest found by what is not told. */
const searched = (scope: Scope, q: string) => sql<boolean>`(
  concat_ws(' ', guests.first_name, guests.last_name) ilike ${likePattern(q)}
  or exists (
    select 1 from guest_contacts c
    where c.workspace_id = ${scope.workspaceId}::bigint and c.guest_id = guests.id
      and c.value ilike case when c.type = 'phone' then ${phonePattern(q)} else ${likePattern(q)} end
      and ${isTold(scope, 'c')}))`

function conditions(
  scope: Scope,
  filters: GuestFilters,
  isVisible: RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  const { q, has_reservation: booked, listing_id: listingId } = filters
  return [
    ...(booked === undefined ? [isVisible] : []),
    ...(booked === true ? [bookedActive(scope)] : []),
    ...(booked === false ? [sql<boolean>`not ${bookings(scope)}`] : []),
    ...(listingId === undefined
      ? []
      : [bookings(scope, sql`reservations.listing_id = ${listingId}::bigint`)]),
    ...(q === undefined ? [] : [searched(scope, q)]),
  ]
}

const contact = (type: 'email' | 'phone') => sql<string | null>`(
  select c.value from guest_contacts c
  where c.workspace_id = guests.workspace_id and c.guest_id = guests.id and c.type = ${sql.lit(type)}
  order by c.is_primary desc, c.created_at, c.value limit 1)`

const columns = [
  'guests.id',
  'guests.first_name',
  'guests.last_name',
  'guests.avatar_url',
  'guests.language',
  'guests.currency',
  'guests.created_at',
] as const
/** No booking shows it. */
const country = (scope: Scope) =>
  sql<string | null>`case when not ${isBeyond(scope, sql.ref('guests.id'))} then guests.country end`.as(
    'country',
  )
const contactColumns = [contact('email').as('email'), contact('phone').as('phone')] as const

export async function guests(
  db: Queryable,
  scope: Scope,
  filters: GuestFilters,
  page: PageRequest,
): Promise<GuestColumns[]> {
  return from(db, scope, 'guests')
    .select([...columns, country(scope), ...contactColumns])
    .where((eb) =>
      eb.and([...conditions(scope, filters, visible(scope)), ...(page.after ? [page.after] : [])]),
    )
    .orderBy(page.orderBy as RawBuilder<string>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function guestTotal(db: Queryable, scope: Scope, filters: GuestFilters): Promise<number> {
  const row = await from(db, scope, 'guests')
    .select(sql<string>`count(*)`.as('total'))
    .where((eb) => eb.and(conditions(scope, filters, visibleOfAll(scope))))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Only for the guests named: a page of the list, or the one of a profile. */
export async function guestStays(
  db: Queryable,
  scope: Scope,
  guestIds: readonly string[],
  now: Date,
): Promise<Map<string, GuestStays>> {
  if (guestIds.length === 0) return new Map()
  return summed(
    db,
    sql`
      select guest_id, id, total_price, currency, check_in, check_out, completes_at, ${shownStatus(now)} as status
      from reservations
      where ${inScope(scope, 'reservations')}
        and guest_id = any(${guestIds}::bigint[]) and merged_into is null
        and ${onActiveListing(scope, sql.ref('reservations.listing_id'))}`,
    now,
  )
}

export interface PastBooking {
  id: string
  guest_id: string
  total_price: string | null
  currency: string | null
  check_in: string
  check_out: string
  completes_at: Date
  status: string
}

/** The same of bookings as they were. */
export const pastGuestStays = (
  db: Queryable,
  bookings: readonly PastBooking[],
  at: Date,
): Promise<Map<string, GuestStays>> =>
  summed(
    db,
    sql`
      select * from jsonb_to_recordset(${JSON.stringify(bookings)}::jsonb) as r (guest_id bigint, id bigint,
        total_price numeric, currency text, check_in date, check_out date, completes_at timestamptz, status text)`,
    at,
  )

async function summed(
  db: Queryable,
  bookings: RawBuilder<unknown>,
  now: Date,
): Promise<Map<string, GuestStays>> {
  // The stay has begun at the property when the instant after its last day, taken back by its length, has passed.
  const { rows } = await sql<GuestStays>`
    with booking as (
      select b.*, b.completes_at <= ${now} as over,
             b.completes_at - make_interval(hours => 24 * (b.check_out - b.check_in + 1)) <= ${now} as begun
      from (${bookings}) b
    ), main as (
      select distinct on (guest_id) guest_id, currency from booking
      where status <> 'cancelled' and total_price is not null
      order by guest_id, check_in desc, id desc
    )
    select booking.guest_id, count(*)::int as total, main.currency,
           (count(*) filter (where status = 'cancelled'))::int as cancelled,
           (count(*) filter (where status <> 'cancelled' and over))::int as past,
           round(coalesce(sum(total_price) filter (
             where status <> 'cancelled' and booking.currency is not distinct from main.currency), 0), 2)::text as revenue,
           min(check_in) filter (where status in ('confirmed', 'completed') and begun) as first_check_in,
           max(check_in) filter (where status in ('confirmed', 'completed') and begun) as last_check_in
    from booking left join main on main.guest_id = booking.guest_id
    group by booking.guest_id, main.currency`.execute(db)
  return new Map(rows.map((row) => [row.guest_id, row]))
}

export async function guest(db: Queryable, scope: Scope, id: string) {
  return from(db, scope, 'guests')
    .select([
      ...columns,
      country(scope),
      ...contactColumns,
      'guests.is_blacklisted',
      'guests.blacklisted_reason',
      'guests.risk_level',
      'guests.verification_level',
      'guests.flags',
      'guests.notes',
      visible(scope).as('visible'),
      isBeyond(scope, sql.ref('guests.id')).as('beyond'),
    ])
    .where('guests.id', '=', id)
    .executeTakeFirst()
}

export async function guestContacts(db: Queryable, scope: Scope, guestId: string): Promise<ContactColumns[]> {
  return from(db, scope, 'guest_contacts')
    .select(['type', 'value', 'is_primary', 'verified', 'last_used_at', 'created_at'])
    .where('guest_id', '=', guestId)
    .where(isTold(scope, 'guest_contacts'))
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('value')
    .execute()
}

/** The listings that hide a guest: all of them are inactive. */
export async function guestListings(db: Queryable, scope: Scope, guestId: string) {
  return from(db, scope, 'listings')
    .select(['listings.id', 'listings.name', 'listings.active', 'listings.inactive_reason'])
    .where(
      sql<boolean>`exists (select 1 from reservations where ${inScope(scope, 'reservations')}
        and reservations.guest_id = ${guestId}::bigint and reservations.listing_id = listings.id)`,
    )
    .orderBy('listings.id')
    .execute()
}

/** What the history of a guest tells of, as it is now. */
export async function guestStory(db: Queryable, scope: Scope, id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ story: Record<string, unknown> }>`
    select guest_story(g) || jsonb_build_object('contacts', coalesce((
             select jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value) order by c.type, c.value)
             from guest_contacts c where c.workspace_id = g.workspace_id and c.guest_id = g.id), '[]')) as story
    from guests g where ${inScope(scope, 'guests', 'g')} and g.id = ${id}`.execute(db)
  return rows[0]?.story ?? {}
}
