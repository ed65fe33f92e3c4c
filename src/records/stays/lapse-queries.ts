/**
 * Requests and inquiries past their deadline. The first query covers all workspaces, because one timer serves
 * them all.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { dueRowsInTurn, freePlaces } from '../../platform/fairness/turns-sql.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** Matches the indexes' condition. A deadline set after the report is reported again. */
const untold = sql`(lapse_told_at is null or lapses_at > lapse_told_at)`

const lapsing = {
  reservations: sql`status = 'pending' and merged_into is null and ${untold}`,
  inquiries: sql`status in ('open', 'pre_approved', 'special_offer_sent') and ${untold}`,
} satisfies Record<string, RawBuilder<unknown>>

const lapsedIn = (table: keyof typeof lapsing, now: Date, limit: number) =>
  dueRowsInTurn(
    { table, due: 'lapses_at', key: { id: 'bigint' }, where: lapsing[table] },
    now,
    freePlaces(limit),
  )

/** Workspaces with unreported expired records. */
export async function lapsedWorkspaces(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select distinct workspace_id from (
      select workspace_id from ${lapsedIn('reservations', now, limit)} r
      union all
      select workspace_id from ${lapsedIn('inquiries', now, limit)} i) lapsed`.execute(db)
  return rows.map((row) => row.workspace_id)
}

export interface LapsedStay {
  id: string
  status: string
  /** It was shown as open; a record that arrived expired is no news. */
  was_open: boolean
}

/** Marks records as reported and returns them, under the workspace's head row. */
export async function claimLapsed(
  tx: Queryable,
  scope: Scope,
  table: keyof typeof lapsing,
  { now, limit }: { now: Date; limit: number },
): Promise<LapsedStay[]> {
  const { rows } = await sql<LapsedStay>`
    update ${sql.table(table)} set lapse_told_at = ${now}
    where workspace_id = ${scope.workspaceId} and id in (
      select id from ${sql.table(table)}
      where workspace_id = ${scope.workspaceId} and ${lapsing[table]} and lapses_at <= ${now}
      order by lapses_at limit ${limit})
    returning id, status, lapses_at > created_at as was_open`.execute(tx)
  return rows
}

/** Returns the new revisions. */
export async function markInquiriesChanged(
  tx: Queryable,
  scope: Scope,
  ids: readonly string[],
  at: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`
    update inquiries set revision = revision + 1, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])
    returning id, revision`.execute(tx)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}
