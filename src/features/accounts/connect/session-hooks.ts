/** What a session adds to connecting an account, in the same transaction. */
import { ApiError } from '../../../platform/api-error.ts'
import type { NewEvent } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { eventOf } from '../../../records/events.ts'
import type { Services } from '../../../services.ts'
import { missingAccess } from '../../../upstream/granted.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import { connectionById } from '../connections/queries.ts'
import type { SessionHook } from '../connections/store-connection.ts'
import { lockSession, type ConnectSessionRow } from './queries.ts'
import { moveSession, unknownSessionError, type OpenSession } from './sessions.ts'
import { afterMove, type SessionMove } from './session-state.ts'
import { limitHistory, limitImport } from '../../../upstream/connections/reading-queries.ts'

interface ConnectedAccountRef {
  provider: string
  connectionId: string
  externalAccountId: string
}

async function lockSessionFor(
  { clock }: Services,
  tx: Queryable,
  { key }: OpenSession,
  move: SessionMove,
): Promise<ConnectSessionRow> {
  const locked = await lockSession(tx, key)
  if (!locked) throw unknownSessionError()
  afterMove(locked, move, clock.now())
  return locked
}

/** Ends the session with the account connected. */
export function createSessionHook(services: Services, session: OpenSession, provider: string): SessionHook {
  const { row } = session
  return {
    boundTo: row.reconnect ? row.connection_id : null,
    enter: async (tx) => void (await lockSessionFor(services, tx, session, 'finish')),
    async finish(tx, account) {
      await limitImportAsRequested(services, tx, session, account.connectionId)
      return finishSession(services, tx, session, { provider, ...account })
    },
  }
}

async function limitImportAsRequested(
  { clock }: Services,
  tx: Queryable,
  { key: { scope }, row }: OpenSession,
  connectionId: string,
): Promise<void> {
  if (row.purpose === 'migrate' && row.scope !== null) await limitImport(tx, scope, connectionId, row.scope)
  const months = row.reservation_history_months
  if (months !== null) await limitHistory(tx, scope, connectionId, { months, at: clock.now() })
}

/** Leaves the session waiting for units to be mapped, where our calendar may be written to the account. */
export function createUnitsHook(services: Services, session: OpenSession, provider: string): SessionHook {
  const usual = createSessionHook(services, session, provider)
  const { key, row } = session
  if (row.reconnect || row.purpose === 'migrate') return usual
  let before: ConnectSessionRow = row
  return {
    boundTo: null,
    async enter(tx) {
      before = await lockSessionFor(services, tx, session, 'await_mapping')
    },
    async finish(tx, account) {
      const { connectionId } = account
      assertSameAccount(before, connectionId, 'credentials')
      if (!(await canWriteCalendar(services, tx, key.scope, connectionId))) return usual.finish(tx, account)
      await limitImportAsRequested(services, tx, session, connectionId)
      await moveSession(services, tx, key, 'await_mapping', { provider, connectionId })
      return null
    },
  }
}

/** Whether our calendar may be written to this account's listings. */
async function canWriteCalendar(services: Services, tx: Queryable, scope: Scope, connectionId: string) {
  const row = await connectionById(tx, scope, connectionId)
  if (!row) return false
  const connector = servicesIn(services, scope).connectors[row.provider]
  return (
    connector?.manifest.category === 'ota' &&
    connector.operations.calendarWrites !== undefined &&
    missingAccess(connector, row.granted, 'listings') === null
  )
}

function assertSameAccount(before: ConnectSessionRow, connectionId: string, field: string): void {
  if (before.connection_id === null || before.connection_id === connectionId) return
  const what = field === 'hotelId' ? 'claimed another property' : 'connected another account'
  throw new ApiError('invalid_state', `This connect session has ${what} already.`, {
    field,
    currentStatus: before.state,
  })
}

/**
 * Leaves the session waiting for rooms to be mapped. Claiming again changes nothing. An account connected again keeps
 * its rooms, and nobody is asked.
 */
export function createClaimHook(services: Services, session: OpenSession, provider: string): SessionHook {
  const { row } = session
  if (row.reconnect || row.purpose === 'migrate') return createSessionHook(services, session, provider)
  let before: ConnectSessionRow = row
  return {
    boundTo: null,
    async enter(tx) {
      before = await lockSessionFor(services, tx, session, 'await_mapping')
    },
    async finish(tx, { connectionId }) {
      assertSameAccount(before, connectionId, 'hotelId')
      await moveSession(services, tx, session.key, 'await_mapping', { provider, connectionId })
      return null
    },
  }
}

/** Runs in the transaction that connected the account or mapped its units. */
export async function finishSession(
  services: Services,
  tx: Queryable,
  { sessionId, key, row }: OpenSession,
  { provider, connectionId, externalAccountId }: ConnectedAccountRef,
): Promise<NewEvent> {
  await moveSession(services, tx, key, 'finish', { provider, connectionId })
  return eventOf('connect.session.completed', {
    account: { id: connectionId, provider, externalAccountId },
    data: {
      sessionId,
      state: row.app_state,
      provider,
      externalAccountId,
      connectionId,
      purpose: row.purpose,
      completedAt: services.clock.now().toISOString(),
    },
  })
}
