/** What every answer of every operation keeps, whatever was asked. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { components, type Operation, type Schema } from './description.ts'
import { patienceMs, valuesOf, type DrillAnswer } from './request.ts'

const ajv = addFormats.default(new Ajv2020({ strict: false }))
const compiled = new Map<Schema, ValidateFunction>()

function validator(schema: Schema): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile({ ...schema, components })
  compiled.set(schema, known)
  return known
}

/** Not on every answer: the daily limit of an unlimited plan, what only some answers carry (no tag on what was asked for with `max_age`). */
const sometimes = [
  ...['x-ratelimit-limit-daily', 'x-ratelimit-remaining-daily'],
  ...['location', 'idempotency-status', 'etag'],
]

/** Answers to what never became a request of an operation. */
const beforeAnyOperation: Record<number, string[]> = {
  400: ['malformed_request'],
  408: ['request_timeout'],
  417: ['malformed_request'],
  431: ['malformed_request'],
}

/** Inside words of the server: its stack, its database. */
const innerWords =
  /\bat [^\n]{0,200}\.(?:ts|js):\d+|node_modules|\bnode:internal|SQLSTATE|violates [\w-]+ constraint|invalid input syntax|invalid byte sequence|relation "|duplicate key value|\bpg_catalog|current transaction is aborted/

/** The promises this answer breaks; empty when none. */
export function brokenPromises(operation: Operation, answer: DrillAnswer): string[] {
  const { status, headers, text, tookMs } = answer
  const { answers } = operation
  const faults: string[] = []
  const fault = (what: string) => void faults.push(what)
  if (tookMs > patienceMs) fault(`took ${Math.round(tookMs)} ms`)
  if (innerWords.test(text)) fault(`says ${innerWords.exec(text)?.[0]}`)
  const values = valuesOf(answer)
  const [parsed] = values
  const early = beforeAnyOperation[status]?.includes(codeOf(parsed) ?? '') ?? false
  const declared = answers?.[status]
  if (status === 500 || (status > 500 && !declared)) fault(`answered ${status}`)
  else if (answers && !declared && !early) fault(`answered ${status}, which it does not declare`)
  if (headers['x-request-id'] === undefined) fault('has no x-request-id')
  const missing = (early ? [] : (declared?.headers ?? [])).filter((name) => {
    const header = name.toLowerCase()
    const isOptional = sometimes.includes(header) || (header === 'retry-after' && status === 409)
    return !isOptional && headers[header] === undefined
  })
  if (missing.length > 0) fault(`has no ${missing.join(', ')}`)
  if (status === 302) return faults
  if (values.includes(undefined)) return [...faults, 'is not JSON']
  const schema = early ? { $ref: '#/components/schemas/ErrorEnvelope' } : declared?.schema
  if (schema) {
    const validate = validator(schema)
    for (const value of values)
      if (!validate(value)) fault(`does not fit its schema: ${ajv.errorsText(validate.errors)}`)
  }
  if (status < 400 || declared?.codes === null) return faults
  const code = codeOf(parsed)
  if (code === undefined) return [...faults, 'is not the envelope']
  if (!early && declared?.codes && !declared.codes.includes(code))
    fault(`answered ${status} ${code}, not declared`)
  const { request_id: requestId } = (parsed as { error: { request_id?: unknown } }).error
  if (requestId !== headers['x-request-id']) fault('has another request id in its body')
  return faults
}

export function codeOf(parsed: unknown): string | undefined {
  const { error } = (parsed ?? {}) as { error?: { code?: unknown } }
  return typeof error?.code === 'string' ? error.code : undefined
}
