/** Declares that the database came from a backup, in one transaction: from then on no process acts as if nothing had happened. */
import { writeEverywhere } from '../../platform/audit.ts'
import { jumpEventNumbers } from '../../platform/event-log-queries.ts'
import { notifyWork } from '../../platform/due-work/work-notices.ts'
import { readRecoveryState } from '../../platform/recovery-state.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { dropOpenPushes } from '../calendar/public.ts'
import { readAnew } from '../sync/public.ts'
import { dropOpenMails } from '../tenancy/public.ts'
import { holdOpenDeliveries } from '../webhooks/public.ts'
import {
  declaredEpoch,
  insertRecovery,
  insertRecoveryAccounts,
  jumpIds,
  lockRecoveries,
  noteDropped,
  type NewRecovery,
} from './declare-queries.ts'

export interface DeclaredRecovery {
  epoch: string
  /** False if it had been declared before. */
  isNew: boolean
  accounts: number
  heldDeliveries: number
}

export async function declareRecovery(
  db: Queryable,
  recovery: NewRecovery,
  by: 'cli' | 'system',
): Promise<DeclaredRecovery> {
  const declared = await db.transaction().execute((tx) => declareInside(tx, recovery, by))
  await readRecoveryState(db)
  return declared
}

async function declareInside(
  tx: Queryable,
  recovery: NewRecovery,
  by: 'cli' | 'system',
): Promise<DeclaredRecovery> {
  const { at } = recovery
  await lockRecoveries(tx)
  const known = await declaredEpoch(tx, recovery)
  if (known !== undefined) return { epoch: known, isNew: false, accounts: 0, heldDeliveries: 0 }
  const { epoch, numbersAhead } = await insertRecovery(tx, recovery)
  const accounts = await insertRecoveryAccounts(tx, epoch, at)
  for (const { workspace_id: workspaceId, connection_id: id } of accounts)
    await readAnew(tx, { workspaceId }, id, at)
  const heldDeliveries = await holdOpenDeliveries(tx, epoch, at)
  const [pushes, mails] = [await dropOpenPushes(tx, at), await dropOpenMails(tx, at)]
  await noteDropped(tx, epoch, { pushes, mails })
  await jumpIds(tx, numbersAhead)
  await jumpEventNumbers(tx, numbersAhead)
  const details = { epoch, takenAt: recovery.takenAt.toISOString(), accounts: accounts.length }
  await notifyWork(tx, 'recovery')
  await writeEverywhere(tx, { action: `${by}.recovery.declare`, actor: { kind: by }, details }, at)
  return { epoch, isNew: true, accounts: accounts.length, heldDeliveries }
}
