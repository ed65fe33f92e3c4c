/** Erases a guest, table by table. Statements return how many rows they erased; a second run erases none. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { PersonPatterns } from './erase.ts'
import type { StoredEvent } from '../../platform/event-log-queries.ts'
import { countAffectedRows } from '../../platform/count-affected-rows.ts'

export interface GuestToForget {
  id: string
  connection_id: string | null
  external_id: string | null
  first_name: string | null
  last_name: string | null
  forgotten_at: Date | null
  contacts: { type: string; value: string }[]
  /** Earlier names, latest first. */
  renamed: { firstName?: string | null; lastName?: string | null }[]
}

/** Locks the row, for forgetting. What it is known by is read afterwards, since a name or address may come in while this waits. */
export async function guestToForget(
  tx: Queryable,
  scope: Scope,
  id: string,
): Promise<GuestToForget | undefined> {
  await sql`select id from guests where workspace_id = ${scope.workspaceId} and id = ${id} for update`.execute(
    tx,
  )
  return guestIdentity(tx, scope, id)
}

/** Returns by which names, addresses and numbers a guest is known. */
export async function guestIdentity(
  tx: Queryable,
  scope: Scope,
  id: string,
): Promise<GuestToForget | undefined> {
  const { rows } = await sql<GuestToForget>`
    select id, connection_id, external_id, first_name, last_name, forgotten_at, coalesce((
             select jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value)) from guest_contacts c
             where c.workspace_id = ${scope.workspaceId}::bigint and c.guest_id = guests.id), '[]') as contacts,
           coalesce((
             select jsonb_agg(h.previous order by h.revision desc) from record_history h
             where h.workspace_id = ${scope.workspaceId}::bigint and h.record_type = 'guest' and h.record_id = guests.id
               and h.previous ?| array['firstName', 'lastName']), '[]') as renamed
    from guests where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
  return rows[0]
}

/** Ids of the guest's records. */
export interface GuestRecordIds {
  reservations: string[]
  conversations: string[]
  messages: string[]
  inquiries: string[]
  reviews: string[]
  /** Stays that now belong to another guest, each with the last revision before the reassignment. */
  lost: { id: string; revision: number }[]
}

export const lostIds = (lost: GuestRecordIds['lost']): string[] => lost.map(({ id }) => id)

export async function guestRecordIds(tx: Queryable, scope: Scope, guestId: string): Promise<GuestRecordIds> {
  const { rows } = await sql<GuestRecordIds>`
    with stays as (
      select r.id from reservations r where r.workspace_id = ${scope.workspaceId} and r.guest_id = ${guestId}
      union
      select s.id from reservations s join reservations r on r.workspace_id = s.workspace_id and r.id = s.merged_into
      where s.workspace_id = ${scope.workspaceId} and r.guest_id = ${guestId}
    ), threads as (
      select c.id from conversations c
      where c.workspace_id = ${scope.workspaceId}
        and (c.guest_id = ${guestId} or c.guest_id is null and c.reservation_id in (select id from stays))
    )
    select array(select id::text from stays) as reservations, array(select id::text from threads) as conversations,
           array(select m.id::text from messages m where m.workspace_id = ${scope.workspaceId}
                 and m.conversation_id in (select id from threads)) as messages,
           array(select i.id::text from inquiries i where i.workspace_id = ${scope.workspaceId}
                 and (i.guest_id = ${guestId} or i.conversation_id in (select id from threads))) as inquiries,
           array(select v.id::text from reviews v where v.workspace_id = ${scope.workspaceId}
                 and (v.guest_id = ${guestId} or v.reservation_id in (select id from stays))) as reviews,
           coalesce((
             select jsonb_agg(lost) from (
               select h.record_id::text as id, max(h.revision) as revision from record_history h
               where h.workspace_id = ${scope.workspaceId} and h.record_type = 'reservation'
                 and h.previous ? 'guestId' and h.previous ->> 'guestId' = ${guestId}
                 and h.record_id not in (select id from stays)
               group by h.record_id
             ) lost), '[]') as lost`.execute(tx)
  return (
    rows[0] ?? { reservations: [], conversations: [], messages: [], inquiries: [], reviews: [], lost: [] }
  )
}

export async function insertForgottenHashes(
  tx: Queryable,
  scope: Scope,
  guestId: string,
  hashes: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    insert into forgotten_guests (workspace_id, hash, guest_id, forgotten_at)
    select ${scope.workspaceId}, decode(h, 'hex'), ${guestId}, ${at} from unnest(${hashes}::text[]) h
    on conflict (workspace_id, hash) do update set guest_id = excluded.guest_id, forgotten_at = excluded.forgotten_at`.execute(
    tx,
  )
}

