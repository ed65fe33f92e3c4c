import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import type { Queryable } from '../src/platform/tenant.ts'

/** The database's own fastest way to take a workspace's reservations, indexes and constraints included; milliseconds. */
export async function copyTime(db: Queryable, workspaceId: string): Promise<number> {
  const file = `/tmp/lodgewire-bench-copy-${process.pid}`
  await sql`copy (select * from reservations where workspace_id = ${sql.lit(workspaceId)}) to ${sql.lit(file)} (format binary)`.execute(
    db,
  )
  await sql`create table copied (like reservations including all)`.execute(db)
  const started = performance.now()
  await sql`copy copied from ${sql.lit(file)} (format binary)`.execute(db)
  const ms = performance.now() - started
  await sql`drop table copied`.execute(db)
  rmSync(file, { force: true })
  return ms
}
