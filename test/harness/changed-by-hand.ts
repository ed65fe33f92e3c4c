import { sql } from 'kysely'
import type { Queryable, Scope } from '../../src/platform/tenant.ts'

/** What a test puts into tables by itself is a change like any other: pages that were shown before are not true any more. */
export async function changedByHand(db: Queryable, { workspaceId }: Scope): Promise<void> {
  await sql`update workspace_heads set written_at = written_at + interval '1 millisecond'
    where workspace_id = ${workspaceId}`.execute(db)
}
