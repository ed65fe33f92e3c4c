/** Erases what receivers answered to events about a guest. */
import { sql } from 'kysely'
import { countAffectedRows } from '../../platform/count-affected-rows.ts'
import type { StoredEvent } from '../../platform/event-log-queries.ts'
import type { Queryable } from '../../platform/tenant.ts'

/** Returns how many answers were erased. */
export async function eraseReceiverAnswers(tx: Queryable, events: readonly StoredEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const keys = events.map(({ workspace_id, sequence }) => ({ workspace_id, sequence }))
  return countAffectedRows(
    tx,
    sql`
    update delivery_attempts a set response_body = null, error = null
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as n (workspace_id bigint, sequence bigint)
    where a.workspace_id = n.workspace_id and a.event_sequence = n.sequence
      and (a.response_body is not null or a.error is not null)`,
  )
}
