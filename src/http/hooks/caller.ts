/** Identifies the caller: the key, its limits and quotas, and the workspace. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { memoizeByText } from '../../platform/memoize-by-text.ts'
import type { Scope } from '../../platform/tenant.ts'
import { runInTrace } from '../../platform/trace.ts'
import type { AppOptions, CountedRequest } from '../app-options.ts'
import type { AddressOf } from '../client-address.ts'
import { agentOrigin } from '../agent-origin.ts'
import { accountHeader, apiKeyOf, cookieOf, workspaceHeader } from '../credentials.ts'
import { isInnerCall } from '../call-operation.ts'
import { assertPlanned, assertScope } from '../key-rights.ts'
import { fail, type Principal, type Route } from '../route.ts'
import { isPersonAtWrongAddress } from '../docs-pages/missing-page.ts'
import type { ExplainUnknownPath } from '../unknown-path.ts'
import { limitHeaders, retryAfterOf } from '../limits/headers.ts'
import { limitState } from '../limits/limit-state.ts'
import { windowMs, type BurstState } from '../limits/rate-limit.ts'
import type { SharedWindows } from '../limits/shared-windows.ts'
import { ownCommand } from '../../platform/own-command.ts'

/** Sandbox keys have this limit until the account's contact address is confirmed. */
const unconfirmedBurstLimit = 100
const noKey = (): never => fail('unauthorized', 'No API key: send `Authorization: Bearer <API_KEY>`.')

/** Throws unless the request has a key or what the route accepts instead. */
export function assertProven({ auth, capability }: Route<never>, request: FastifyRequest): void {
  // An earlier hook admitted the operator.
  if (request.caller || auth === 'none' || auth === 'operator') return
  if (capability !== undefined && 'header' in capability) return assertFromPage(request, capability.header)
  const carrier = (request.method === 'GET' ? request.query : request.body) as
    Record<string, unknown> | null | undefined
  const proof = carrier?.[capability?.field ?? '']
  if (typeof proof !== 'string') noKey()
}

function assertFromPage({ headers }: FastifyRequest, name: string): void {
  if (headers[name]) return
  fail('unauthorized', `No API key, and no header \`${name}\` in its place.`, undefined, {
    fix: `Send \`${name}: 1\`, as the hosted page does, or an API key.`,
  })
}

/** Applies the key's burst limit and the workspace's quotas. Headers show what is left, also on a refusal. */
function letIn<Services>(
  request: FastifyRequest,
  reply: FastifyReply,
  { counted: { principal, operation, at }, burst }: { counted: CountedRequest; burst: BurstState },
  { metering }: AppOptions<Services>,
): void {
  let refused: unknown
  try {
    if (!burst.allowed) refuseBurst(burst)
    metering?.admit(principal, operation, at)
    request.counted = { principal, operation, at }
  } catch (error) {
    refused = error
    throw error
  } finally {
    const quotas = metering?.quotas(principal, at)
    reply.headers(limitHeaders(burst, at, quotas))
    if (request.trace) request.trace.limits = limitState(burst, quotas ?? [], refused)
  }
}

const burstLimitOf = ({ mode, contactConfirmed, limits }: Principal): number =>
  mode === 'sandbox' && !contactConfirmed
    ? Math.min(limits.burstRequests, unconfirmedBurstLimit)
    : limits.burstRequests

function refuseBurst(burst: BurstState): never {
  const retryAfter = retryAfterOf(burst)
  return fail(
    'rate_limit_exceeded',
    `More than ${burst.limit} requests in 60 seconds with this key; wait ${retryAfter} s.`,
    { scope: 'per_api_key', limit: burst.limit, window_seconds: windowMs / 1000, retry_after: retryAfter },
  )
}

/** These routes tell about spent quotas and how to raise them, so they stay open. */
const tellsOfQuotas = memoizeByText((url) => /^\/v1\/(billing$|usage\/|requests\/)/.test(url), 10_000)

interface CallerParts {
  limiter: Pick<SharedWindows, 'hit'>
  addressOf: AddressOf
  explainUnknownPath: ExplainUnknownPath
}

/** Counts a request against the limits of its caller, and refuses it beyond them. */
function requestCounter<Services>(options: AppOptions<Services>, limiter: CallerParts['limiter']) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { route, principal, at }: { route: Route<never>; principal: Principal; at: Date },
  ): Promise<void> => {
    const { trace } = request
    const isSpared = route.method === 'DELETE' || tellsOfQuotas(route.url)
    const operation = { id: route.id, ai: route.ai ?? false, isSpared }
    trace?.enter('limits')
    const reading = options.metering?.know(principal, at)
    if (reading) await reading
    const hit = limiter.hit(principal.keyId, burstLimitOf(principal))
    const burst = hit instanceof Promise ? await hit : hit
    letIn(request, reply, { counted: { principal, operation, at }, burst }, options)
    trace?.enter('auth')
  }
}

