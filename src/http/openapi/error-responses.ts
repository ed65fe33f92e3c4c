import { errors, errorStatus, type ErrorCode } from '../../contract/errors.ts'
import type { Route } from '../route.ts'
import { declaredErrors } from '../declared-errors.ts'
import { headersOf } from './fixed-parts.ts'
import type { JsonSchema } from './named-schemas.ts'

/** Published examples have this origin; a server that serves the document puts its own in. */
export const exampleOrigin = 'http://127.0.0.1:4000'

/** Lists the codes that callers of this operation can get. */
function documentedErrors<Services>(route: Route<Services>): ErrorCode[] {
  // Path and method are known to exist, so only a record or workspace can be missing.
  const namesNothing = !route.params && !route.errors.includes('not_found')
  const impossible = new Set([
    'method_not_allowed',
    ...(route.auth === 'none' && namesNothing ? ['not_found'] : []),
  ])
  return ([...declaredErrors(route)] as ErrorCode[]).filter((code) => !impossible.has(code)).sort()
}

/** Lists every status with which this route can answer a code. */
export function statusesOf<Services>(route: Route<Services>, code: ErrorCode): number[] {
  const ownStatus = route.statuses?.[code]
  if (ownStatus !== undefined) return [ownStatus]
  const { statusFor = {} } = errors[code]
  const query = route.query?.properties ?? {}
  const own = (route.errors as readonly string[]).includes(code)
  const reachable: Record<string, boolean> = {
    limit_over_cap: 'limit' in query,
    cursor_with_offset: 'cursor' in query,
    cursor_wrong_ordering: 'cursor' in query,
    malformed_updated_since: 'updated_since' in query,
    as_of_unusable: 'as_of' in query,
    empty_prefix: 'prefix' in query && route.method === 'DELETE',
    account_ambiguous: 'accountId' in query,
    claim: route.url.startsWith('/v1/connect/booking/'),
  }
  const cases = Object.entries(statusFor).filter(([name]) => reachable[name] ?? own)
  return [...new Set([errorStatus(code), ...cases.map(([, status]) => status)])]
}

export interface ErrorResponse {
  description: string
  headers: Record<string, { $ref: string }>
  content: { 'application/json': { schema: JsonSchema } }
}

export type CodesByStatus = Readonly<Record<string, readonly ErrorCode[]>>

export function codesByStatus<Services>(route: Route<Services>): CodesByStatus {
  return byStatus(
    documentedErrors(route).flatMap((code) =>
      statusesOf(route, code).map((status): [string, ErrorCode] => [String(status), code]),
    ),
  )
}

/**
 * These codes follow from an operation's form. The document lists them once, and operations name the sets.
 */
export const errorCodeSets = {
  every: { 400: ['unknown_params'], 500: ['internal_error'], 503: ['service_unavailable'] },
  key: {
    401: ['unauthorized'],
    403: ['forbidden'],
    404: ['not_found'],
    429: ['daily_limit_exceeded', 'rate_limit_exceeded'],
  },
  body: {
    400: ['invalid_body', 'invalid_json'],
    413: ['payload_too_large'],
    415: ['unsupported_media_type'],
  },
  write: {
    400: ['invalid_params'],
    403: ['plan_required'],
    409: ['idempotency_key_in_use'],
    422: ['idempotency_key_reused'],
  },
} as const satisfies Record<string, CodesByStatus>
export type ErrorCodeSet = keyof typeof errorCodeSets

const pairsOf = (codes: CodesByStatus): [status: string, code: ErrorCode][] =>
  Object.entries(codes).flatMap(([status, ofStatus]) =>
    ofStatus.map((code): [string, ErrorCode] => [status, code]),
  )

/** Splits codes into the complete sets among them and the rest. */
export function splitCodes(codes: CodesByStatus): { sets: ErrorCodeSet[]; own: CodesByStatus } {
  const has = ([status, code]: [string, ErrorCode]) => codes[status]?.includes(code) ?? false
  const sets = (Object.keys(errorCodeSets) as ErrorCodeSet[]).filter((name) =>
    pairsOf(errorCodeSets[name]).every(has),
  )
  const inSets = new Set(sets.flatMap((name) => pairsOf(errorCodeSets[name]).map((pair) => pair.join(' '))))
  const own = pairsOf(codes).filter((pair) => !inSets.has(pair.join(' ')))
  return { sets, own: byStatus(own) }
}

/** Joins all codes of an operation in the document. */
export const joinCodes = (sets: readonly ErrorCodeSet[], own: CodesByStatus): CodesByStatus =>
  byStatus([...sets.flatMap((name) => pairsOf(errorCodeSets[name])), ...pairsOf(own)])

function byStatus(pairs: readonly [status: string, code: ErrorCode][]): CodesByStatus {
  const statuses = Map.groupBy(pairs, ([status]) => status)
  return Object.fromEntries(
    [...statuses].map(([status, ofStatus]) => [status, ofStatus.map(([, code]) => code).toSorted()]),
  )
}

/** Names the component of a status; `default` is any status that an operation does not name. */
const responseName = (status: string) => (status === 'default' ? 'AnyError' : `Error${status}`)

/** Operations share one response per status; `x-error-codes` lists the codes of each operation. */
export class ErrorResponses {
  readonly #codes = new Map<string, Set<ErrorCode>>([['default', new Set()]])

  refer(codes: CodesByStatus): Record<string, { $ref: string }> {
    for (const [status, ofStatus] of Object.entries(codes))
      this.#codes.set(status, (this.#codes.get(status) ?? new Set()).union(new Set(ofStatus)))
    return Object.fromEntries(
      [...Object.keys(codes), 'default'].map((status) => [
        status,
        { $ref: `#/components/responses/${responseName(status)}` },
      ]),
    )
  }

  components(): Record<string, ErrorResponse> {
    const statuses = [...this.#codes.keys()].toSorted()
    return Object.fromEntries(statuses.map((status) => [responseName(status), this.#response(status)]))
  }

  #response(status: string): ErrorResponse {
    const codes = [...(this.#codes.get(status) ?? [])].toSorted()
    const named = codes.map((code) => `\`${code}\``).join(', ')
    return {
      description:
        codes.length > 0 ? `Refused or failed: ${named}.` : 'Any other failure, in the same envelope.',
      headers: headersOf(Number(status)),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
    }
  }
}
