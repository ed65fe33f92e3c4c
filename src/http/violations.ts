/** Describes a schema violation: the field, the value, and what is allowed. */
import type { ErrorObject } from 'ajv'
import type { ErrorCode, StatusCase } from '../contract/errors.ts'
import { wordsOfPattern } from '../contract/patterns.ts'
import { ApiError, type ErrorExtras } from '../platform/api-error.ts'
import { didYouMean } from '../platform/did-you-mean.ts'

export type ViolationPlace = 'params' | 'query' | 'body'
export const codeFor: Record<ViolationPlace, ErrorCode> = {
  params: 'invalid_param',
  query: 'invalid_params',
  body: 'invalid_body',
}

/** For example: `/guests/0/adults` → `guests[0].adults`. */
export function fieldOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '')
}

export function excerptOf(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // The cut must not split a surrogate pair, which cannot be sent or stored.
  return text !== undefined && text.length > 200 ? text.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '') : value
}

/** In a long list of codes nearly every text is similar to one. */
function meantBy(sent: unknown, values: readonly string[], isLong: boolean): string | undefined {
  if (typeof sent !== 'string') return undefined
  return isLong
    ? values.find((value) => value.toLowerCase() === sent.toLowerCase())
    : didYouMean(sent, values)
}

/** A longer list is given in `valid_values` only. */
const mostInWords = 60

type Explain = (
  error: ErrorObject,
  field: string,
) => { message: string; extra?: ErrorExtras; statusCase?: StatusCase }

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
const typeNames = (type: string | string[]) => [type].flat().map(article).join(' or ')

/** Lists accepted field names, sorted; some fields are declared only to be refused by name. */
function knownFields({ parentSchema }: ErrorObject): string[] {
  const { properties = {} } = (parentSchema ?? {}) as { properties?: Record<string, { readOnly?: true }> }
  return Object.keys(properties)
    .filter((name) => properties[name]?.readOnly !== true)
    .sort()
}

function entries({ params }: ErrorObject): string {
  const limit = Number(params['limit'])
  return limit === 1 ? '1 entry' : `${limit} entries`
}

/** Each schema keyword that can fail has an explanation. */
const explanations: Record<string, Explain> = {
  type: (error, field) => ({ message: `\`${field}\` must be ${typeNames(error.params['type'] as string)}.` }),
  enum: (error, field) => {
    const values = error.params['allowedValues'] as string[]
    const { description, examples = [] } = (error.parentSchema ?? {}) as {
      description?: string
      examples?: string[]
    }
    const isLong = values.length > mostInWords && examples.length > 0
    const suggestion = meantBy(error.data, values.map(String), isLong)
    return {
      message: isLong
        ? `\`${field}\` must be one of \`valid_values\`, such as ${String(examples[0])}. ${description ?? ''}`.trimEnd()
        : `\`${field}\` must be one of: ${values.map((value) => String(value)).join(', ')}.`,
      extra: { valid_values: values, ...(suggestion ? { did_you_mean: suggestion } : {}) },
    }
  },
  maximum: (error, field) => ({
    message: `\`${field}\` must be at most ${String(error.params['limit'])}.`,
    ...(field === 'limit' ? { statusCase: 'limit_over_cap' as const } : {}),
  }),
  minimum: (error, field) => ({ message: `\`${field}\` must be at least ${String(error.params['limit'])}.` }),
  exclusiveMinimum: (error, field) => ({
    message: `\`${field}\` must be more than ${String(error.params['limit'])}.`,
  }),
  minItems: (error, field) => ({ message: `\`${field}\` must have at least ${entries(error)}.` }),
  maxItems: (error, field) => ({ message: `\`${field}\` must have at most ${entries(error)}.` }),
  minProperties: (error, field) => {
    const fields = knownFields(error)
    return {
      message: `\`${field}\` must have at least ${String(error.params['limit'])} of its fields.`,
      ...(fields.length > 0 ? { extra: { valid_values: fields } } : {}),
    }
  },
  maxProperties: (error, field) => ({
    message: `\`${field}\` must have at most ${String(error.params['limit'])} fields.`,
  }),
  pattern: (error, field) => {
    const words = wordsOfPattern(String(error.params['pattern']))
    const { description } = (error.parentSchema ?? {}) as { description?: string }
    const form = words === undefined ? 'has not the form that is asked for' : `must be ${words}`
    return { message: `\`${field}\` ${form}.${description ? ` ${description}` : ''}` }
  },
  // Counts code points, as the schema does.
  maxLength: (error, field) => ({
    message: `\`${field}\` must have at most ${String(error.params['limit'])} characters.`,
  }),
  minLength: (error, field) =>
    error.params['limit'] === 1
      ? { message: `\`${field}\` must not be empty.` }
      : { message: `\`${field}\` must have at least ${String(error.params['limit'])} characters.` },
  format: (error, field) => ({
    message: `\`${field}\` must be a valid ${String(error.params['format'])}${error.params['format'] === 'date' ? ' (YYYY-MM-DD)' : ''}.`,
  }),
}

function explain(error: ErrorObject, field: string): ReturnType<Explain> {
  const explain = explanations[error.keyword]
  if (explain) return explain(error, field)
  return { message: `\`${field}\` ${error.message ?? 'is not valid'}.` }
}

export interface Codes {
  /** This code replaces the usual one. */
  code?: ErrorCode | undefined
  /** `type` selects the kind of request and has a code of its own. */
  byType?: boolean
  /** Too many files have a code of their own. */
  countsFiles?: boolean
}

/** Turns schema violations into the error to answer. */
export function failure(
  place: ViolationPlace,
  errors: readonly ErrorObject[],
  { code = codeFor[place], byType = false, countsFiles = false }: Codes,
): ApiError {
  // In a union every branch reports errors; the deepest one is the most specific.
  const [error] = [...errors].sort((a, b) => b.instancePath.length - a.instancePath.length)
  if (!error) return new ApiError(code)
  if (error.keyword === 'additionalProperties') return unknownField(code, error)
  const base = fieldOf(error.instancePath)
  if (error.keyword === 'required') {
    const name = String(error.params['missingProperty'])
    const field = base ? `${base}.${name}` : name
    return new ApiError(code, `\`${field}\` is required.`, { field })
  }
  const field = base || 'body'
  if (countsFiles && field === 'attachments' && error.keyword === 'maxItems') return tooManyFiles(error)
  const { message, extra, statusCase } = explain(error, field)
  return new ApiError(
    byType && field === 'type' && error.keyword === 'enum' ? 'invalid_type' : code,
    message,
    { field, value_received: excerptOf(error.data), ...extra },
    statusCase ? { statusCase } : {},
  )
}

function tooManyFiles({ data, params }: ErrorObject): ApiError {
  const most = Number(params['limit'])
  return new ApiError(
    'too_many_attachments',
    `The request has ${(data as unknown[]).length} files; ${most} are possible.`,
    { field: `attachments[${most}]`, index: most, limit: most },
  )
}

function unknownField(code: ErrorCode, error: ErrorObject): ApiError {
  const name = String(error.params['additionalProperty'])
  const base = fieldOf(error.instancePath)
  const field = base ? `${base}.${name}` : name
  const fields = knownFields(error)
  const suggestion = didYouMean(name, fields)
  return new ApiError(code, `\`${field}\` is not a field of this request.`, {
    field,
    value_received: excerptOf((error.data as Record<string, unknown>)[name]),
    valid_values: fields,
    ...(suggestion ? { did_you_mean: suggestion } : {}),
  })
}
