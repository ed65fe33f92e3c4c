/** Who asks: the key, its limits and quotas, and the workspace that is meant. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../platform/tenant.ts'
import type { AppOptions, Counted } from '../app-options.ts'
import { accountHeader, apiKeyOf, workspaceHeader } from '../credentials.ts'
import type { Metering } from '../metering.ts'
import { fail, type Principal, type Route } from '../route.ts'
import type { ExplainUnknownPath } from '../unknown-path.ts'
import type { AddressLimit } from './address-limit.ts'
import { burstHeaders, retryAfterOf } from './headers.ts'
import { windowMs, type BurstLimiter } from './rate-limit.ts'

/** Held against sandbox keys until the account's contact address is confirmed. */
const unconfirmedBurstLimit = 100
const noKey = (): never => fail('unauthorized', 'No API key: send `Authorization: Bearer <API_KEY>`.')

/** Without a key only where the request carries what can stand in for it. */
export function assertProven({ auth, capability }: Route<never>, request: FastifyRequest): void {
  if (request.caller || auth === 'none') return
  if (capability !== undefined && 'header' in capability) return assertFromPage(request, capability.header)
  const given = (request.body as Record<string, unknown> | null | undefined)?.[capability?.field ?? '']
  if (typeof given !== 'string') noKey()
}

function assertFromPage({ headers }: FastifyRequest, name: string): void {
  if (headers[name]) return
  fail('unauthorized', `No API key, and no header \`${name}\` in its place.`, undefined, {
    fix: `Send \`${name}: 1\`, as the hosted page does, or an API key.`,
  })
}

/** Counts the request against the plan's quotas, or refuses it; the headers say what is left either way. */
function letIn(
  request: FastifyRequest,
  reply: FastifyReply,
  counted: Counted,
  { metering }: { metering?: Metering },
): void {
  if (!metering) return
  const { principal, operation, at } = counted
  try {
    metering.admit(principal, operation, at)
    request.counted = counted
  } finally {
    reply.headers(metering.headers(principal, at))
  }
}

/** Before any body is read, so that nobody who proves nothing keeps one in memory. */
export function callerHook<Services>(
  options: AppOptions<Services>,
  limiter: BurstLimiter,
  addressLimit: AddressLimit,
  explainUnknownPath: ExplainUnknownPath,
) {
  const { clock } = options.services
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(addressLimit.headers(request))
    if (request.is404) throw explainUnknownPath(request.method, request.url)
    const route = request.routeOptions.config.route
    if (route === undefined) return
    const key = apiKeyOf(request.headers)
    if (route.auth === 'none' || (key === null && route.capability !== undefined)) {
      return route.admit?.({ services: options.services as never, params: request.params as never })
    }
    const principal = key === null ? null : await options.authenticate(key)
    if (!principal) {
      return key === null
        ? noKey()
        : fail('unauthorized', 'Invalid API key: it does not exist or was revoked.')
    }
    const at = clock.now()
    reply.headers(options.metering?.headers(principal, at) ?? {})
    holdToBurst(reply, principal, options, limiter)
    const isSpared = route.method === 'DELETE' || route.url.startsWith('/v1/usage/')
    const operation = { id: route.id, ai: route.ai ?? false, isSpared }
    letIn(request, reply, { principal, operation, at }, options)
    const workspace = await scopeOf(request, principal, options)
    request.caller = { principal, scope: await accountScopeOf(request, route, workspace, options) }
    if (route.overCap !== 'allow' && request.method !== 'DELETE') await options.gates.cap(principal)
    if (route.sandboxOnly && principal.mode !== 'sandbox') {
      fail('forbidden', 'This operation works on sandbox data only: use a `sk_test_` key.')
    }
  }
}

function holdToBurst<Services>(
  reply: FastifyReply,
  principal: Principal,
  options: AppOptions<Services>,
  limiter: BurstLimiter,
): void {
  const limit =
    principal.mode === 'sandbox' && !principal.contactConfirmed
      ? Math.min(options.burstLimit, unconfirmedBurstLimit)
      : options.burstLimit
  const state = limiter.hit(principal.keyId, limit)
  reply.headers(burstHeaders(state, options.services.clock.now()))
  if (state.allowed) return
  const retryAfter = retryAfterOf(state)
  fail(
    'rate_limit_exceeded',
    `More than ${limit} requests in 60 seconds with this key; wait ${retryAfter} s.`,
    {
      scope: 'per_api_key',
      limit,
      window_seconds: windowMs / 1000,
      retry_after: retryAfter,
    },
  )
}

async function scopeOf<Services>(
  request: FastifyRequest,
  principal: Principal,
  options: AppOptions<Services>,
): Promise<Scope> {
  const asked = workspaceHeader(request.headers)
  if (asked === null || asked === principal.workspaceId) return { workspaceId: principal.workspaceId }
  const scope = /^[1-9]\d{0,17}$/.test(asked) ? await options.childWorkspace(principal, asked) : null
  return (
    scope ??
    fail('not_found', `No workspace ${asked.slice(0, 40)} was created by yours.`, { field: 'X-Workspace-Id' })
  )
}

/** Within the account that `X-Account-Id` names; what is no connection of the workspace is told as one that is missing. */
async function accountScopeOf<Services>(
  request: FastifyRequest,
  route: Route<never>,
  scope: Scope,
  options: AppOptions<Services>,
): Promise<Scope> {
  const asked = accountHeader(request.headers)
  if (asked === null) return scope
  const found = /^[1-9]\d{0,17}$/.test(asked) ? await options.accountScope(scope, asked) : null
  const about = { field: 'X-Account-Id', value_received: asked.slice(0, 200) }
  if (!found) return fail('not_found', `No connection ${asked.slice(0, 40)} in this workspace.`, about)
  if (route.account === 'refused') {
    fail('not_found', 'This operation is not there within one account.', about, {
      fix: 'Leave the header `X-Account-Id` out.',
    })
  }
  return route.account === 'ignored' ? scope : found
}