export const deleteContacts = (tx: Queryable, scope: Scope, guestId: string) =>
  countAffectedRows(
    tx,
    sql`delete from guest_contacts where workspace_id = ${scope.workspaceId} and guest_id = ${guestId}`,
  )

export const eraseGuest = (tx: Queryable, scope: Scope, guestId: string, at: Date) =>
  countAffectedRows(
    tx,
    sql`
    update guests
    set external_id = null, first_name = null, last_name = null, avatar_url = null, language = null, country = null,
        currency = null, is_blacklisted = false, blacklisted_reason = null, risk_level = null, verification_level = null,
        is_business_traveler = false, flags = '[]', notes = '[]', forgotten_at = ${at}, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${guestId} and forgotten_at is null`,
  )

export const eraseStays = (tx: Queryable, scope: Scope, ids: readonly string[]) =>
  countAffectedRows(
    tx,
    sql`
    update reservations set guest_details = null, cancel_reason = null
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])`,
  )

/** A source and a host write texts about a change of a stay. */
export const eraseAlterations = (
  tx: Queryable,
  scope: Scope,
  ids: readonly string[],
  { all }: PersonPatterns,
) =>
  countAffectedRows(
    tx,
    sql`
    update reservation_alterations set original = without_matches(original, ${all})
    where workspace_id = ${scope.workspaceId} and reservation_id = any(${ids}::bigint[]) and original::text ~* ${all}`,
  )

export const eraseConversations = (tx: Queryable, scope: Scope, ids: readonly string[], at: Date) =>
  countAffectedRows(
    tx,
    sql`
    update conversations set subject = null, last_message_preview = null, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])
      and (subject is not null or last_message_preview is not null)`,
  )

export const eraseMessages = (tx: Queryable, scope: Scope, ids: readonly string[]) =>
  countAffectedRows(
    tx,
    sql`
    update messages
    set body = '', translated_body = null, sender_name = null, sender_avatar = null, attachments = '[]'
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])
      and (body <> '' or sender_name is not null or sender_avatar is not null or attachments <> '[]')`,
  )

export const eraseReviews = (tx: Queryable, scope: Scope, ids: readonly string[], at: Date) =>
  countAffectedRows(
    tx,
    sql`
    update reviews
    set guest_name = null, guest_avatar = null, public_review = null, private_feedback = null, response_body = null,
        updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])
      and coalesce(guest_name, guest_avatar, public_review, private_feedback, response_body) is not null`,
  )

/** Events about these records, and their copies in the parent workspace. */
export async function eventsAbout(
  tx: Queryable,
  scope: Scope,
  {
    reservations = [],
    conversations = [],
    messages = [],
    inquiries = [],
    reviews = [],
  }: Partial<GuestRecordIds>,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    with own as (
      select workspace_id, sequence, data from events
      where workspace_id = ${scope.workspaceId}
        and (object_type = 'reservation' and object_id = any(${reservations}::bigint[])
             or object_type = 'message' and object_id = any(${messages}::bigint[])
             or object_type = 'inquiry' and object_id = any(${inquiries}::bigint[])
             -- What a language model wrote.
             or object_type = 'conversation' and object_id = any(${conversations}::bigint[])
             or object_type = 'review' and object_id = any(${reviews}::bigint[]))
    )
    select * from own
    union all
    select e.workspace_id, e.sequence, e.data
    from workspaces w join events e on e.workspace_id = w.parent_id
    where w.id = ${scope.workspaceId} and e.origin_workspace_id = w.id
      and e.origin_sequence in (select sequence from own)`.execute(tx)
  return rows
}
