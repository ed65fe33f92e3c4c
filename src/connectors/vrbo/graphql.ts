/** Sends documents, and interprets errors inside an answer. */
import type { AllowanceNews, VendorAnswer, AnswerVerdict, VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields, type JsonFields } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { VendorError, type VendorErrorKind } from '../../connector-kit/vendor-error.ts'
import { documents, mutations, type DocumentName } from './documents/index.ts'

export const graphqlPath = '/supply/lodging/graphql'

/** Runs a query; lost answers are requested again. */
export const read = (
  context: VendorContext,
  name: DocumentName,
  variables: JsonFields,
): Promise<JsonFields> => send(context, name, variables, true)

/** Runs a mutation, which is sent once. */
export const write = (
  context: VendorContext,
  name: DocumentName,
  variables: JsonFields,
): Promise<JsonFields> => send(context, name, variables, false)

async function send(
  { http }: VendorContext,
  name: DocumentName,
  variables: JsonFields,
  safe: boolean,
): Promise<JsonFields> {
  const body = { operationName: name, query: documents[name], variables }
  const data = fieldOf(await http.post(graphqlPath, { body, safe }), 'data')
  if (isFields(data)) return data
  throw new VendorError('malformed', `${name}: an answer without data`)
}

const errorsIn = (json: unknown): unknown[] => {
  const errors = fieldOf(json, 'errors')
  return Array.isArray(errors) ? errors : []
}

/** Only the first code is published; the others are common elsewhere, and any unknown one is a refusal. */
const kinds: Readonly<Record<string, VendorErrorKind>> = {
  RATE_LIMIT_EXCEEDED: 'rate_limited',
  TOO_MANY_REQUESTS: 'rate_limited',
  NOT_FOUND: 'not_found',
  RESOURCE_NOT_FOUND: 'not_found',
  INTERNAL_ERROR: 'unavailable',
  INTERNAL_SERVER_ERROR: 'unavailable',
  SERVICE_UNAVAILABLE: 'unavailable',
  DOWNSTREAM_SERVICE_ERROR: 'unavailable',
  TIMEOUT: 'timeout',
}

const codeOf = (error: unknown): string => {
  const extensions = fieldOf(error, 'extensions')
  return (
    presentText(fieldOf(extensions, 'code') ?? fieldOf(extensions, 'classification'))?.toUpperCase() ?? ''
  )
}

/** The rate limit is checked first, because other errors may result from it. */
function verdictOf({ status, json }: VendorAnswer): AnswerVerdict | undefined {
  const errors = status === 200 ? errorsIn(json) : []
  if (errors.length === 0) return undefined
  // The change was made, but reading its result failed.
  const root = errors.map((error) => rootOf(error)).find((name) => mutations.has(name))
  if (root !== undefined && isFields(fieldOf(fieldOf(json, 'data'), root))) return { kind: 'malformed' }
  const limited = errors.find((error) => kinds[codeOf(error)] === 'rate_limited')
  if (limited !== undefined) return { kind: 'rate_limited', ...waitIn(limited) }
  return {
    kind: errors.map((error) => kinds[codeOf(error)]).find((kind) => kind !== undefined) ?? 'rejected',
  }
}

const rootOf = (error: unknown): string => {
  const path = fieldOf(error, 'path')
  return Array.isArray(path) ? String(path[0]) : ''
}

const longestToldSeconds = 300

/** The message gives seconds; an older form of the error gives the window's length. */
function waitIn(error: unknown): Pick<AnswerVerdict, 'retryAfterMs'> {
  const statedSeconds = /(\d+)\s*(?:s\b|sec)/i.exec(presentText(fieldOf(error, 'message')) ?? '')?.[1]
  const window = presentText(fieldOf(fieldOf(error, 'extensions'), 'duration'))
  const seconds = Number(statedSeconds ?? /^(?:PT)?(\d+)S?$/i.exec(window ?? '')?.[1] ?? Number.NaN)
  return seconds >= 0 && seconds <= longestToldSeconds ? { retryAfterMs: Math.max(1, seconds) * 1000 } : {}
}

/** A call that reads several homes counts once for each. */
function allowanceOf({ json }: VendorAnswer): AllowanceNews {
  const homes = fieldOf(fieldOf(fieldOf(json, 'data'), 'propertiesByAdvertiser'), 'elements')
  const isNested = Array.isArray(homes) && nestedFields.some((name) => fieldOf(homes[0], name) !== undefined)
  return isNested ? { cost: Math.max(1, homes.length) } : {}
}

const nestedFields = ['reservations', 'messageThreads', 'messages', 'reviews']

export const signals: VendorSignals = {
  messageOf: (json) =>
    presentText(fieldOf(errorsIn(json)[0], 'message')) ??
    presentText(fieldOf(json, 'message')) ??
    presentText(fieldOf(json, 'error_description')),
  referenceOf: (json) => presentText(fieldOf(fieldOf(json, 'extensions'), 'requestId')),
  verdictOf,
  allowanceOf,
}
