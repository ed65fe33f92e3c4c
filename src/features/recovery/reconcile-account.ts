/** Brings one account from restored to open: it is read as a whole, its nights are compared, then it may be written again. */
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { wakeLinksOf } from '../../records/selling/public.ts'
import type { SyncEnvironment } from '../../upstream/client.ts'
import { renewInbound } from '../../upstream/connections/inbound-queries.ts'
import { takeSchedule } from '../../upstream/connections/schedule-queries.ts'
import { keepDoubtfulNights } from '../calendar/public.ts'
import { fullReadingSince, readAnew, wakeConnection, type FullReading } from '../sync/public.ts'
import {
  isWorkspaceRead,
  recoveryAccount,
  updateRecoveryAccount,
  type AccountProgress,
  type RecoveryAccount,
} from './account-queries.ts'

const soonMs = 1_000
/** A person is needed, or the provider is down: nothing changes within seconds. */
const laterMs = 5_000
/** After so many readings that were not whole, or turns that failed, the account is told as stuck. It is tried on. */
const triesBeforeStuck = 3
/** A reading costs calls, so one that was not whole is repeated seldom once that was told. */
const stuckReadingMs = 5 * 60_000

export async function reconcileAccount(
  environment: SyncEnvironment,
  account: RecoveryAccount,
  declaredAt: Date,
): Promise<void> {
  const { db, clock } = environment.services
  const scope = { workspaceId: account.workspace_id }
  const progress =
    account.state === 'comparing'
      ? await compare(environment, scope, account)
      : await lookAtReading(environment, scope, account, declaredAt)
  if (progress.state === 'open') await openAccount(environment, scope, account, progress)
  else await updateRecoveryAccount(db, account, progress, clock.now())
}

const after = ({ services }: SyncEnvironment, ms: number) => new Date(services.clock.now().getTime() + ms)

async function lookAtReading(
  environment: SyncEnvironment,
  scope: Scope,
  account: RecoveryAccount,
  declaredAt: Date,
): Promise<AccountProgress> {
  const reading = await fullReadingSince(environment.services.db, scope, account.connection_id, declaredAt)
  // Nothing is written to an account that is not connected any more.
  if (reading === undefined || reading.status === 'disconnected') return { state: 'open', nextLookAt: null }
  if (reading.finished_at !== null && reading.run_id !== account.run_id) {
    if (isWhole(reading)) {
      const { proof, run_id: runId } = reading
      const about = { runId, found: proof ?? {}, tries: 0, error: null }
      return { ...about, state: 'comparing', nextLookAt: after(environment, 0) }
    }
    return readAgain(environment, scope, account, reading)
  }
  if (reading.status !== 'active' || reading.failures >= triesBeforeStuck) {
    const error = reading.action_message ?? lastError(reading) ?? 'the account could not be read'
    return { state: 'stuck', nextLookAt: after(environment, laterMs), error }
  }
  return { state: account.state, nextLookAt: after(environment, soonMs) }
}

/** The proof says that every stay was read. Where there is none, the run itself does. */
const isWhole = ({ proof, run_state: state }: FullReading): boolean =>
  proof === null ? state === 'completed' || state === 'partial' : proof.state === 'completed'

const lastError = ({ errors }: FullReading): string | undefined => errors.at(-1)?.message

async function readAgain(
  { services, ...environment }: SyncEnvironment,
  scope: Scope,
  account: RecoveryAccount,
  reading: FullReading,
): Promise<AccountProgress> {
  const { db, clock } = services
  await db.transaction().execute((tx) => readAnew(tx, scope, account.connection_id, clock.now()))
  const tries = account.tries + 1
  const isStuck = tries >= triesBeforeStuck
  return {
    state: isStuck ? 'stuck' : 'reading',
    nextLookAt: after({ services, ...environment }, isStuck ? stuckReadingMs : laterMs),
    tries,
    runId: reading.run_id,
    error: lastError(reading) ?? `${reading.proof?.unread ?? 'some'} stays could not be read`,
  }
}

async function compare(
  environment: SyncEnvironment,
  scope: Scope,
  account: RecoveryAccount,
): Promise<AccountProgress> {
  const { db } = environment.services
  if (!(await isWorkspaceRead(db, scope)))
    return { state: 'comparing', nextLookAt: after(environment, soonMs) }
  const { kept, unread } = await keepDoubtfulNights(environment, scope, account.connection_id, account.epoch)
  if (unread.length === 0) return { state: 'open', nextLookAt: null, error: null, nightsKept: kept }
  const shown = unread.slice(0, 5).join(', ')
  return {
    state: 'comparing',
    nextLookAt: after(environment, laterMs),
    tries: account.tries + 1,
    error: `nights could not be read of ${unread.length} listings (${shown})`,
    nightsKept: kept,
  }
}

async function openAccount(
  { services: { db, clock, log } }: SyncEnvironment,
  scope: Scope,
  account: RecoveryAccount,
  progress: AccountProgress,
): Promise<void> {
  await db.transaction().execute((tx) => openInside(tx, scope, account, progress, clock.now()))
  log.info({ workspace: scope.workspaceId, connection: account.connection_id }, 'the account was reconciled')
}

async function openInside(
  tx: Queryable,
  scope: Scope,
  account: RecoveryAccount,
  progress: AccountProgress,
  at: Date,
): Promise<void> {
  const { connection_id: id } = account
  await takeSchedule(tx, scope, id)
  await updateRecoveryAccount(tx, account, progress, at)
  await renewInbound(tx, scope, id)
  await wakeConnection(tx, scope, id, at)
  await wakeLinksOf(tx, scope, id, at)
}

/** Opens an account that an operator has looked at. False if none is to be reconciled. */
export async function openAccountAnyway(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  at: Date,
): Promise<boolean> {
  await takeSchedule(tx, scope, connectionId)
  const account = await recoveryAccount(tx, scope, connectionId)
  if (account === undefined || account.state === 'open') return false
  await openInside(
    tx,
    scope,
    account,
    { state: 'open', nextLookAt: null, error: 'opened by the operator' },
    at,
  )
  return true
}