/** Runs before any body is read, so that unproven callers cannot fill memory. Cached keys resolve synchronously. */
export function callerHook<Services>(
  options: AppOptions<Services>,
  { limiter, addressOf, explainUnknownPath }: CallerParts,
) {
  const { clock } = options.services
  const count = requestCounter(options, limiter)
  const call = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { trace } = request
    trace?.enter('auth')
    if (request.is404 && isPersonAtWrongAddress(request)) return
    if (request.is404) throw explainUnknownPath(request.method, request.url)
    const route = request.routeOptions.config.route
    if (route === undefined) return
    const key = apiKeyOf(request.headers) ?? cookieOf(request.headers)
    if (route.auth === 'operator') return assertOperator(key, options)
    if (route.auth === 'none' || (key === null && route.capability !== undefined)) {
      return route.admit?.({
        services: options.services as never,
        params: request.params as never,
        scope: undefined as never,
      })
    }
    const found = key === null ? null : options.authenticate(key, addressOf(request.raw))
    const principal = found instanceof Promise ? await found : found
    if (!principal) {
      return key === null
        ? noKey()
        : fail('unauthorized', 'Invalid API key: it does not exist or was revoked.')
    }
    request.asking = principal
    assertAudience(route, principal)
    const at = clock.now()
    assertNotExpired(principal, at)
    const notice = options.gates.heldBack(principal)
    request.notice = notice instanceof Promise ? await notice : notice
    if (request.notice) reply.headers(request.notice.headers)
    // The outer request of an inner call is counted, and held to plans.
    const isOuter = !isInnerCall()
    if (isOuter) await count(request, reply, { route, principal, at })
    assertScope(route, principal)
    if (isOuter) assertPlanned(route, principal)
    const finding = workspaceOf(request, principal, options)
    const workspace = finding instanceof Promise ? await finding : finding
    const narrowed = accountScopeOf(request, { route, principal, workspace }, options)
    request.caller = { principal, scope: narrowed instanceof Promise ? await narrowed : narrowed }
    const checking =
      route.overCap !== 'allow' && request.method !== 'DELETE' ? options.gates.cap(principal) : undefined
    if (checking) await checking
    const reconciling = options.gates.reconciled?.(route, request.caller.scope)
    if (reconciling) await reconciling
    if (route.sandboxOnly && principal.mode !== 'sandbox') {
      fail('forbidden', 'This operation works on sandbox data only: use a `sk_test_` key.')
    }
    trace?.enter('body')
  }
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    runInTrace(request.trace, () => call(request, reply))
}

/** Workspace keys do not prove the operator, whatever they may do elsewhere. */
function assertOperator<Services>(key: string | null, { isOperator }: AppOptions<Services>): void {
  if (key !== null && isOperator?.(key)) return
  const fix = 'Send `Authorization: Bearer <OPERATOR_API_KEY>`, the key that the server was started with.'
  const about = key === null ? 'No API key.' : 'This is not the key of the operator.'
  fail('unauthorized', about, undefined, { fix })
}

/** A token of an agent opens `/mcp` alone, and what is called from there on its behalf. */
function assertAudience({ forAgents }: Route<never>, { isAgentSession }: Principal): void {
  if (!isAgentSession || forAgents || agentOrigin.getStore() !== undefined) return
  fail('unauthorized', 'This token is for `/mcp` alone.', undefined, {
    fix: 'Use an API key for the other operations.',
  })
}

function assertNotExpired({ expiresAt, memberId, isAgentSession }: Principal, now: Date): void {
  if (expiresAt === null || expiresAt > now) return
  if (isAgentSession) {
    fail('unauthorized', `This token ended at ${expiresAt.toISOString()}.`, undefined, {
      fix: 'Get another one with the refresh token.',
    })
  }
  if (memberId !== null) {
    fail('unauthorized', `This session ended at ${expiresAt.toISOString()}.`, undefined, {
      fix: 'Sign in again with `POST /v1/sign-in`.',
    })
  }
  fail('unauthorized', `This API key expired at ${expiresAt.toISOString()}.`, undefined, {
    fix: `Have a new one made: \`${ownCommand} keys create\`.`,
  })
}

