import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

/**
 * Ends nights that waited to be sent to a PMS when the backup was taken: most were sent since, and somebody may have set
 * them otherwise. Returns how many.
 */
export async function dropOpenPushes(tx: Queryable, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update calendar_pushes
    set state = 'refused', next_attempt_at = null, settled_at = ${at}, updated_at = ${at}, error_code = 'restored',
        error = 'The server was restored from a backup; set the night again if the PMS does not show it.'
    where state in ('pending', 'sent', 'failed')`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
