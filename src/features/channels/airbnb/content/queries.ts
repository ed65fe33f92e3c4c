/** Stored sections of Airbnb listings. */
import { sql } from 'kysely'
import type { ContentSection, ContentSections } from '../../../../contract/channel-content/sections.ts'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'

export interface AirbnbLinkKey {
  connectionId: string
  externalId: string
}

export interface StoredSection<S extends ContentSection> {
  content: ContentSections[S]['content'] | null
  /** null: the channel may show something else by now. */
  readAt: Date | null
  lockedFields: string[]
}

const at = (scope: Scope, { connectionId, externalId }: AirbnbLinkKey, section: string) => sql`
  workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}
  and section = ${section}`

export async function storedSection<S extends ContentSection>(
  db: Queryable,
  scope: Scope,
  link: AirbnbLinkKey,
  section: S,
): Promise<StoredSection<S> | undefined> {
  const { rows } = await sql<StoredSection<S>>`
    select content, read_at as "readAt", locked_fields as "lockedFields" from channel_content
    where ${at(scope, link, section)}`.execute(db)
  return rows[0]
}

/**
 * Stores what was read, unless the link is gone or another writer holds the section. `lockedFields` null keeps the
 * stored ones.
 */
export async function storeSection(
  db: Queryable,
  scope: Scope,
  { connectionId, externalId }: AirbnbLinkKey,
  section: {
    section: string
    content: unknown
    readAt: Date
    lockedFields: readonly string[] | null
    holder: string | null
  },
): Promise<void> {
  const fields = section.lockedFields === null ? null : [...section.lockedFields]
  await sql`
    insert into channel_content as c (workspace_id, connection_id, external_id, section, content, read_at, locked_fields)
    select k.workspace_id, k.connection_id, k.external_id, ${section.section}, ${JSON.stringify(section.content)}::jsonb,
           ${section.readAt}::timestamptz, coalesce(${fields}::text[], '{}')
    from listing_links k
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId} and k.external_id = ${externalId}
    on conflict (workspace_id, connection_id, external_id, section) do update
      set content = excluded.content, read_at = excluded.read_at,
          locked_fields = coalesce(${fields}::text[], c.locked_fields)
      where (c.holder is not distinct from ${section.holder}::uuid or c.held_until <= ${section.readAt})
        and (c.read_at is null or c.read_at <= excluded.read_at)`.execute(db)
}

/** Locks the section and marks its content as outdated; false: another writer holds it. */
export async function lockSection(
  db: Queryable,
  scope: Scope,
  { connectionId, externalId }: AirbnbLinkKey,
  { section, holder, now, until }: { section: string; holder: string; now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into channel_content as c (workspace_id, connection_id, external_id, section, held_until, holder)
    select k.workspace_id, k.connection_id, k.external_id, ${section}, ${until}::timestamptz, ${holder}::uuid
    from listing_links k
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId} and k.external_id = ${externalId}
    on conflict (workspace_id, connection_id, external_id, section) do update
      set held_until = excluded.held_until, holder = excluded.holder, read_at = null
      where c.held_until is null or c.held_until <= ${now}
    returning 1`.execute(db)
  return rows.length > 0
}

/** When the section's lock ends. */
export async function sectionLockedUntil(
  db: Queryable,
  scope: Scope,
  link: AirbnbLinkKey,
  section: string,
): Promise<Date | null> {
  const { rows } = await sql<{ heldUntil: Date | null }>`
    select held_until as "heldUntil" from channel_content where ${at(scope, link, section)}`.execute(db)
  return rows[0]?.heldUntil ?? null
}

export async function renewSectionLock(
  db: Queryable,
  scope: Scope,
  link: AirbnbLinkKey,
  { section, holder, until }: { section: string; holder: string; until: Date },
): Promise<void> {
  await sql`
    update channel_content set held_until = ${until}
    where ${at(scope, link, section)} and holder = ${holder}::uuid`.execute(db)
}

export async function unlockSection(
  db: Queryable,
  scope: Scope,
  link: AirbnbLinkKey,
  { section, holder }: { section: string; holder: string },
): Promise<void> {
  await sql`
    update channel_content set held_until = null, holder = null
    where ${at(scope, link, section)} and holder = ${holder}::uuid`.execute(db)
}

/** Marks stored content as outdated, so that the next request reads it again. */
export async function expireSections(
  db: Queryable,
  scope: Scope,
  { connectionId, externalId }: AirbnbLinkKey,
  sections: readonly ContentSection[],
): Promise<void> {
  await sql`
    update channel_content set read_at = null
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}
      and section = any(${[...sections]}::text[])`.execute(db)
}
