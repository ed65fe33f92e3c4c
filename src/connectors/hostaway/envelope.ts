import type { VendorSignals } from '../../connector-kit/answer.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

interface Envelope {
  status?: unknown
  result?: unknown
  message?: unknown
  count?: unknown
}

const isObject = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Failures carry their text in `message` or in `result`, and may come with status 200. */
export const signals: VendorSignals = {
  messageOf(json) {
    if (!isObject(json)) return null
    const text = [json.message, json.result].find((value) => typeof value === 'string')
    return text === undefined ? null : String(text)
  },
  verdictOf(answer) {
    const failed = answer.status < 300 && isObject(answer.json) && answer.json.status === 'fail'
    return failed ? { kind: 'rejected' } : undefined
  },
}

/** The rows of a list answer and how many the whole list has. */
export function readList(json: unknown): { rows: unknown[]; total: number | null } {
  const result = readResult(json)
  if (!Array.isArray(result)) throw new VendorError('malformed', 'a list was expected in result')
  const count = isObject(json) ? json.count : undefined
  return { rows: result, total: typeof count === 'number' ? count : null }
}

export function readResult(json: unknown): unknown {
  if (isObject(json) && 'result' in json) return json.result
  throw new VendorError('malformed', 'an answer without result')
}
