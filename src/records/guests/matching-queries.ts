import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import { contact } from './contact-sql.ts'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { MentionedContact, GuestDraft, KnownGuest } from './matching.ts'

export interface GuestLookup {
  externalIds: string[]
  contacts: Pick<MentionedContact, 'type' | 'value'>[]
  ids: string[]
  /** Hashes that identify forgotten guests. */
  hashes: string[]
}

/** Returns every guest that a batch of records could mean. */
export async function knownGuests(
  db: Queryable,
  scope: Scope,
  connectionId: string | null,
  lookup: GuestLookup,
): Promise<KnownGuest[]> {
  const { rows } = await sql<KnownGuest>`
    with wanted as (
      select id from guests
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}::bigint
        and external_id = any(${lookup.externalIds}::text[])
      union
      select c.guest_id from guest_contacts c
      join unnest(${lookup.contacts.map(({ type }) => type)}::text[],
                  ${lookup.contacts.map(({ value }) => value)}::text[]) as used (type, value)
        on used.type = c.type and used.value = c.value
      where c.workspace_id = ${scope.workspaceId}
      union
      select unnest(${lookup.ids}::bigint[])
      union
      select guest_id from forgotten_guests
      where workspace_id = ${scope.workspaceId}
        and hash in (select decode(h, 'hex') from unnest(${lookup.hashes}::text[]) h)
    )
    select g.id, case when g.connection_id = ${connectionId}::bigint then g.external_id end as "externalId",
           g.first_name as "firstName", g.last_name as "lastName", g.language, g.country, g.avatar_url as "avatarUrl",
           jsonb_build_object('email', ${contact(scope, 'email')}, 'phone', ${contact(scope, 'phone')}) as reached,
           (select count(*)::int from reservations r
            where r.workspace_id = ${scope.workspaceId}::bigint and r.guest_id = g.id) as bookings,
           coalesce((select jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value, 'lastUsedAt',
                              to_char(c.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
                     from guest_contacts c
                     where c.workspace_id = ${scope.workspaceId}::bigint and c.guest_id = g.id), '[]') as contacts,
           to_char(g.forgotten_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "forgottenAt",
           array(select encode(f.hash, 'hex') from forgotten_guests f
                 where f.workspace_id = ${scope.workspaceId}::bigint and f.guest_id = g.id and g.forgotten_at is not null) as hashes
    from guests g
    where ${inScope(scope, 'guests', 'g')} and g.id in (select id from wanted) ${prepared}`.execute(db)
  return rows
}

export interface StoredDraft extends GuestDraft {
  id: string
}

export async function insertGuests(
  db: Queryable,
  scope: Scope,
  connectionId: string | null,
  drafts: readonly StoredDraft[],
  at: Date,
): Promise<void> {
  if (drafts.length === 0) return
  await sql`
    insert into guests (workspace_id, id, connection_id, external_id, first_name, last_name, language, country,
                        avatar_url, created_at, updated_at)
    select ${scope.workspaceId}, id, ${connectionId}::bigint, "externalId", "firstName", "lastName", language, country,
           "avatarUrl", ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as r (id bigint, "externalId" text, "firstName" text,
      "lastName" text, language text, country text, "avatarUrl" text) ${prepared}`.execute(db)
}

export async function updateGuests(
  db: Queryable,
  scope: Scope,
  connectionId: string | null,
  drafts: readonly StoredDraft[],
  at: Date,
): Promise<void> {
  if (drafts.length === 0) return
  await sql`
    update guests g
    set external_id = case when g.connection_id = ${connectionId}::bigint then coalesce(g.external_id, r."externalId")
                           else g.external_id end,
        first_name = r."firstName", last_name = r."lastName", language = r.language, country = r.country,
        avatar_url = r."avatarUrl", updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as r (id bigint, "externalId" text, "firstName" text,
      "lastName" text, language text, country text, "avatarUrl" text)
    where g.workspace_id = ${scope.workspaceId} and g.id = r.id`.execute(db)
}

/** Adds new contacts, records the use of known ones, and makes the last used the primary of its type. */
export async function storeContacts(
  db: Queryable,
  scope: Scope,
  drafts: readonly StoredDraft[],
  at: Date,
): Promise<void> {
  const contacts = drafts.flatMap(({ id, contacts: list }) =>
    list.map((contact) => ({ guestId: id, ...contact })),
  )
  if (contacts.length === 0) return
  await sql`
    with input as (
      select "guestId" as guest_id, type, value, "lastUsedAt" as last_used_at,
             row_number() over (partition by "guestId", type
                                order by "lastUsedAt" desc nulls last, value collate "C") = 1 as is_primary
      from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb)
        as r ("guestId" bigint, type text, value text, "lastUsedAt" timestamptz)
    )
    insert into guest_contacts (workspace_id, guest_id, type, value, is_primary, last_used_at, created_at)
    select ${scope.workspaceId}, guest_id, type, value, is_primary, last_used_at, ${at} from input
    on conflict (workspace_id, guest_id, type, value) do update
      set is_primary = excluded.is_primary, last_used_at = excluded.last_used_at
      where (guest_contacts.is_primary, guest_contacts.last_used_at)
            is distinct from (excluded.is_primary, excluded.last_used_at) ${prepared}`.execute(db)
}
