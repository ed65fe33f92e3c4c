/** Token counts of language models. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export async function tokensOfDay(db: Queryable, scope: Scope, day: string): Promise<number> {
  const { rows } = await sql<{ tokens: string }>`
    select coalesce(sum(tokens_in + tokens_out), 0) as tokens from ai_usage
    where workspace_id = ${scope.workspaceId}::bigint and day = ${day}`.execute(db)
  return Number(rows[0]?.tokens ?? 0)
}
