/** Lists the parts of the application, and the data it keeps about a request. */
import type { RequestCaller, Principal, Route } from './route.ts'
import type { Lifecycle } from '../platform/lifecycle.ts'
import type { AddressRange } from '../platform/settings/parsers.ts'
import type { WireLimits } from './wire.ts'
import type { Clock } from '../platform/clock.ts'
import type { IdempotencyKeys } from '../platform/idempotency.ts'
import type { Log } from '../platform/log.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import type { CountedOperation, RequestMeter } from './metering.ts'
import type { BurstLimiter } from './limits/rate-limit.ts'
import type { SharedWindows } from './limits/shared-windows.ts'
import type { NoticeParts } from './plan-notice.ts'
import type { AuditOptions } from './audited.ts'
import type { SeeRequest } from './request-log.ts'
import type { RevalidationOptions } from './revalidation/public.ts'
import type { ShapeFinder } from './shaped.ts'

export interface AppOptions<Services> {
  routes: readonly Route<Services>[]
  services: Services & { clock: Clock; db: Queryable }
  log: Log
  /** The error pages' addresses begin with this: `{publicUrl}/docs/errors`. */
  publicUrl: string
  burstLimit: number
  /** Requests that call a vendor are answered within this time, whatever the vendor does. */
  answerWithinMs?: number
  /** Counts bursts of keys; without it this process counts alone. */
  limiter?: { local: BurstLimiter; hit: SharedWindows['hit'] }
  /** Only these proxies are trusted to state the caller's address in headers. */
  trustedProxies: readonly AddressRange[]
  wire: WireLimits
  lifecycle: Lifecycle
  /** `address` is the request's origin. A known key is resolved synchronously. */
  authenticate(key: string, address: string): Promise<Principal | null> | Principal | null
  /** True for the operator's key; without this function nobody is the operator. */
  isOperator?(key: string): boolean
  /** Returns the workspace that `X-Workspace-Id` names, or null unless it is the caller's child. */
  childWorkspace(principal: Principal, workspaceId: string): Promise<Scope | null>
  /** Returns the services for one workspace; by default all workspaces share them. */
  servicesIn?(services: AppOptions<Services>['services'], scope: Scope): Services
  /** Returns the scope narrowed to those of the connections that exist, or null when none does. */
  accountScope(scope: Scope, connectionIds: readonly string[]): Promise<Scope | null>
  /** Counts requests and enforces the plan's quotas. */
  metering?: RequestMeter
  /** Called for every request that was answered. */
  seen?: SeeRequest
  /** False turns request traces off. */
  traced?: boolean
  /** Answers conditional requests; without it there is no `ETag`. */
  revalidation?: Omit<RevalidationOptions, 'build'>
  /** Finds the answer shapes for `X-Schema`. */
  shapes?: ShapeFinder<Services>
  gates: {
    /** Throws `listings_limit_exceeded` when the workspace has more listings than its plan allows. */
    cap(principal: Principal): Promise<void> | void
    /** Throws `service_unavailable` for a write while accounts are read after a restore. */
    reconciled?(route: Route<never>, scope: Scope): Promise<void> | void
    /** Returns the notice about listings held back by the plan, or null. */
    heldBack(principal: Principal): Promise<NoticeParts | null> | NoticeParts | null
    /** Throws `not_found` or `listing_inactive`. */
    listing(scope: Scope, listingId: string): Promise<void>
    /** Throws `not_found` when the request names a record outside its scope's account. */
    account(route: Route<Services>, scope: Scope, request: RequestParts): Promise<void>
  }
  idempotency: IdempotencyKeys
  /** Writes an audit line for every write. */
  auditing?: AuditOptions
  /** Tests set this: every reply is checked against its schema and every error against the route's. */
  strictReplies?: boolean
}

/** These validated parts of a request name records. */
interface RequestParts {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

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
