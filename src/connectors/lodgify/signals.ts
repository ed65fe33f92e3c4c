import type { VendorSignals } from '../../connector-kit/answer.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

interface Failure {
  message?: unknown
  code?: unknown
  title?: unknown
  detail?: unknown
}

const isObject = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const signals: VendorSignals = {
  /** The code goes first: it is what the vendor's errors are told apart by. */
  messageOf(json) {
    if (!isObject(json)) return null
    const text = [json.message, json.detail, json.title].find((value) => typeof value === 'string')
    const parts = [json.code, text].filter((part) => typeof part === 'string')
    return parts.length === 0 ? null : parts.join(': ')
  },
  /** An older page documents 500 as the answer to everything, a refused key included. */
  verdictOf({ status, json }) {
    if (status < 400 || !isObject(json)) return undefined
    const isRefused =
      json.code === 'NotAuthorized' || /^authorization has been denied/i.test(String(json.message))
    return isRefused ? { kind: 'credentials' } : undefined
  },
}

/** The rows of a list with numbered pages. */
export function readItems(json: unknown): { rows: unknown[]; count: number | null } {
  const { items, count } = (isObject(json) ? json : {}) as { items?: unknown; count?: unknown }
  if (!Array.isArray(items)) throw new VendorError('malformed', 'a list was expected in items')
  return { rows: items, count: typeof count === 'number' ? count : null }
}

export function readArray(json: unknown): unknown[] {
  if (Array.isArray(json)) return json
  throw new VendorError('malformed', 'a list was expected')
}