function workspaceOf<Services>(
  { headers }: FastifyRequest,
  principal: Principal,
  options: AppOptions<Services>,
): Promise<Scope> | Scope {
  const namedId = workspaceHeader(headers)
  const { workspaceId } = principal
  return namedId === null || namedId === workspaceId
    ? { workspaceId }
    : childWorkspace(namedId, principal, options)
}

async function childWorkspace<Services>(
  workspaceId: string,
  principal: Principal,
  options: AppOptions<Services>,
): Promise<Scope> {
  // A key limited to connections, listings or plans reaches nothing in a child workspace.
  const isOpen =
    principal.agentLimits === null &&
    principal.onlyConnectionIds === null &&
    principal.onlyListingIds === null &&
    /^[1-9]\d{0,17}$/.test(workspaceId)
  const scope = isOpen ? await options.childWorkspace(principal, workspaceId) : null
  return (
    scope ??
    fail('not_found', `No workspace ${workspaceId.slice(0, 40)} was created by yours.`, {
      field: 'X-Workspace-Id',
    })
  )
}

interface Meant {
  route: Route<never>
  principal: Principal
  workspace: Scope
}

/** Returns the scope within the key's limits and the account of `X-Account-Id`. */
function accountScopeOf<Services>(
  { headers }: FastifyRequest,
  { route, principal, workspace }: Meant,
  options: AppOptions<Services>,
): Promise<Scope> | Scope {
  const accountId = accountHeader(headers)
  const { onlyConnectionIds: connectionIds, onlyListingIds: listingIds } = principal
  if (accountId === null && connectionIds === null && listingIds === null) return workspace
  const scope = listingIds === null ? workspace : { ...workspace, listingIds }
  if (accountId !== null) return namedAccount(accountId, { route, principal, workspace: scope }, options)
  assertNotWider(route, principal)
  return connectionIds === null ? scope : ownAccounts(scope, connectionIds, options)
}

/** A number that names no connection gets the same answer as a missing one. */
async function namedAccount<Services>(
  accountId: string,
  { route, principal, workspace }: Meant,
  options: AppOptions<Services>,
): Promise<Scope> {
  const { onlyConnectionIds: connectionIds } = principal
  const isOpen =
    /^[1-9]\d{0,17}$/.test(accountId) && (connectionIds === null || connectionIds.includes(accountId))
  const found = isOpen ? await options.accountScope(workspace, [accountId]) : null
  const about = { field: 'X-Account-Id', value_received: accountId.slice(0, 200) }
  if (!found) return fail('not_found', `No connection ${accountId.slice(0, 40)} in this workspace.`, about)
  assertNotWider(route, principal)
  if (route.account === 'refused') {
    fail('not_found', 'This operation is not there within one account.', about, {
      fix: 'Leave the header `X-Account-Id` out.',
    })
  }
  return route.account === 'ignored' ? workspace : found
}

/** A limited key must not call routes about the whole workspace. */
function assertNotWider({ account, ofListings }: Route<never>, principal: Principal): void {
  const { onlyConnectionIds: connectionIds, onlyListingIds: listingIds } = principal
  if (listingIds !== null && (account !== undefined || ofListings !== 'narrows')) {
    const about = account === undefined ? 'about whole accounts' : 'about the whole workspace'
    fail(
      'forbidden',
      `This key is for single listings only, and this operation is ${about}.`,
      {
        field: 'listingIds',
        value_received: listingIds,
      },
      { fix: 'Use a key that is not restricted to listings.' },
    )
  }
  if (connectionIds !== null && account !== undefined) {
    fail(
      'forbidden',
      `This key is for ${named(connectionIds)} only, and this operation is about the whole workspace.`,
      {
        field: 'connectionIds',
        value_received: connectionIds,
      },
      { fix: notRestricted },
    )
  }
}

const notRestricted = 'Use a key that is not restricted to connections.'
const named = (ids: readonly string[]) =>
  `${ids.length === 1 ? 'connection' : 'connections'} ${ids.join(', ')}`

/** A key of one connection acts as if it sent the header. */
async function ownAccounts<Services>(
  scope: Scope,
  connectionIds: readonly string[],
  options: AppOptions<Services>,
): Promise<Scope> {
  const found = await options.accountScope(scope, connectionIds)
  if (found) return found
  const about = { field: 'connectionIds', value_received: connectionIds }
  return fail(
    'forbidden',
    `This key is for ${named(connectionIds)} only, and nothing of that is there.`,
    about,
    {
      fix: notRestricted,
    },
  )
}
