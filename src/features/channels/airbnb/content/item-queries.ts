/** Items being created in sections of channel listings. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import type { AirbnbLinkKey } from './queries.ts'

/** Whether another item there has an unknown outcome. */
export async function isItemOpen(
  db: Queryable,
  scope: Scope,
  { connectionId, externalId }: AirbnbLinkKey,
  { section, keys }: { section: string; keys: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from vendor_acts
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and kind = 'add_channel_content'
      and request->>'externalId' = ${externalId} and request->>'section' = ${section}
      and state in ('asking', 'unknown') and next_look_at is not null and key <> all(${[...keys]}::text[])
    limit 1`.execute(db)
  return rows.length > 0
}

/** Items that another request created there. Ids of another listing do not count. */
export async function idsCreatedByOthers(
  db: Queryable,
  scope: Scope,
  { connectionId, externalId }: AirbnbLinkKey,
  { section, ids, key }: { section: string; ids: readonly string[]; key: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select result->>'id' as id from vendor_acts
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and kind = 'add_channel_content'
      and result->>'externalId' = ${externalId} and result->>'section' = ${section} and state = 'done'
      and result->>'id' = any(${[...ids]}::text[]) and key <> ${key}`.execute(db)
  return rows.map(({ id }) => id)
}
