/**
 * A route is one value: schema, documentation, declared errors, flags and handler. Validation, the OpenAPI operation and
 * the cross-cutting tests are made from it.
 */
import type { Static, TObject, TSchema } from 'typebox'
import type { KeyFamily, KeyScope } from '../contract/key-scopes.ts'
import type { ErrorCode, ErrorStatus, StatusCase } from '../contract/errors.ts'
import type { EffectiveLimits, PlanName } from '../contract/plans.ts'
import { ApiError, type ErrorExtras } from '../platform/api-error.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import type { pageHeader } from './credentials.ts'
import type { JsonShape } from '../platform/json-meter.ts'
import type { ShapedKind } from './shaped.ts'
import type { LineStream } from './lines.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who is calling, as the key says. */
export interface Principal {
  /** Of a session, which is a key of its member, as well. */
  keyId: string
  /** Who signed in; null: an API key. */
  memberId: string | null
  /** The space the key opens: a live workspace, or the sandbox twin of one. */
  workspaceId: string
  mode: 'live' | 'sandbox'
  plan: PlanName
  /** What the plan allows, or the operator instead. */
  limits: EffectiveLimits
  contactConfirmed: boolean
  /** Nothing but what belongs to these connections is there for the key; null: those of the whole workspace. */
  onlyConnectionIds: readonly string[] | null
  /** Nothing but these listings and what belongs to them is there for the key; null: all of them. */
  onlyListingIds: readonly string[] | null
  /** null: everything. */
  scopes: readonly KeyScope[] | null
  /** From then on the key opens nothing. */
  expiresAt: Date | null
}

/** Codes every route can answer; a route declares only its own on top. */
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

/** A body that is JSON text already: sent as it stands. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A reply with headers or another status than the route's own (201 for created, say). */
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

/** What a link that people open answers in place of its redirect: a bare body, as the route's `refusal` says. */
export class LinkRefusal<T> {
  readonly body: T
  readonly headers: Record<string, string>
  constructor(body: T, { headers }: { headers: Record<string, string> }) {
    this.body = body
    this.headers = headers
  }
}

/**
 * Stores what is going to be answered (a result as the handler returns it, or an ApiError) under the request's
 * `Idempotency-Key`, in the transaction of the work; nothing without a key. `writeOnce` is the way to use it.
 */
export type StoreAnswer = (tx: Queryable, result: unknown) => Promise<void>

type ParsedPart<S extends TSchema | undefined> = S extends TSchema ? Static<S> : undefined

/** What a write is given so that it happens once. */
export interface WriteParts {
  /** The caller's `Idempotency-Key`, for what is marked with it at a vendor; undefined in dry runs. */
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
  /** Where the request came from. */
  address(): string
  /** The route's own path pattern; cursors are bound to it. */
  routeId: string
}

/**
 * Who may ask. A route that a key of a workspace opens says of which family it is and what a key for single listings gets; without
 * that it does not compile, so that none is open to such keys by having been forgotten.
 */
type RouteRights = NoKeyRights | WorkspaceRights | ListingRights

interface NoKeyRights {
  /**
   * `none`: no key, no workspace; `scope` and `principal` must not be used. `operator`: the same, for whoever has the server's
   * `OPERATOR_API_KEY`; no key of a workspace opens it.
   */
  auth: 'none' | 'operator'
  family?: undefined
  account?: undefined
  ofListings?: undefined
}

interface KeyRouteRights {
  auth?: 'key'
  /** What a key's scopes call it. */
  family: KeyFamily
}

interface WorkspaceRights extends KeyRouteRights {
  /**
   * How `X-Account-Id` is taken where it does not narrow. `ignored`: the operation is about the workspace and touches no
   * record of an account. `refused`: it would reach beyond the account, so it is not there for who asks within one. Keys for
   * single listings are refused by both.
   */
  account: 'ignored' | 'refused'
  ofListings?: undefined
}

