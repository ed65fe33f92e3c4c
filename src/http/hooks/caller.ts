/** Who asks: the key, its limits and quotas, and the workspace that is meant. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../platform/tenant.ts'
import type { AppOptions, Counted } from '../app-options.ts'
import { apiKeyOf, workspaceHeader } from '../credentials.ts'
import type { Metering } from '../metering.ts'
import { fail, type Principal, type Route } from '../route.ts'
import type { AddressLimit } from './address-limit.ts'
import { burstHeaders } from './headers.ts'
import type { BurstLimiter } from './rate-limit.ts'

/** Held against sandbox keys until the account's contact address is confirmed. */
const unconfirmedBurstLimit = 100
const noKey = (): never => fail('unauthorized', 'No API key: send `Authorization: Bearer <API_KEY>`.')

/** Without a key only where the body carries what can stand in for it. */
export function assertProven(route: Route<never>, request: FastifyRequest): void {
  if (request.caller || route.auth === 'none') return
  const given = (request.body as Record<string, unknown> | null | undefined)?.[route.capability ?? '']
  if (typeof given !== 'string') noKey()
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

export function callerHook<Services>(
  options: AppOptions<Services>,
  limiter: BurstLimiter,
  addressLimit: AddressLimit,
) {
  const { clock } = options.services
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const route = request.routeOptions.config.route
    const key = apiKeyOf(request.headers)
    if (route === undefined || route.auth === 'none' || (key === null && route.capability !== undefined)) {
      return addressLimit.admit(request, reply, route?.countAddress)
    }
    const principal = key === null ? null : await options.authenticate(key)
    const limit =
      principal?.mode === 'sandbox' && !principal.contactConfirmed
        ? Math.min(options.burstLimit, unconfirmedBurstLimit)
        : options.burstLimit
    const now = clock.now()
    const state = limiter.hit(principal?.keyId ?? `address:${request.ip}`, limit, now.getTime(), true)
    reply.headers(burstHeaders(state, now))
    if (!state.allowed) {
      const retryAfter = Math.max(1, Math.ceil((state.opensAt - now.getTime()) / 1000))
      fail(
        'rate_limit_exceeded',
        `More than ${limit} requests in 60 seconds with this key; wait ${retryAfter} s.`,
        {
          scope: 'per_api_key',
          limit,
          window_seconds: 60,
          retry_after: retryAfter,
        },
      )
    }
    if (!principal) {
      return key === null
        ? noKey()
        : fail('unauthorized', 'Invalid API key: it does not exist or was revoked.')
    }
    letIn(request, reply, { principal, operation: { id: route.id, ai: route.ai ?? false }, at: now }, options)
    request.caller = { principal, scope: await scopeOf(request, principal, options) }
    if (route.overCap !== 'allow' && request.method !== 'DELETE') await options.gates.cap(principal)
    if (route.sandboxOnly && principal.mode !== 'sandbox') {
      fail('forbidden', 'This operation works on sandbox data only: use a `sk_test_` key.')
    }
  }
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
