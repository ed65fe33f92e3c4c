/** What is known of a listing to send to its property, and the note of that. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { PublishedHome } from './booking-publication.ts'
import type { PublishNote } from './publish-note.ts'

export interface PublishableHome extends PublishedHome {
  /** null: a native listing. */
  keptBy: string | null
}

export async function publishableHome(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<PublishableHome | undefined> {
  const { rows } = await sql<PublishableHome>`
    select l.content, l.photos,
           (select coalesce(jsonb_agg(jsonb_build_object('locale', t.locale, 'content', t.content) order by t.locale), '[]')
            from listing_texts t where t.workspace_id = ${scope.workspaceId} and t.listing_id = l.id) as texts,
           (select n.provider from connections n
            where n.workspace_id = ${scope.workspaceId} and n.id = l.connection_id) as "keptBy"
    from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id = ${listingId}`.execute(db)
  return rows[0]
}

/** Section name under which the push note is stored. */
const section = 'push'

/** Stores nothing for a room that is no longer linked. */
export async function updatePublishNote(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rooms: readonly { roomId: string }[],
  after: (before: PublishNote | null) => PublishNote,
): Promise<void> {
  for (const { roomId } of rooms) {
    const { rows } = await sql<{ content: PublishNote | null }>`
      select content from channel_content
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${roomId}
        and section = ${section}`.execute(db)
    const note = after(rows[0]?.content ?? null)
    await sql`
      insert into channel_content (workspace_id, connection_id, external_id, section, content, read_at)
      select k.workspace_id, k.connection_id, k.external_id, ${section}, ${JSON.stringify(note)}::jsonb, ${note.endedAt}::timestamptz
      from listing_links k
      where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId} and k.external_id = ${roomId}
      on conflict (workspace_id, connection_id, external_id, section) do update
        set content = excluded.content, read_at = excluded.read_at`.execute(db)
  }
}
