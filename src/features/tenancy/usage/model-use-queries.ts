/** Token counts of language models. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface ModelUse {
  source: 'operation' | 'reported'
  id: string
  day: string
  operation: string | null
  model: string
  tokensIn: number
  tokensOut: number
  latencyMs: number | null
  fallback: boolean | null
  projectId: string | null
  now: Date
}

/** False if it was recorded before. */
export async function insertModelUse(tx: Queryable, scope: Scope, use: ModelUse): Promise<boolean> {
  const { source, id, day, operation, model, tokensIn, tokensOut, latencyMs, fallback, projectId, now } = use
  const { rows } = await sql`
    insert into ai_usage (workspace_id, source, id, day, operation, model, tokens_in, tokens_out, latency_ms, fallback,
                          project_id, created_at)
    values (${scope.workspaceId}, ${source}, ${id}, ${day}, ${operation}, ${model}, ${tokensIn}, ${tokensOut}, ${latencyMs},
            ${fallback}, ${projectId}, ${now})
    on conflict (workspace_id, source, id) do nothing returning id`.execute(tx)
  return rows.length > 0
}
