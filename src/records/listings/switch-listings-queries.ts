import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Write } from '../../platform/outbox.ts'

/** Deactivates the listings this account keeps and returns their ids. */
export async function deactivateListings(
  write: Write,
  connectionId: string,
  origin: string,
): Promise<string[]> {
  return switchListings(write, sql`connection_id = ${connectionId} and active`, false, origin)
}

/** Reactivates listings that the disconnect deactivated, unless changed since. */
export async function reactivateListings(
  write: Write,
  ids: readonly string[],
  origin: string,
): Promise<string[]> {
  const off = sql`id = any(${ids}::bigint[]) and not active and inactive_reason = 'deactivated'`
  return switchListings(write, off, true, origin)
}

async function switchListings(
  { tx, scope, at }: Write,
  which: RawBuilder<unknown>,
  active: boolean,
  origin: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with changed as (
      update listings
      set active = ${active}, inactive_reason = ${active ? null : 'deactivated'}, updated_at = ${at},
          revision = revision + 1
      where workspace_id = ${scope.workspaceId} and ${which}
      returning id, revision
    ), noted as (
      insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
      select ${scope.workspaceId}, 'listing', id, revision, 'updated', jsonb_build_object('active', ${!active}::boolean),
             ${origin}, ${at} from changed
    )
    select id from changed order by id`.execute(tx)
  return rows.map((row) => row.id)
}
