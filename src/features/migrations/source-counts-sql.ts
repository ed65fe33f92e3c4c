/** Which records of an account are here, by kind, under the account's ids. */
import { sql, type RawBuilder } from 'kysely'

/** Kinds that a source lists. */
export const listed = ['listings', 'units', 'reservations', 'conversations', 'messages', 'reviews'] as const
export type ListedKind = (typeof listed)[number]

/** As `external_id` and `created_at`, for a workspace's connection. */
export const recordsHere: Record<
  ListedKind,
  (workspaceId: string, connectionId: string) => RawBuilder<unknown>
> = {
  listings: of('listing_links'),
  units: of('units'),
  reservations: (workspaceId, connectionId) => sql`
    ${of('reservations')(workspaceId, connectionId)} and t.external_id is not null
    union all ${of('inquiries')(workspaceId, connectionId)}`,
  conversations: of('conversations'),
  // Uses the ids the engine gives to nested records (`idWithin`).
  messages: (workspaceId, connectionId) => sql`
    select v.external_id || ' ' || m.external_id as external_id, m.created_at
    from conversations v
    join messages m on m.workspace_id = v.workspace_id and m.conversation_id = v.id
    where v.workspace_id = ${workspaceId} and v.connection_id = ${connectionId}`,
  reviews: of('reviews'),
}

function of(table: 'listing_links' | 'units' | 'reservations' | 'inquiries' | 'conversations' | 'reviews') {
  return (workspaceId: string, connectionId: string) => sql`
    select t.external_id, t.created_at from ${sql.table(table)} t
    where t.workspace_id = ${workspaceId} and t.connection_id = ${connectionId}`
}
