/** Tells the operator what a restore found, account by account. */
import type { RecoveryReport } from '../../contract/operator-recovery.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { keptNights } from '../calendar/public.ts'
import { heldDeliveryCounts } from '../webhooks/public.ts'
import { recoveryAccountRows, recoveryRows, type RecoveryAccountRow } from './report-queries.ts'

export async function recoveryReport(db: Queryable): Promise<RecoveryReport> {
  const [latest] = await recoveryRows(db)
  if (latest === undefined) return { epoch: 1, recovery: null }
  const accounts = await recoveryAccountRows(db, latest.epoch)
  const held = await heldDeliveryCounts(db)
  const kept = await keptNights(db)
  return {
    epoch: Number(latest.epoch),
    recovery: {
      state: latest.ended_at === null ? 'reconciling' : 'completed',
      backup: latest.backup,
      takenAt: latest.taken_at.toISOString(),
      restoredAt: latest.restored_at.toISOString(),
      declaredAt: latest.declared_at.toISOString(),
      endedAt: latest.ended_at?.toISOString() ?? null,
      pushesDropped: latest.pushes_dropped,
      mailsDropped: latest.mails_dropped,
      accounts: accounts.map(toAccount),
      heldDeliveries: held.map((one) => ({
        workspaceId: one.workspace_id,
        webhookId: one.webhook_id,
        held: one.held,
      })),
      keptNights: kept.map((one) => ({
        workspaceId: one.workspace_id,
        listingId: one.listing_id,
        date: one.date,
        connectionId: one.connection_id,
        shownUnits: one.shown_units,
        unitsLeft: one.units_left,
      })),
    },
  }
}

const toAccount = ({ found, ...row }: RecoveryAccountRow) => ({
  workspaceId: row.workspace_id,
  connectionId: row.connection_id,
  provider: row.provider,
  state: row.state,
  since: row.since.toISOString(),
  stays: {
    compared: found.compared ?? 0,
    new: found.found ?? 0,
    changed: found.changed ?? 0,
    gone: found.gone ?? 0,
    unread: found.unread ?? 0,
  },
  nightsKept: row.nights_kept,
  error: row.error,
})
