import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import { from, inScope, isNarrowed, type Queryable, type Scope } from '../../platform/tenant.ts'
import { isBeyond, isTold } from '../../records/guests/beyond-sql.ts'

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

/**
 * A guest is hidden if every booking is on an inactive listing or merged into another; one without bookings
 * is visible. Checked per row, because hashing all bookings costs more than a page.
 */
export const isGuestVisible = (scope: Scope) => sql<boolean>`coalesce((
  select bool_or(listings.active and reservations.merged_into is null) from reservations
  join listings on listings.workspace_id = reservations.workspace_id and listings.id = reservations.listing_id
  where ${inScope(scope, 'reservations')} and reservations.guest_id = guests.id), true)`

const contact = (scope: Scope, type: 'email' | 'phone') => sql<string | null>`(
  select c.value from guest_contacts c
  where c.workspace_id = ${scope.workspaceId}::bigint and c.guest_id = guests.id and c.type = ${sql.lit(type)}
  order by c.is_primary desc, c.created_at, c.value limit 1)`

export const guestColumns = [
  'guests.id',
  'guests.first_name',
  'guests.last_name',
  'guests.avatar_url',
  'guests.language',
  'guests.currency',
  'guests.created_at',
] as const
/** Bookings do not show the country. */
export const guestCountry = (scope: Scope) =>
  sql<string | null>`case when not ${isBeyond(scope, sql.ref('guests.id'))} then guests.country end`.as(
    'country',
  )
export const contactColumns = (scope: Scope) =>
  [contact(scope, 'email').as('email'), contact(scope, 'phone').as('phone')] as const

export async function guest(db: Queryable, scope: Scope, id: string) {
  return from(db, scope, 'guests')
    .select([
      ...guestColumns,
      guestCountry(scope),
      ...contactColumns(scope),
      'guests.is_blacklisted',
      'guests.blacklisted_reason',
      'guests.risk_level',
      'guests.verification_level',
      'guests.flags',
      'guests.notes',
      isGuestVisible(scope).as('visible'),
      isBeyond(scope, sql.ref('guests.id')).as('beyond'),
    ])
    .where('guests.id', '=', id)
    .$if(!isNarrowed(scope), (one) => one.modifyEnd(prepared))
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

/** The inactive listings that hide a guest. */
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

/** The current values of the fields in a guest's history. */
export async function guestHistoryFields(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ story: Record<string, unknown> }>`
    select guest_story(to_jsonb(g)) || jsonb_build_object('contacts', coalesce((
             select jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value) order by c.type, c.value)
             from guest_contacts c where c.workspace_id = ${scope.workspaceId}::bigint and c.guest_id = g.id), '[]')) as story
    from guests g where ${inScope(scope, 'guests', 'g')} and g.id = ${id}`.execute(db)
  return rows[0]?.story ?? {}
}
