import { sql } from 'kysely'
import { takeLockInOrder } from '../../platform/lock-order.ts'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** Lets one transaction at a time set nights in a workspace; other writes go on. */
export async function lockCalendars(tx: Queryable, { workspaceId }: Scope): Promise<void> {
  takeLockInOrder(tx, 'calendars')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`calendars:${workspaceId}`}, 0)) ${prepared}`.execute(
    tx,
  )
}
