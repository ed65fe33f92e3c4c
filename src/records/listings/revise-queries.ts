import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { channelsOf, type ShownChannel } from './channels-sql.ts'

/** Returns the revisions after the change. */
export async function reviseListings(
  tx: Queryable,
  scope: Scope,
  ids: readonly string[],
  at: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`
    update listings set revision = revision + 1, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])
    returning id, revision`.execute(tx)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

export async function shownChannels(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, ShownChannel[]>> {
  const { rows } = await sql<{ id: string; channels: ShownChannel[] }>`
    select l.id, ${channelsOf('l', scope)} as channels from listings l
    where l.workspace_id = ${scope.workspaceId} and l.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, channels }) => [id, channels]))
}
