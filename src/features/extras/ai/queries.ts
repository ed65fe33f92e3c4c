/** Reads the records for AI operations, within what the caller may see. */
import { sql } from 'kysely'
import { from, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { NamedPerson } from '../../../records/guests/erase.ts'

export async function listing(db: Queryable, scope: Scope, id: string) {
  return from(db, scope, 'listings')
    .select([
      'listings.id',
      'listings.name',
      'listings.public_name',
      'listings.city',
      'listings.state',
      'listings.country_code',
      'listings.time_zone',
      'listings.currency',
      'listings.default_nightly_price',
      'listings.content',
      'listings.details',
      'listings.policies',
      'listings.amenities',
      'listings.photos',
    ])
    .where('listings.id', '=', id)
    .executeTakeFirst()
}
export type ListingFacts = NonNullable<Awaited<ReturnType<typeof listing>>>

export async function conversation(db: Queryable, scope: Scope, id: string) {
  return from(db, scope, 'conversations')
    .select([
      'conversations.id',
      'conversations.platform',
      'conversations.guest_id',
      'conversations.listing_id',
      'conversations.reservation_id',
      'conversations.subject',
    ])
    .where('conversations.id', '=', id)
    .executeTakeFirst()
}

/** The newest messages, oldest first. */
export async function lastMessages(db: Queryable, scope: Scope, conversationId: string, most: number) {
  const rows = await from(db, scope, 'messages')
    .select(['messages.direction', 'messages.sender_name', 'messages.body', 'messages.sent_at'])
    .where('messages.conversation_id', '=', conversationId)
    .orderBy('messages.sent_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed()
}
export type MessageFacts = Awaited<ReturnType<typeof lastMessages>>[number]

export async function stay(db: Queryable, scope: Scope, id: string) {
  return from(db, scope, 'reservations')
    .select([
      'reservations.guest_id',
      'reservations.check_in',
      'reservations.check_out',
      'reservations.check_in_time',
      'reservations.check_out_time',
      'reservations.status',
      'reservations.occupancy',
    ])
    .where('reservations.id', '=', id)
    .executeTakeFirst()
}
export type StayFacts = NonNullable<Awaited<ReturnType<typeof stay>>>

export async function review(db: Queryable, scope: Scope, id: string) {
  return from(db, scope, 'reviews')
    .select([
      'reviews.id',
      'reviews.listing_id',
      'reviews.guest_id',
      'reviews.guest_name',
      'reviews.reviewer_role',
      'reviews.rating',
      'reviews.public_review',
      'reviews.private_feedback',
      'reviews.platform',
    ])
    .where('reviews.id', '=', id)
    .executeTakeFirst()
}

export interface KnownPerson extends NamedPerson {
  id: string
  isForgotten: boolean
}

export async function isForgotten(db: Queryable, { workspaceId }: Scope, guestId: string): Promise<boolean> {
  const { rows } = await sql`
    select from guests g
    where g.workspace_id = ${workspaceId} and g.id = ${guestId} and g.forgotten_at is not null`.execute(db)
  return rows.length > 0
}

/** Every known name and contact of a guest, used only for hiding them. */
export async function knownPerson(
  db: Queryable,
  { workspaceId }: Scope,
  guestId: string | null,
): Promise<KnownPerson | null> {
  if (guestId === null) return null
  const { rows } = await sql<KnownPerson>`
    select g.id, g.forgotten_at is not null as "isForgotten", g.first_name as "firstName", g.last_name as "lastName", coalesce((
             select jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value)) from guest_contacts c
             where c.workspace_id = ${workspaceId} and c.guest_id = g.id), '[]') as contacts
    from guests g where g.workspace_id = ${workspaceId} and g.id = ${guestId}`.execute(db)
  return rows[0] ?? null
}
