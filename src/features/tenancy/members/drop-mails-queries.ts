import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

/** Ends mails that waited when a backup was taken, since most went out afterwards. Returns how many. */
export async function dropOpenMails(tx: Queryable, at: Date): Promise<number> {
  await sql`update mail_requests set waits = false where waits`.execute(tx)
  const { numAffectedRows } = await sql`
    update member_links
    set mail = 'failed', mail_error = 'The server was restored from a backup.', settled_at = ${at}, secret = null,
        next_attempt_at = null
    where mail = 'pending'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
