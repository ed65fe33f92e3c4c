/**
 * There are two validators, as Fastify's default coerces bodies and drops unknown fields. Parameters are text
 * and are coerced, bodies are not, and both refuse unknown names.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../contract/errors.ts'
import { ApiError } from '../platform/api-error.ts'
import { didYouMean } from '../platform/did-you-mean.ts'
import { once } from '../platform/once.ts'
import { withTextLengths } from './text-length.ts'
import { codeFor, failure, fieldOf, excerptOf, type Codes, type ViolationPlace } from './violations.ts'

// ajv-formats is CommonJS whose types describe the default export only.
const addFormats = formats as unknown as (ajv: Ajv) => Ajv

// The contract's tests validate the schemas; doing it again takes longer than all the rest.
const shared = { strict: false, verbose: true, validateSchema: false } as const
const parameterAjv = withFormats(withTextLengths(new Ajv({ ...shared, coerceTypes: true })))
const bodyAjv = withFormats(withTextLengths(new Ajv(shared)))

/** RFC 3339 allows leap seconds, which clocks here lack, and offsets that leave four-digit years. */
function withFormats(ajv: Ajv): Ajv {
  const { validate } = addFormats(ajv).formats['date-time'] as { validate: (text: string) => boolean }
  const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'].map(Date.parse) as [
    number,
    number,
  ]
  return ajv.addFormat('date-time', (text: string) => {
    const at = Date.parse(text)
    return validate(text) && at >= first && at <= last
  })
}

/** Returns undefined if any name is allowed: a vendor may add parameters to its calls. */
function knownParams({ query, queryAliases }: ValidatedRoute): ReadonlySet<string> | undefined {
  if ((query as { additionalProperties?: unknown } | undefined)?.additionalProperties === true)
    return undefined
  return new Set([...Object.keys(query?.properties ?? {}), ...Object.keys(queryAliases ?? {})])
}

/** Older spellings are accepted but never suggested. */
const currentParams = ({ query }: ValidatedRoute): string[] =>
  Object.entries(query?.properties ?? {})
    .filter(([, schema]) => (schema as { deprecated?: boolean }).deprecated !== true)
    .map(([name]) => name)

function refuseUnknownParams(
  names: ReadonlySet<string>,
  query: Record<string, unknown>,
  route: ValidatedRoute,
): void {
  const unknown = Object.keys(query).find((name) => !names.has(name))
  if (unknown === undefined) return
  const allowedNames = [...names]
  const suggestion = didYouMean(unknown, currentParams(route))
  throw new ApiError(
    'unknown_params',
    `\`${unknown}\` is not a parameter of ${route.url}${suggestion ? `; did you mean \`${suggestion}\`?` : '.'}`,
    {
      field: unknown,
      value_received: excerptOf(query[unknown]),
      validParams: allowedNames.sort(),
      endpoint: route.url,
      ...(suggestion ? { did_you_mean: suggestion } : {}),
    },
  )
}

function resolveAliases(query: Record<string, unknown>, aliases: readonly [string, string][]): void {
  for (const [alias, name] of aliases) {
    if (query[alias] === undefined) continue
    if (query[name] !== undefined && query[name] !== query[alias]) {
      throw new ApiError('invalid_params', `\`${alias}\` and \`${name}\` mean the same: send one of them.`, {
        field: alias,
        value_received: excerptOf(query[alias]),
      })
    }
    query[name] = query[alias]
    delete query[alias]
  }
}

export interface ValidatedRoute {
  url: string
  params?: TObject | undefined
  query?: TObject | undefined
  body?: TSchema | undefined
  bodyOptional?: boolean | undefined
  invalidBody?: ErrorCode | undefined
  takesAnyText?: true | undefined
  errors?: readonly string[] | undefined
  queryAliases?: Record<string, string> | undefined
}

