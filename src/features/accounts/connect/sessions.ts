/** The life of a connect session: made by an app, finished or cancelled by whoever has its id. */
import type { Principal } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { connectableConnector, notOffered } from '../connections/providers.ts'
import type { Services } from '../../../services.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import {
  changeSession,
  countSessions,
  dropSessionsBefore,
  insertSession,
  lockSession,
  sessionRow,
  type NewSession,
  type SessionRow,
} from './queries.ts'
import { newSessionId, sessionKey, type SessionKey } from './session-id.ts'
import { afterMove, isTerminal, type SessionMove } from './session-state.ts'

/** Long enough for somebody who has to ask a colleague for the key. */
const lifetimeMs = 24 * 3_600_000
const keptMs = 30 * 24 * 3_600_000
const hourMs = 3_600_000

const pageUrl = ({ publicUrl }: Pick<Services, 'publicUrl'>, sessionId: string) =>
  `${publicUrl}/connect/${sessionId}`

export interface MadeSession {
  sessionId: string
  url: string
  expiresAt: Date
}

export async function makeSession(
  services: Services,
  tx: Queryable,
  scope: Scope,
  session: NewSession,
): Promise<MadeSession> {
  const at = services.clock.now()
  const expiresAt = new Date(at.getTime() + lifetimeMs)
  const sessionId = newSessionId(scope)
  const key = sessionKey(sessionId)
  if (!key) throw new Error(`${sessionId} does not have the form of a session id`)
  await assertFew(services, tx, scope, at)
  await dropSessionsBefore(tx, scope, new Date(at.getTime() - keptMs))
  await insertSession(tx, key, session, { at, expiresAt })
  return { sessionId, url: pageUrl(services, sessionId), expiresAt }
}

/** Each session is a door to the workspace, so there are not more of them than people who could be asked. */
async function assertFew({ config }: Services, tx: Queryable, scope: Scope, at: Date): Promise<void> {
  const before = (ms: number) => new Date(at.getTime() - ms)
  const limit = config.maxConnectSessions
  const counts = await countSessions(tx, scope, {
    at,
    youngSince: before(hourMs),
    openSince: before(lifetimeMs),
  })
  const { young, oldestYoung, open, firstEnd } = counts
  if (young >= limit)
    throw tooMany(
      `This workspace made ${young} connect sessions within an hour, and ${limit} is the most`,
      limit,
      (oldestYoung ?? at).getTime() + hourMs - at.getTime(),
    )
  if (open >= limit)
    throw tooMany(
      `This workspace has ${open} open connect sessions, and ${limit} is the most`,
      limit,
      (firstEnd ?? at).getTime() - at.getTime(),
    )
}

function tooMany(what: string, limit: number, waitMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new ApiError(
    'rate_limit_exceeded',
    `${what}; wait ${seconds} s.`,
    { limit, retry_after: seconds },
    { fix: 'Use the sessions there are, cancel those nobody needs, or wait as long as `retry_after` says.' },
  )
}

/** Without what was sent: it may open the session of somebody else. */
export const unknownSession = () =>
  new ApiError('not_found', 'There is no such connect session.', { field: 'sessionId' })

export interface OpenSession {
  sessionId: string
  key: SessionKey
  row: SessionRow
}

export async function findSession(services: Services, sessionId: string): Promise<OpenSession> {
  const key = sessionKey(sessionId)
  const row = key && (await sessionRow(services.db, key))
  if (!key || !row) throw unknownSession()
  return { sessionId, key, row }
}

/** Undefined for a request without a key. */
export interface Caller {
  principal: Principal | undefined
  scope: Scope | undefined
}

/** With a key as well, the session has to be one of the workspace that the key may see. */
export function assertTheirs(key: SessionKey, { principal, scope }: Caller): void {
  if (!principal || [principal.workspaceId, scope?.workspaceId].includes(key.scope.workspaceId)) return
  throw unknownSession()
}

/** Throws unless the session may make this move now. */
export async function sessionFor(
  services: Services,
  sessionId: string,
  move: SessionMove,
): Promise<OpenSession> {
  const session = await findSession(services, sessionId)
  afterMove(session.row, move, services.clock.now())
  return session
}

/** Throws unless rooms are to be mapped to listings: only then does a session show what the workspace has. */
export async function sessionThatMaps(
  services: Services,
  sessionId: string,
  caller: Caller = { principal: undefined, scope: undefined },
): Promise<OpenSession> {
  const session = await findSession(services, sessionId)
  assertTheirs(session.key, caller)
  afterMove(session.row, 'finish', services.clock.now())
  const { state } = session.row
  if (state === 'awaiting_room_mapping') return session
  throw new ApiError('invalid_state', 'This connect session has no rooms to map to listings.', {
    field: 'sessionId',
    currentStatus: state,
  })
}

/** Locks the session; throws unless it may make this move now. */
export async function moveSession(
  services: Services,
  tx: Queryable,
  key: SessionKey,
  move: SessionMove,
  more: { provider?: string; connectionId?: string } = {},
): Promise<SessionRow> {
  const row = await lockSession(tx, key)
  if (!row) throw unknownSession()
  const now = services.clock.now()
  const state = afterMove(row, move, now)
  await changeSession(tx, key, { state, ...more, ...(isTerminal(state) ? { finishedAt: now } : {}) })
  return { ...row, state }
}

/** The provider has to be one of those the session offers. */
export function assertOffered({ row }: OpenSession, provider: string): void {
  const { allowed_providers: allowed } = row
  if (allowed === null || allowed.includes(provider)) return
  throw notOffered(provider, allowed)
}

export async function selectProvider(services: Services, sessionId: string, provider: string) {
  const session = await sessionFor(services, sessionId, 'select')
  const { manifest } = connectableConnector(servicesIn(services, session.key.scope), provider)
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
  caller: Caller,
  sessionId: string,
): Promise<SessionRow> {
  const key = sessionKey(sessionId)
  if (!key) throw unknownSession()
  assertTheirs(key, caller)
  return moveSession(services, tx, key, 'cancel')
}
