import { sql } from 'kysely'
import type { Queryable, Scope } from '../../src/platform/tenant.ts'

/** Marks a workspace as changed after a test wrote its tables, so that remembered pages are dropped. */
export async function changedByHand(db: Queryable, { workspaceId }: Scope): Promise<void> {
  await sql`update workspace_heads set written_at = written_at + interval '1 millisecond'
    where workspace_id = ${workspaceId}`.execute(db)
}
