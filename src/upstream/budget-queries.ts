import { sql } from 'kysely'
import type { Queryable } from '../platform/tenant.ts'

export interface BudgetRequest {
  identity: string
  keys: string[]
  allowances: number[]
  windowsMs: number[]
  calls: number
  useWithinMs: number
}

/** Returns 0 if the calls are granted, otherwise the milliseconds to wait before the next request. */
export async function takeUpstreamCalls(db: Queryable, request: BudgetRequest): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select take_upstream_calls(${request.identity}, ${request.keys}::text[], ${request.allowances}::int[],
      ${request.windowsMs}::int[], ${request.calls}, ${request.useWithinMs}) as wait`.execute(db)
  return rows[0]?.wait ?? 0
}

/** Returns the longest pause in milliseconds that the vendor itself demanded under any of these keys. */
export async function blockedForMs(db: Queryable, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from max(blocked_until) - clock_timestamp()) * 1000)::float8 as wait
    from upstream_budgets where key = any(${keys}::text[])`.execute(db)
  return Math.max(0, rows[0]?.wait ?? 0)
}

export async function blockUpstream(db: Queryable, keys: readonly string[], forMs: number): Promise<void> {
  await sql`
    insert into upstream_budgets as b (key, blocked_until)
    select key, clock_timestamp() + make_interval(secs => ${forMs / 1000}) from unnest(${keys}::text[]) key order by key
    on conflict (key) do update set blocked_until = greatest(b.blocked_until, excluded.blocked_until)`.execute(
    db,
  )
}
