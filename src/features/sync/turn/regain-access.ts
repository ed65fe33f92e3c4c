/** Decides whether an account with refused access may be read; a locked-out one is tried with one call. */
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import { accountCreated } from '../../../records/events.ts'
import { wakeLinksOf } from '../../../records/selling/public.ts'
import { syncedConnection } from '../../../upstream/connection-queries.ts'
import { accessTypeOf } from '../../../upstream/granted.ts'
import { afterFailedTry, type RefusedAccess } from '../../../upstream/refused-access.ts'
import {
  forgetRefusedAccess,
  refusedAccess,
  storeRefusedAccess,
} from '../../../upstream/refused-access-queries.ts'
import { endTurn, holdsSchedule } from '../state/schedule-queries.ts'
import { ClaimLost, contextOf, type SyncTurn } from '../state/turn.ts'
import { restoreAccess } from '../../../upstream/connections/reading-queries.ts'

/** False ends the turn. */
export async function hasAccess(turn: SyncTurn): Promise<boolean> {
  const { scope, connection, environment } = turn
  const access = await refusedAccess(environment.services.db, scope, connection.id)
  if (connection.status === 'active') {
    if (access?.confirmedAt != null) throw new VendorError(access.kind, 'the access was refused again')
    return true
  }
  if (access === null) throw new ClaimLost()
  // A hint woke the connection early.
  if (access.retryAt > environment.services.clock.now()) await rest(turn, access)
  else if (await isAccepted(turn, access)) {
    await restore(turn)
    return true
  }
  return false
}

async function isAccepted(turn: SyncTurn, access: RefusedAccess): Promise<boolean> {
  const { environment, connector, log } = turn
  try {
    await connector.operations.probe(contextOf(turn, 'bookings'))
    return true
  } catch (error) {
    if (environment.signal.aborted) throw error
    const isVendors = error instanceof VendorError
    const next = afterFailedTry(access, {
      at: environment.services.clock.now(),
      atLeastMs: isVendors ? (error.retryAfterMs ?? 0) : 0,
      random: environment.random(),
    })
    log.info({ err: error, retryAt: next.retryAt }, 'the access of the account was tried in vain')
    await rest(turn, { ...next, clockAheadMs: (isVendors ? error.clockAheadMs : null) ?? null })
    return false
  }
}

async function rest(turn: SyncTurn, access: RefusedAccess): Promise<void> {
  const { scope, connection, holder, schedule, environment } = turn
  await environment.services.db.transaction().execute(async (tx) => {
    if (!(await holdsSchedule(tx, scope, connection.id, holder))) return
    await storeRefusedAccess(tx, scope, connection, access)
    await endTurn(tx, scope, connection.id, { ...schedule, holder, wakeAt: access.retryAt })
  })
}

/** Reading continues where it stopped, as after any pause. */
async function restore(turn: SyncTurn): Promise<void> {
  const { scope, connection, connector, holder, environment, log } = turn
  const { db, clock } = environment.services
  const hasWebhook = connector.operations.inbound !== undefined
  const isInboundDue = hasWebhook && connector.manifest.webhookByHand === undefined
  await db.transaction().execute(async (tx) => {
    if (!(await holdsSchedule(tx, scope, connection.id, holder))) throw new ClaimLost()
    const at = clock.now()
    const account = await restoreAccess(tx, scope, connection.id, { isInboundDue, at })
    if (!account) throw new ClaimLost()
    await forgetRefusedAccess(tx, scope, connection.id)
    await wakeLinksOf(tx, scope, connection.id, at)
    const accessType = accessTypeOf(connector, connection.granted)
    const of = { workspaceId: scope.workspaceId, ...account, accessType, at }
    await appendEvents(await openWrite(tx, scope, at), [accountCreated(of)])
  })
  Object.assign(connection, await syncedConnection(db, scope, connection.id))
  turn.schedule.failures = 0
  log.info('the provider accepts the access of the account again')
}
