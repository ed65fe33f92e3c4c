/** Sets the retention of guests and history. Every caller comes through here, so each change is recorded. */
import type { Retention, RetentionBody } from '../../../contract/retention.ts'
import { targetOf, writeAuditLine, type Actor } from '../../../platform/audit.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { lockRetention, updateRetention, type RetentionRow } from './queries.ts'

export const toRetention = (row: RetentionRow | undefined): Retention => ({
  guestMonths: row?.guest_months ?? null,
  historyDays: row?.history_days ?? null,
  historyFrom: row?.history_from?.toISOString() ?? null,
  nextLookAt: row?.next_look_at?.toISOString() ?? null,
})

/** Undefined if there is no such workspace. `by` names the audit line's actor; requests have a line of their own. */
export async function changeRetention(
  tx: Queryable,
  scope: Scope,
  wanted: RetentionBody,
  { now, by }: { now: Date; by?: { actor: Actor; action: string } },
): Promise<Retention | undefined> {
  const before = await lockRetention(tx, scope)
  if (!before) return undefined
  const { guestMonths = before.guest_months, historyDays = before.history_days } = wanted
  const after = await updateRetention(tx, scope, { guestMonths, historyDays }, now)
  if (by) {
    const were = { guestMonthsWere: before.guest_months, historyDaysWere: before.history_days }
    const details = { guestMonths, historyDays, ...were }
    await writeAuditLine(
      tx,
      scope,
      { ...by, targets: [targetOf('workspace', scope.workspaceId)], details },
      now,
    )
  }
  return toRetention(after)
}
