/** After a failed turn: when the account is read again, and whether its access counts as refused. */
import type { Connector } from '../../../connector-kit/connector.ts'
import { isHeldBack } from '../../../connector-kit/ratelimit.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { accountDisconnected } from '../../../records/events.ts'
import { recordRefusal } from '../../../upstream/note-access.ts'
import { afterFailedTry, isAccessRefusal, type RefusedAccess } from '../../../upstream/refused-access.ts'
import { storeRefusedAccess } from '../../../upstream/refused-access-queries.ts'
import { backoffMs } from '../state/rules.ts'
import { noteImportsStopped, noteRunFailure } from '../run/runs.ts'
import { endTurn, holdsSchedule } from '../state/schedule-queries.ts'
import type { TurnStep } from './steps.ts'
import { ClaimLost, type SyncTurn } from '../state/turn.ts'
import { demandReauthentication } from '../../../upstream/connections/reading-queries.ts'

/** Schedules a retry. After two refusals the account is locked out, and only its access is tried. */
export async function settleFailure(turn: SyncTurn, step: TurnStep, error: unknown): Promise<void> {
  const { scope, holder, connection, environment } = turn
  const { db, clock } = environment.services
  const access = await recordRefusal(environment.services, scope, connection, {
    error,
    random: environment.random(),
  })
  const isShutOut = access?.confirmedAt != null
  // The limit is used up for long; the turn continues afterwards.
  const isResting = isHeldBack(error)
  const failures = isResting ? turn.schedule.failures : turn.schedule.failures + 1
  const waitMs = waitAfter(turn, error, failures, access)
  const about = { err: error, entity: step.entity, failures, waitMs, isShutOut }
  if (isResting) turn.log.info(about, 'the vendor’s limit is used up for a while')
  else turn.log.warn(about, 'sync failed')
  try {
    if (step.run && !isResting) await noteRunFailure(turn, step.run, step.entity, error, isShutOut)
    if (isShutOut) await noteImportsStopped(turn, error, step.run)
  } catch (failure) {
    if (!(failure instanceof ClaimLost)) throw failure
    return
  }
  await db.transaction().execute(async (tx) => {
    if (!(await holdsSchedule(tx, scope, connection.id, holder))) return
    const planned = new Date(clock.now().getTime() + waitMs)
    const wakeAt = isShutOut ? await shutOut(turn, tx, access) : planned
    await endTurn(tx, scope, connection.id, { ...turn.schedule, holder, wakeAt, failures })
  })
}

function waitAfter(
  { environment }: SyncTurn,
  error: unknown,
  failures: number,
  access: RefusedAccess | undefined,
): number {
  const atLeastMs = error instanceof VendorError ? (error.retryAfterMs ?? 0) : 0
  if (isHeldBack(error)) return atLeastMs
  if (!isAccessRefusal(error)) return backoffMs(failures, environment.random(), atLeastMs)
  // New credentials came meanwhile and have not been tried.
  if (access === undefined) return 0
  return Math.max(0, access.retryAt.getTime() - environment.services.clock.now().getTime())
}

/** Reports the lockout once. Returns when access is tried again. */
async function shutOut(turn: SyncTurn, tx: Queryable, access: RefusedAccess): Promise<Date> {
  const { scope, connection, connector, environment } = turn
  const now = environment.services.clock.now()
  const next = afterFailedTry(access, { at: now, atLeastMs: 0, random: environment.random() })
  // New credentials came meanwhile and have not been tried.
  if (!(await storeRefusedAccess(tx, scope, connection, next))) return now
  const message = 'The provider no longer accepts the credentials. Connect the account again.'
  const account = await demandReauthentication(tx, scope, connection.id, message, now)
  if (account) {
    const reason = reasonOf(access, connector)
    const of = { workspaceId: scope.workspaceId, ...account, reason, at: now } as const
    await appendEvents(await openWrite(tx, scope, now), [accountDisconnected(of)])
  }
  return next.retryAt
}

/** With OAuth, a refused token does not prove that a person revoked it. */
function reasonOf({ kind }: RefusedAccess, { manifest }: Connector) {
  if (kind === 'reauth') return 'auth_expired'
  return manifest.connectPattern === 'oauth' ? 'refresh_token_rejected' : 'revoked_upstream'
}
