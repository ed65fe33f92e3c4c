/** Life of a connect session: created by an app, finished or cancelled by the holder of its id. */
import type { Principal } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { findConnectableConnector, notOfferedError } from '../connections/find-connector.ts'
import type { Services } from '../../../services.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import {
  changeSession,
  countSessions,
  dropSessionsBefore,
  insertSession,
  lockSession,
  sessionRow,
  type NewConnectSession,
  type ConnectSessionRow,
} from './queries.ts'
import { newSessionId, sessionKey, type SessionKey } from './session-id.ts'
import { afterMove, isTerminal, type SessionMove } from './session-state.ts'

/** Long enough to ask a colleague for the key. */
const lifetimeMs = 24 * 3_600_000
const retentionMs = 30 * 24 * 3_600_000
const hourMs = 3_600_000

const pageUrl = ({ publicUrl }: Pick<Services, 'publicUrl'>, sessionId: string) =>
  `${publicUrl}/connect/${sessionId}`

export interface NewSessionLink {
  sessionId: string
  url: string
  expiresAt: Date
}

export async function createSession(
  services: Services,
  tx: Queryable,
  scope: Scope,
  session: NewConnectSession,
): Promise<NewSessionLink> {
  const at = services.clock.now()
  const expiresAt = new Date(at.getTime() + lifetimeMs)
  const sessionId = newSessionId(scope)
  const key = sessionKey(sessionId)
  if (!key) throw new Error(`${sessionId} does not have the form of a session id`)
  await assertSessionQuota(services, tx, scope, at)
  await dropSessionsBefore(tx, scope, new Date(at.getTime() - retentionMs))
  await insertSession(tx, key, session, { at, expiresAt })
  return { sessionId, url: pageUrl(services, sessionId), expiresAt }
}

/** Each session opens the workspace, so their number is limited. */
async function assertSessionQuota(
  { config }: Services,
  tx: Queryable,
  scope: Scope,
  at: Date,
): Promise<void> {
  const before = (ms: number) => new Date(at.getTime() - ms)
  const limit = config.maxConnectSessions
  const counts = await countSessions(tx, scope, {
    at,
    youngSince: before(hourMs),
    openSince: before(lifetimeMs),
  })
  const { young, oldestYoung, open, firstEnd } = counts
  if (young >= limit)
    throw tooManySessionsError(
      `This workspace made ${young} connect sessions within an hour, and ${limit} is the most`,
      limit,
      (oldestYoung ?? at).getTime() + hourMs - at.getTime(),
    )
  if (open >= limit)
    throw tooManySessionsError(
      `This workspace has ${open} open connect sessions, and ${limit} is the most`,
      limit,
      (firstEnd ?? at).getTime() - at.getTime(),
    )
}

function tooManySessionsError(what: string, limit: number, waitMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new ApiError(
    'rate_limit_exceeded',
    `${what}; wait ${seconds} s.`,
    { limit, retry_after: seconds },
    { fix: 'Use the sessions there are, cancel those nobody needs, or wait as long as `retry_after` says.' },
  )
}

/** Does not repeat the id, which may open somebody else's session. */
export const unknownSessionError = () =>
  new ApiError('not_found', 'There is no such connect session.', { field: 'sessionId' })

export interface OpenSession {
  sessionId: string
  key: SessionKey
  row: ConnectSessionRow
}

export async function findSession(services: Services, sessionId: string): Promise<OpenSession> {
  const key = sessionKey(sessionId)
  const row = key && (await sessionRow(services.db, key))
  if (!key || !row) throw unknownSessionError()
  return { sessionId, key, row }
}

/** Both undefined for a request without a key. */
export interface SessionCaller {
  principal: Principal | undefined
  scope: Scope | undefined
}

/** With a key, the session must belong to a workspace the key may see. */
export function assertSessionVisible(key: SessionKey, { principal, scope }: SessionCaller): void {
  if (!principal || [principal.workspaceId, scope?.workspaceId].includes(key.scope.workspaceId)) return
  throw unknownSessionError()
}

/** Throws unless the session may make this move now. */
export async function findSessionForMove(
  services: Services,
  sessionId: string,
  move: SessionMove,
): Promise<OpenSession> {
  const session = await findSession(services, sessionId)
  afterMove(session.row, move, services.clock.now())
  return session
}

/** Throws unless the session waits for mapping; only then may it show the workspace's listings. */
export async function findMappingSession(
  services: Services,
  sessionId: string,
  caller: SessionCaller = { principal: undefined, scope: undefined },
): Promise<OpenSession> {
  const session = await findSession(services, sessionId)
  assertSessionVisible(session.key, caller)
  afterMove(session.row, 'finish', services.clock.now())
  const { state } = session.row
  if (state === 'awaiting_room_mapping') return session
  throw new ApiError('invalid_state', 'This connect session has no rooms to map to listings.', {
    field: 'sessionId',
    currentStatus: state,
  })
}

/** Locks the session and moves it. Throws unless the move is allowed now. */
export async function moveSession(
  services: Services,
  tx: Queryable,
  key: SessionKey,
  move: SessionMove,
  more: { provider?: string; connectionId?: string } = {},
): Promise<ConnectSessionRow> {
  const row = await lockSession(tx, key)
  if (!row) throw unknownSessionError()
  const now = services.clock.now()
  const state = afterMove(row, move, now)
  await changeSession(tx, key, { state, ...more, ...(isTerminal(state) ? { finishedAt: now } : {}) })
  return { ...row, state }
}

/** Throws unless the session offers the provider. */
export function assertOffered({ row }: OpenSession, provider: string): void {
  const { allowed_providers: allowed } = row
  if (allowed === null || allowed.includes(provider)) return
  throw notOfferedError(provider, allowed)
}

export async function selectProvider(services: Services, sessionId: string, provider: string) {
  const session = await findSessionForMove(services, sessionId, 'select')
  const { manifest } = findConnectableConnector(servicesIn(services, session.key.scope), provider)
  assertOffered(session, provider)
  await services.db
    .transaction()
    .execute((tx) => moveSession(services, tx, session.key, 'select', { provider }))
  return {
    sessionId,
    provider,
    pattern: manifest.connectPattern,
    nextUrl: pageUrl(services, sessionId),
  }
}

export async function cancelSession(
  services: Services,
  tx: Queryable,
  caller: SessionCaller,
  sessionId: string,
): Promise<ConnectSessionRow> {
  const key = sessionKey(sessionId)
  if (!key) throw unknownSessionError()
  assertSessionVisible(key, caller)
  return moveSession(services, tx, key, 'cancel')
}
