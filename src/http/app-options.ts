/** What the application is made of, and what it keeps of a request. */
import type { Lifecycle } from '../platform/lifecycle.ts'
import type { AddressRange } from '../platform/config-parsers.ts'
import type { WireLimits } from './wire.ts'
import type { Clock } from '../platform/clock.ts'
import type { IdempotencyKeys } from '../platform/idempotency.ts'
import type { Log } from '../platform/log.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import type { CountedOperation, RequestMeter } from './metering.ts'
import type { BurstLimiter } from './hooks/rate-limit.ts'
import type { SharedWindows } from './hooks/shared-windows.ts'
import type { NoticeParts } from './plan-notice.ts'
import type { AuditOptions } from './audited.ts'
import type { SeeRequest } from './request-log.ts'
import type { Principal, Route } from './route.ts'
import type { RevalidationOptions } from './revalidation/public.ts'
import type { ShapeFinder } from './shaped.ts'

export interface AppOptions<Services> {
  routes: readonly Route<Services>[]
  services: Services & { clock: Clock; db: Queryable }
  log: Log
  /** Where the error pages are: `{publicUrl}/docs/errors`. */
  publicUrl: string
  burstLimit: number
  /** Within so long a request that asks a vendor is answered, whatever that one does. */
  answerWithinMs?: number
  /** Counts the bursts of keys; of this process alone where it is left out. */
  limiter?: { local: BurstLimiter; hit: SharedWindows['hit'] }
  /** Whose word about a caller's address is believed. */
  trustedProxies: readonly AddressRange[]
  wire: WireLimits
  lifecycle: Lifecycle
  /** `address`: where the request comes from. At once where the key is known. */
  authenticate(key: string, address: string): Promise<Principal | null> | Principal | null
  /** Whether this is the operator's key; without it nobody is the operator. */
  isOperator?(key: string): boolean
  /** The workspace an `X-Workspace-Id` means for this caller, or null when it is none of theirs. */
  childWorkspace(principal: Principal, workspaceId: string): Promise<Scope | null>
  /** The services as they are for a workspace; the same for all unless told. */
  servicesIn?(services: AppOptions<Services>['services'], scope: Scope): Services
  /** The scope within those of the connections that are there, or null when none of them is. */
  accountScope(scope: Scope, connectionIds: readonly string[]): Promise<Scope | null>
  /** Counts requests and holds them to the plan's quotas. */
  metering?: RequestMeter
  /** Hears of every request that was answered. */
  seen?: SeeRequest
  /** False: without what happened inside of it. */
  traced?: boolean
  /** Tells whether an answer is still the same; without it nobody is told. */
  revalidation?: Omit<RevalidationOptions, 'build'>
  /** The shapes that answers can be had in. */
  shapes?: ShapeFinder<Services>
  gates: {
    /** Throws `listings_limit_exceeded` when the workspace is over its plan. */
    cap(principal: Principal): Promise<void> | void
    /** What its answers say of listings that are held back, if any are. */
    heldBack(principal: Principal): Promise<NoticeParts | null> | NoticeParts | null
    /** Throws `not_found` or `listing_inactive`. */
    listing(scope: Scope, listingId: string): Promise<void>
    /** Throws `not_found` when the request names a record outside the account of its scope. */
    account(route: Route<Services>, scope: Scope, request: RequestParts): Promise<void>
  }
  idempotency: IdempotencyKeys
  /** Tells of every write. */
  auditing?: AuditOptions
  /** Tests: compare every reply with its schema and every error with the route's declared ones. */
  strictReplies?: boolean
}

/** The parts of a request that name records, once they are checked. */
interface RequestParts {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

export interface RequestCaller {
  principal: Principal
  scope: Scope
}

/** A request that was let in. */
export interface CountedRequest {
  principal: Principal
  operation: CountedOperation
  at: Date
}

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route<never>
  }
  interface FastifyRequest {
    caller: RequestCaller | null
    counted: CountedRequest | null
    notice: NoticeParts | null
    rawBody: Buffer | undefined
  }
}
