/**
 * A route is one value: schemas, documentation, declared errors, flags and handler. Validation, OpenAPI and the cross-cutting tests derive
 * from it.
 */
import type { Static, TObject, TSchema } from 'typebox'
import type { AgentLimits } from '../contract/agent-limits.ts'
import type { KeyFamily, KeyScope } from '../contract/key-scopes.ts'
import type { ErrorCode, ErrorStatus, StatusCase } from '../contract/errors.ts'
import type { EffectiveLimits, PlanName } from '../contract/plans.ts'
import { ApiError, type ErrorExtras } from '../platform/api-error.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import type { CallOperation } from './call-operation.ts'
import type { pageHeader } from './credentials.ts'
import type { JsonShape } from '../platform/json-meter.ts'
import type { ImageBytes } from './image-bytes.ts'
import type { LineStream } from './lines.ts'

export const allMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export interface RequestCaller {
  principal: Principal
  scope: Scope
}

export type ShapedKind =
  'reservation' | 'guest' | 'conversation' | 'message' | 'review' | 'listing' | 'property'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The caller's key determines all of these. */
export interface Principal {
  /** A session counts as a key of its member. */
  keyId: string
  /** The signed-in member is null for an API key. */
  memberId: string | null
  /** The key opens this workspace: a live one, or a sandbox. */
  workspaceId: string
  mode: 'live' | 'sandbox'
  plan: PlanName
  /** The plan sets these limits, or the operator did. */
  limits: EffectiveLimits
  contactConfirmed: boolean
  /** The key reaches only what belongs to these connections; null means the whole workspace. */
  onlyConnectionIds: readonly string[] | null
  /** The key reaches only these listings and what belongs to them; null means all. */
  onlyListingIds: readonly string[] | null
  /** Null means all scopes. */
  scopes: readonly KeyScope[] | null
  /** A key for agents writes by confirmed plans within these limits; null is any other caller. */
  agentLimits: AgentLimits | null
  /** A member let an agent in by OAuth; its token is for `/mcp` alone. */
  isAgentSession?: boolean
  /** The key is invalid from this time on. */
  expiresAt: Date | null
}

/** Every route can answer these codes; a route declares only its own. */
export const commonErrors = [
  'unauthorized',
  'forbidden',
  'listings_limit_exceeded',
  'rate_limit_exceeded',
  'daily_limit_exceeded',
  'internal_error',
] as const satisfies readonly ErrorCode[]
type CommonError = (typeof commonErrors)[number]

export type Fail<E extends ErrorCode> = (
  code: E | CommonError | 'not_found' | 'invalid_params' | 'invalid_body' | 'invalid_param',
  message?: string,
  extra?: ErrorExtras,
  options?: { cause?: unknown; statusCase?: StatusCase; fix?: string; headers?: Record<string, string> },
) => never

export const fail: Fail<ErrorCode> = (code, message, extra, options) => {
  throw new ApiError(code, message, extra, options)
}

/** The body is JSON text already and is sent unchanged. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The reply has headers, or another status than the route's usual one. */
export class RouteReply<T> {
  readonly body: T
  readonly status: number | undefined
  readonly headers: Record<string, string>
  constructor(body: T, options: { status?: number; headers?: Record<string, string> } = {}) {
    this.body = body
    this.status = options.status
    this.headers = options.headers ?? {}
  }
}

/**
 * Links that people open may refuse with a bare body instead of their redirect, as the route's `refusal`
 * says.
 */
export class LinkRefusal<T> {
  readonly body: T
  readonly headers: Record<string, string>
  constructor(body: T, { headers }: { headers: Record<string, string> }) {
    this.body = body
    this.headers = headers
  }
}

/**
 * Stores the answer (a handler's result or an ApiError) under the request's `Idempotency-Key`, in the work's transaction. Without a key it
 * does nothing. Use it through `writeOnce`.
 */
export type StoreAnswer = (tx: Queryable, result: unknown) => Promise<void>

type ParsedPart<S extends TSchema | undefined> = S extends TSchema ? Static<S> : undefined

/** A write needs these in order to happen once. */
export interface WriteParts {
  /** Marks at a vendor use the caller's `Idempotency-Key`; undefined in dry runs. */
  idempotencyKey: string | undefined
  storeAnswer: StoreAnswer
}

export interface RouteContext<Services, P, Q, B, E extends ErrorCode> extends WriteParts {
  services: Services
  scope: Scope
  principal: Principal
  params: P
  query: Q
  body: B
  fail: Fail<E>
  headers: Record<string, string | string[] | undefined>
  rawBody: Buffer | undefined
  requestId: string
  /** Returns the client's address. */
  address(): string
  /** Cursors are bound to the route's path pattern. */
  routeId: string
  /** Runs another operation for the same caller. */
  callOperation: CallOperation
}

/**
 * Says who may call the route. A route for workspace keys must name its family and what keys of single
 * listings get: without that it does not compile, so none is open by mistake.
 */
type RouteRights = NoKeyRights | WorkspaceRights | ListingRights

interface NoKeyRights {
  /** `none` needs no key and has no `scope` or `principal`. `operator` needs the server's `OPERATOR_API_KEY`; no workspace key opens it. */
  auth: 'none' | 'operator'
  family?: undefined
  account?: undefined
  ofListings?: undefined
}

interface KeyRouteRights {
  auth?: 'key'
  /** Key scopes name the resource family. */
  family: KeyFamily
}

interface WorkspaceRights extends KeyRouteRights {
  /**
   * `X-Account-Id` does not narrow these routes. `ignored`: the route concerns the workspace and no account's
   * records. `refused`: it reaches beyond one account. Both refuse keys of single listings.
   */
  account: 'ignored' | 'refused'
  ofListings?: undefined
}

