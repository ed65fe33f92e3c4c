/**
 * A route is one value: schemas, documentation, declared errors, flags and handler. Validation, OpenAPI and the cross-cutting tests derive
 * from it.
 */
import type { Static, TObject, TSchema } from 'typebox'
import type { KeyFamily, KeyScope } from '../contract/key-scopes.ts'
import type { ErrorCode, ErrorStatus, StatusCase } from '../contract/errors.ts'
import type { EffectiveLimits, PlanName } from '../contract/plans.ts'
import { ApiError, type ErrorExtras } from '../platform/api-error.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import type { pageHeader } from './credentials.ts'
import type { JsonShape } from '../platform/json-meter.ts'
import type { LineStream } from './lines.ts'

export const allMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export interface RequestCaller {
  principal: Principal
  scope: Scope
}

export type ShapedKind =
  'reservation' | 'guest' | 'conversation' | 'message' | 'review' | 'listing' | 'property'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The caller, as its key says. */
export interface Principal {
  /** The key's id; a session counts as a key of its member. */
  keyId: string
  /** The signed-in member; null for an API key. */
  memberId: string | null
  /** The workspace that the key opens: a live one, or a sandbox. */
  workspaceId: string
  mode: 'live' | 'sandbox'
  plan: PlanName
  /** The limits of the plan, or those the operator set. */
  limits: EffectiveLimits
  contactConfirmed: boolean
  /** The key reaches only what belongs to these connections; null means the whole workspace. */
  onlyConnectionIds: readonly string[] | null
  /** The key reaches only these listings and what belongs to them; null means all. */
  onlyListingIds: readonly string[] | null
  /** Null means all scopes. */
  scopes: readonly KeyScope[] | null
  /** The key is invalid from then on. */
  expiresAt: Date | null
}

/** Codes that every route can answer; a route declares only its own. */
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

/** A body that is JSON text already and is sent unchanged. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A reply with headers, or with another status than the route's usual one. */
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

/** What a link opened by people answers instead of its redirect: a bare body, as the route's `refusal` says. */
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

/** What a write needs in order to happen once. */
export interface WriteParts {
  /** The caller's `Idempotency-Key`, for marks at a vendor; undefined in dry runs. */
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
  /** The client's address. */
  address(): string
  /** The route's path pattern, which cursors are bound to. */
  routeId: string
}

/**
 * Who may call the route. A route for workspace keys must name its family and what keys of single listings get: without that it does not
 * compile, so none is open by mistake.
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
  /** The resource family in key scopes. */
  family: KeyFamily
}

interface WorkspaceRights extends KeyRouteRights {
  /**
   * For routes that `X-Account-Id` does not narrow. `ignored`: it concerns the workspace and no account's records. `refused`: it reaches
   * beyond one account. Both refuse keys of single listings.
   */
  account: 'ignored' | 'refused'
  ofListings?: undefined
}

interface ListingRights extends KeyRouteRights {
  account?: undefined
  /**
   * For keys of single listings. `narrows`: all its records belong to listings and are limited to the key's. `refused`: it concerns
   * accounts, several listings, or no listing.
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
  /** `/v1/listings/:id` */
  url: string
  /** The operation id. */
  id: string
  tag: string
  summary: string
  description?: string
  params?: P
  query?: Q
  body?: B
  /** The body may be missing. */
  bodyOptional?: boolean
  /** The largest body in bytes, where the usual limit is too small. */
  bodyLimit?: number
  /** What the body may hold, where the usual limits are too small. */
  bodyShape?: Partial<JsonShape>
  /** Unstorable text (NUL, lone surrogates) written by others is not refused; the route removes it itself (`storable`). */
  takesAnyText?: true
  /** Vendors send forms to it as well as JSON. */
  takesForms?: true
  /** The code for a body that breaks its schema, instead of `invalid_body`. */
  invalidBody?: 'validation_error'
  reply: R
  /** `lines`: the reply schema describes one JSON line of many. */
  form?: 'lines'
  /** 302 is for links that people open; the reply describes the address it redirects to. */
  status?: 200 | 201 | 202 | 302
  /** A second status of replies: nothing was created (200), or the reply reports a problem (503). */
  otherStatus?: 200 | 503
  /** The bare body of a 400, for links that people open. */
  refusal?: TSchema
  errors: readonly E[]
  /** Limits a code with several statuses to the one that this route uses. */
  statuses?: { readonly [Code in E]?: ErrorStatus }
  /** Other spellings of query parameters: alias → documented name. */
  queryAliases?: Record<string, string>
  /**
   * What can replace the key: a text field (of the query, for GET) whose value is proof enough, or a header that other sites' pages cannot
   * send. Without the key there is no `scope` or `principal`.
   */
  capability?: { field: string } | { header: typeof pageHeader }
  /** Keyless answers that prove nothing (401, 404) count against the address, to limit guessing. */
  countAddress?: 'misses'
  /** Throws before the body is read, when the path does not prove what a keyless route needs, or names nothing on a route with large bodies. */
  admit?(asked: { services: Services; params: ParsedPart<P>; scope: Scope }): Promise<void>
  /** Whether Idempotency-Key applies. It does except for GET, unless false says that nothing changes. */
  write?: boolean
  /** `key`: a stored answer is replayed only to the same key, because it contains a secret. */
  answersTo?: 'key'
  /** Whether the audit log has a line. Every write does by default; reads that show a secret set it. */
  audited?: boolean
  /** The parameter of the listing that must be active: `params.id`. */
  listing?: `params.${string}`
  /** The kind of records that `X-Schema` can reshape. */
  shaped?: ShapedKind
  /**
   * What the answer depends on beside the request, so that its `ETag` is known before it is made: records (with their own deadlines), or
   * records and today's date.
   */
  versioned?: 'by records' | 'by records and days'
  /** For secrets and live state: answers carry `Cache-Control: no-store` and no `ETag`. */
  noStore?: true
  /** Stays open while the workspace has more active listings than its plan allows. */
  overCap?: 'allow'
  /** Counts against the daily AI limit. */
  ai?: boolean
  /** Open to sandbox keys only. */
  sandboxOnly?: boolean
  /** The sign-in page may use its cookie instead of a key. */
  byCookie?: boolean
  /** Its file body is handled elsewhere as a stream; this entry gives method, errors and rights. */
  takesFile?: true
  /** Not in the published description: vendor callbacks. */
  hidden?: boolean
  handle(
    context: RouteContext<Services, ParsedPart<P>, ParsedPart<Q>, ParsedPart<B>, E>,
  ): Promise<Static<R> | JsonText | RouteReply<Static<R> | JsonText> | LinkRefusal<unknown> | LineStream>
}

export interface Route<Services> extends Omit<
  RouteSpec<Services, TObject | undefined, TObject | undefined, TSchema | undefined, TSchema, ErrorCode>,
  'handle' | 'admit'
> {
  auth?: 'key' | 'none' | 'operator'
  family?: KeyFamily
  account?: 'ignored' | 'refused'
  ofListings?: 'narrows' | 'refused'
  admit?(asked: { services: Services; params: never; scope: Scope }): Promise<void>
  handle(context: RouteContext<Services, never, never, never, ErrorCode>): Promise<unknown>
}

/** `const route = routeFor<Services>()`; then `route({ … })` infers everything from the schemas. */
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