interface ListingRights extends KeyRouteRights {
  account?: undefined
  /**
   * For keys of single listings. `narrows`: every record it reads or writes is of a listing, and it is held to those of the key.
   * `refused`: it is about accounts, about several listings at once, or about what is of no listing.
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
  /** The body may be left out altogether. */
  bodyOptional?: boolean
  /** Largest body in bytes, where more is needed than elsewhere. */
  bodyLimit?: number
  /** How much the body may hold, where more is needed than elsewhere. */
  bodyShape?: Partial<JsonShape>
  /**
   * What others wrote is not refused for text that cannot be stored (NUL, half of a surrogate pair): the route takes it out of
   * what it asks the database for and stores (`storable`).
   */
  takesAnyText?: true
  /** Vendors send forms to it as well. */
  takesForms?: true
  /** Answered instead of `invalid_body` when the body breaks its schema. */
  invalidBody?: 'validation_error'
  reply: R
  /** `lines`: the reply is the schema of one line of many, each an object of its own. */
  form?: 'lines'
  /** 302: a link that people open; the reply stands beside the address it leads to. */
  status?: 200 | 201 | 202 | 302
  /** A `Reply` may have this status as well: nothing was made (200), or what the reply tells of is not well (503). */
  otherStatus?: 200 | 503
  /** The body of a 400 that has no envelope, for links that people open. */
  refusal?: TSchema
  errors: readonly E[]
  /** The one status of a code that is answered with several, where this route knows only that one; unset: each of them. */
  statuses?: { readonly [Code in E]?: ErrorStatus }
  /** Other spellings of query parameters that mean the same: alias → documented name. */
  queryAliases?: Record<string, string>
  /**
   * With a key: what can stand in for it. A text field of the body (of the query, for GET), because knowing its value proves enough, or a header
   * that no page of another site can send. Without the key there are no `scope` and `principal`.
   */
  capability?: { field: string } | { header: typeof pageHeader }
  /** Without a key, answers that prove nothing was known (401, 404) count against the address, against guessing. */
  countAddress?: 'misses'
  /**
   * Throws before the body is read: of a route without a key when its path does not prove what it has to (there is no `scope`), of a
   * route whose bodies are larger than others when its path names nothing.
   */
  admit?(asked: { services: Services; params: ParsedPart<P>; scope: Scope }): Promise<void>
  /** Idempotency-Key applies: to everything but GET, unless false is said here because nothing is changed. */
  write?: boolean
  /** `key`: a stored answer is given again to the key that asked alone, because it shows a secret. */
  answersTo?: 'key'
  /** Leaves a line in the audit log: every write does unless told, and what shows a secret. */
  audited?: boolean
  /** The inactive-listing rule applies to the listing named here: `params.id`. */
  listing?: `params.${string}`
  /** Its records can be had in another shape (`X-Schema`): what they are. */
  shaped?: ShapedKind
  /**
   * What an answer depends on beside the request: `by records`, that everybody changes with the workspace's head and that time
   * changes at moments of theirs; `by records and days`, on today's date as well. Their `ETag` is found before they are made.
   */
  versioned?: 'by records' | 'by records and days'
  /** A secret, or how the server is at this moment: its answers carry `Cache-Control: no-store` and no `ETag`. */
  noStore?: true
  /** Served although the workspace has more active listings than its plan allows. */
  overCap?: 'allow'
  /** An AI operation: counts against the daily AI limit. */
  ai?: boolean
  /** Only sandbox keys. */
  sandboxOnly?: boolean
  /** The hosted sign-in page asks for it with its cookie, instead of a key. */
  byCookie?: boolean
  /** Its body is a file that is served elsewhere, as it comes; here it stands for its method, its errors and who may ask. */
  takesFile?: true
  /** Left out of the published description: vendor callbacks. */
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

/** `const route = routeFor<Services>()`, then `route({ … })` with everything inferred from the schemas. */
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
