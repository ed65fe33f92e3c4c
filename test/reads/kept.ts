import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Queryable } from '../../src/platform/tenant.ts'

/** What is kept of a workspace says what its rows say. */
export async function assertCountsKept(db: Queryable, workspaceId: string): Promise<void> {
  const { rows } = await sql`select * from record_count_differences(${workspaceId}::bigint)`.execute(db)
  assert.deepEqual(rows, [])
}