interface ListingRights extends KeyRouteRights {
  account?: undefined
  /**
   * Says what keys of single listings get. `narrows`: all records belong to listings and are limited to the
   * key's. `refused`: the route concerns accounts, several listings, or no listing.
   */
  ofListings: 'narrows' | 'refused'
}

export type RouteDefinition<
  Services,
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TSchema | undefined,
  R extends TSchema,
  E extends ErrorCode,
> = RouteSpec<Services, P, Q, B, R, E> & RouteRights

interface RouteSpec<
  Services,
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TSchema | undefined,
  R extends TSchema,
  E extends ErrorCode,
> {
  method: Method
  /** For example: `/v1/listings/:id`. */
  url: string
  /** The operation id is unique. */
  id: string
  tag: string
  summary: string
  description?: string
  params?: P
  query?: Q
  body?: B
  /** The body may be missing. */
  bodyOptional?: boolean
  /** Set where the usual limit, in bytes, is too small for the body. */
  bodyLimit?: number
  /** Set where the usual limits of values and nesting are too small. */
  bodyShape?: Partial<JsonShape>
  /** Unstorable text (NUL, lone surrogates) written by others is not refused; the route removes it itself (`storable`). */
  takesAnyText?: true
  /** Vendors send forms to it as well as JSON. */
  takesForms?: true
  /** This code replaces `invalid_body` for a body that breaks its schema. */
  invalidBody?: 'validation_error'
  reply: R
  /** With `lines` the reply schema describes one JSON line of many; an `image` is sent as its bytes. */
  form?: 'lines' | 'image'
  /** 302 is for links that people open; the reply describes the address it redirects to. */
  status?: 200 | 201 | 202 | 302
  /** Replies can have a second status: nothing was created (200), or the reply reports a problem (503). */
  otherStatus?: 200 | 503
  /** Links that people open answer a 400 with this bare body. */
  refusal?: TSchema
  errors: readonly E[]
  /** Limits a code with several statuses to the one that this route uses. */
  statuses?: { readonly [Code in E]?: ErrorStatus }
  /** Maps other spellings of query parameters to the documented name. */
  queryAliases?: Record<string, string>
  /**
   * Something can replace the key: a text field (of the query, for GET) whose value is proof enough, or a
   * header that other sites' pages cannot send. Without the key there is no `scope` or `principal`.
   */
  capability?: { field: string } | { header: typeof pageHeader }
  /** Keyless answers that prove nothing (401, 404) count against the address, to limit guessing. */
  countAddress?: 'misses'
  /** Throws before the body is read, when the path does not prove what a keyless route needs, or names nothing on a route with large bodies. */
  admit?(request: { services: Services; params: ParsedPart<P>; scope: Scope }): Promise<void>
  /** Idempotency-Key applies except for GET, unless false says that nothing changes. */
  write?: boolean
  /** Keys for agents may call it without a plan: it makes or confirms one. */
  ofPlans?: true
  /** With `key` a stored answer is replayed only to the same key, because it contains a secret. */
  answersTo?: 'key'
  /** Every write has an audit line by default; reads that show a secret set this. */
  audited?: boolean
  /** Values of the body that the audit line keeps; never a secret or about a guest. The body may still be refused. */
  auditDetails?(body: unknown): Record<string, unknown>
  /** A key of any scope may call it, since what it leads to is checked by itself. */
  anyScope?: true
  /** Tokens that were issued to agents open it. */
  forAgents?: true
  /** The listing in this parameter must be active: `params.id`. */
  listing?: `params.${string}`
  /** `X-Schema` can reshape this kind of records. */
  shaped?: ShapedKind
  /**
   * The answer depends only on the request and this, so its `ETag` is known before it is made: records (with
   * their own deadlines), or records and today's date.
   */
  versioned?: 'by records' | 'by records and days'
  /** Secrets and live state set this: answers carry `Cache-Control: no-store` and no `ETag`. */
  noStore?: true
  /** The route stays open while the workspace has more active listings than its plan allows. */
  overCap?: 'allow'
  /** The request counts against the daily AI limit. */
  ai?: boolean
  /** Only sandbox keys may call the route. */
  sandboxOnly?: boolean
  /** The file body is handled elsewhere as a stream; this entry gives method, errors and rights. */
  takesFile?: true
  /** Vendor callbacks stay out of the published description. */
  hidden?: boolean
  handle(
    context: RouteContext<Services, ParsedPart<P>, ParsedPart<Q>, ParsedPart<B>, E>,
  ): Promise<
    Static<R> | JsonText | RouteReply<Static<R> | JsonText> | LinkRefusal<unknown> | LineStream | ImageBytes
  >
}

export interface Route<Services> extends Omit<
  RouteSpec<Services, TObject | undefined, TObject | undefined, TSchema | undefined, TSchema, ErrorCode>,
  'handle' | 'admit'
> {
  auth?: 'key' | 'none' | 'operator'
  family?: KeyFamily
  account?: 'ignored' | 'refused'
  ofListings?: 'narrows' | 'refused'
  admit?(request: { services: Services; params: never; scope: Scope }): Promise<void>
  handle(context: RouteContext<Services, never, never, never, ErrorCode>): Promise<unknown>
}

/** With `const route = routeFor<Services>()` a call `route({ … })` infers everything from the schemas. */
export function routeFor<Services>() {
  return <
    R extends TSchema,
    const E extends ErrorCode,
    P extends TObject | undefined = undefined,
    Q extends TObject | undefined = undefined,
    B extends TSchema | undefined = undefined,
  >(
    definition: RouteDefinition<Services, P, Q, B, R, E>,
  ): Route<Services> => definition as unknown as Route<Services>
}
