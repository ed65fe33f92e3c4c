import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface VersionRow {
  /** Another after every transaction that changed what the API shows. */
  head: string
  /** Later after each of them. */
  written_at: Date
  /** When the next stay is over or the next request runs out; null: never. */
  next_change_by_time: Date | null
}

/**
 * undefined: nothing was ever written here. `xmin` is there for heads that were made anew (a sandbox that was emptied) within
 * the same millisecond.
 */
export async function recordVersion(
  db: Queryable,
  { workspaceId }: Scope,
  now: Date,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select concat_ws('.', extract(epoch from h.written_at), h.sequence, h.xmin) as head, h.written_at,
           least(
             (select min(r.completes_at) from reservations r
              where r.workspace_id = h.workspace_id and r.status = 'confirmed' and r.completes_at > ${now}),
             (select min(r.lapses_at) from reservations r
              where r.workspace_id = h.workspace_id and r.status = 'pending' and r.lapses_at > ${now})
           ) as next_change_by_time
    from workspace_heads h where h.workspace_id = ${workspaceId}::bigint ${prepared}`.execute(db)
  return rows[0]
}
