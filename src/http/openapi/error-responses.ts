import { errorSchemaName } from '../../contract/error-envelope.ts'
import { errors, errorStatus, type ErrorCode } from '../../contract/errors.ts'
import type { Route } from '../route.ts'
import { declaredErrors } from '../declared-errors.ts'
import { takesKey } from '../idempotency-rules.ts'
import { headersOf } from './fixed-parts.ts'
import type { JsonSchema } from './named-schemas.ts'

/** Where the published examples point; whoever serves the document puts its own address in. */
export const exampleOrigin = 'http://127.0.0.1:4000'

const pageOf = (code: string) => `/docs/errors/${code}`

/** The shape every error has, for a code whose page shows no example of its own. */
function plainExample(code: ErrorCode) {
  const { when, fix } = errors[code]
  return {
    error: {
      code,
      message: when,
      docs_url: `${exampleOrigin}${pageOf(code)}`,
      fix,
      request_id: '0192f0c4-7c1e-4b6e-9a53-1f0e2d7c8a90',
    },
  }
}

/** The codes a caller of this operation can meet. */
export function documentedErrors<Services>(route: Route<Services>): ErrorCode[] {
  // The path is known to exist with this method; what is left is that the record, or the workspace, does not.
  const namesNothing = !route.params && !route.errors.includes('not_found')
  const impossible = new Set([
    'method_not_allowed',
    ...(route.auth === 'none' && namesNothing ? ['not_found'] : []),
  ])
  return ([...declaredErrors(route)] as ErrorCode[]).filter((code) => !impossible.has(code)).sort()
}

/** Each status that a code can be answered with by this route. */
export function statusesOf<Services>(route: Route<Services>, code: ErrorCode): number[] {
  const known = route.statuses?.[code]
  if (known !== undefined) return [known]
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
  content: { 'application/json': { schema: JsonSchema; examples?: Record<string, { $ref: string }> } }
  'x-error-codes': string[]
}

const schemaOf = (code: ErrorCode) => `#/components/schemas/${errorSchemaName(code)}`

/** The envelope with one of these codes. */
function envelopeOf(codes: readonly ErrorCode[]): JsonSchema {
  const [only] = codes
  const error: JsonSchema =
    codes.length === 1 && only
      ? { $ref: schemaOf(only) }
      : {
          oneOf: codes.map((code) => ({ $ref: schemaOf(code) })),
          discriminator: {
            propertyName: 'code',
            mapping: Object.fromEntries(codes.map((code) => [code, schemaOf(code)])),
          },
        }
  return { type: 'object', required: ['error'], properties: { error }, additionalProperties: false }
}

/** Operations with the same codes share a response, which is called after its status and codes. */
export class ErrorResponses {
  readonly components: Record<string, ErrorResponse> = {
    'any-other': {
      description: 'Any other failure, in the same envelope.',
      headers: headersOf(500, false),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
      'x-error-codes': [],
    },
  }

  refer<Services>(route: Route<Services>): Record<string, { $ref: string }> {
    const byStatus = new Map<number, ErrorCode[]>()
    for (const code of documentedErrors(route)) {
      for (const status of statusesOf(route, code))
        byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
    const write = takesKey(route)
    const references = [...byStatus].map(([status, codes]) => {
      const name = [status, ...codes, ...(write ? ['write'] : [])].join('-')
      this.components[name] ??= errorResponse(status, codes, write)
      return [String(status), { $ref: `#/components/responses/${name}` }]
    })
    references.push(['default', { $ref: '#/components/responses/any-other' }])
    return Object.fromEntries(references) as Record<string, { $ref: string }>
  }
}

function errorResponse(status: number, codes: readonly ErrorCode[], write: boolean): ErrorResponse {
  return {
    description: codes.map((code) => `[\`${code}\`](${pageOf(code)}): ${errors[code].when}`).join('\n\n'),
    headers: headersOf(status, write),
    content: {
      'application/json': {
        schema: envelopeOf(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
    'x-error-codes': [...codes],
  }
}

/** `components/examples`: one answer per code that any operation lists. */
export function errorExamples(codes: readonly ErrorCode[], written: Record<string, unknown>) {
  return Object.fromEntries(
    codes.map((code) => [code, { summary: errors[code].when, value: written[code] ?? plainExample(code) }]),
  )
}