export interface Validator {
  params(value: unknown): Record<string, unknown>
  query(value: unknown): Record<string, unknown>
  body(value: unknown): unknown
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function unstorable(text: string): string | undefined {
  if (text.includes('\u0000')) return 'contains the character NUL (U+0000), which no text may'
  if (!text.isWellFormed()) return 'contains half of a surrogate pair, which is no character'
  return undefined
}

/** `kv` allows a hundred levels, and nothing stored is deeper. */
const deepest = 110

interface Unstorable {
  path: string
  text: string
  why: string
}

/** Finds the first unstorable text and its path; names of members count too. */
function findUnstorable(value: unknown, path = '', depth = 0): Unstorable | undefined {
  if (typeof value === 'string') {
    const why = unstorable(value)
    return why === undefined ? undefined : { path, text: value, why }
  }
  if (typeof value !== 'object' || value === null || depth > deepest) return undefined
  for (const [name, item] of Object.entries(value)) {
    const why = unstorable(name)
    if (why !== undefined) return { path, text: name, why }
    const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const found = findUnstorable(item, place, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function refuseUnstorable(place: ViolationPlace, value: unknown): void {
  const found = findUnstorable(value)
  if (found === undefined) return
  const field = fieldOf(found.path) || 'body'
  throw new ApiError(codeFor[place], `\`${field}\` ${found.why}.`, {
    field,
    value_received: excerptOf(found.text),
  })
}

function check(
  validator: (() => ValidateFunction) | undefined,
  place: ViolationPlace,
  value: unknown,
  codes: Codes = {},
): void {
  const validate = validator?.()
  if (validate && !validate(value)) throw failure(place, validate.errors ?? [], codes)
}

/** Values of these parameters are compared case-insensitively. */
const foldedNames = (schema: TObject | undefined) =>
  Object.entries(schema?.properties ?? {})
    .filter(([, property]) => (property as { caseInsensitive?: boolean }).caseInsensitive)
    .map(([name]) => name)

const compiled = (ajv: typeof bodyAjv, schema: TSchema | undefined) =>
  schema && once(() => ajv.compile(schema))

/** Validators are compiled at the first request of each route. */
export function validatorFor(route: ValidatedRoute): Validator {
  const params = compiled(parameterAjv, route.params)
  const query = compiled(parameterAjv, route.query)
  const body = compiled(bodyAjv, route.body)
  const folded = foldedNames(route.query)
  const aliases = Object.entries(route.queryAliases ?? {})
  const names = knownParams(route)
  const byType = route.errors?.includes('invalid_type') === true
  const countsFiles = route.errors?.includes('too_many_attachments') === true
  return {
    params(value) {
      refuseUnstorable('params', value)
      check(params, 'params', value)
      return value as Record<string, unknown>
    },
    query(value) {
      const fields = { ...(value as Record<string, unknown>) }
      if (names) refuseUnknownParams(names, fields, route)
      resolveAliases(fields, aliases)
      for (const name of folded) {
        if (typeof fields[name] === 'string') fields[name] = fields[name].toLowerCase()
      }
      refuseUnstorable('query', fields)
      check(query, 'query', fields, { byType })
      return fields
    },
    body(value) {
      if (value === undefined && (!body || route.bodyOptional)) return undefined
      if (!body) {
        if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return undefined
        const [field] = typeof value === 'object' && value !== null ? Object.keys(value) : []
        throw new ApiError('invalid_body', 'This request takes no body.', {
          field: field ?? 'body',
          value_received: excerptOf(value),
        })
      }
      if (value === undefined) {
        throw new ApiError('invalid_body', 'This request needs a JSON body.', { field: 'body' })
      }
      if (!route.takesAnyText) refuseUnstorable('body', value)
      check(body, 'body', value, { code: route.invalidBody, byType, countsFiles })
      return value
    },
  }
}

/** Tests of the contract use this: it returns why a value does not match the schema. */
export function replyViolation(schema: TSchema): (value: unknown) => string | undefined {
  const validator = once(() => bodyAjv.compile(schema))
  return (value) => {
    const validate = validator()
    return validate(value) ? undefined : bodyAjv.errorsText(validate.errors, { dataVar: 'reply' })
  }
}
