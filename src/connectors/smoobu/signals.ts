import type { Answer, VendorSignals } from '../../connector-kit/answer.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const signals: VendorSignals = {
  messageOf(json) {
    if (!isObject(json)) return null
    const said = [json.detail, json.message, json.title].find((text) => typeof text === 'string')
    return typeof said === 'string' ? said : null
  },
  verdictOf(answer) {
    if (answer.status !== 429) return undefined
    const retryAfterMs = waitOf(answer)
    return { kind: 'rate_limited', ...(retryAfterMs === null ? {} : { retryAfterMs }) }
  },
}

// Anything larger is no number of seconds to wait but a moment, counted from 1970.
const longestWaitSeconds = 1_000_000_000

/** Whether the header tells seconds or a moment is not documented. */
function waitOf({ headers }: Answer): number | null {
  const told = Number(headers['x-ratelimit-retry-after'])
  if (!Number.isFinite(told) || told <= 0) return null
  if (told < longestWaitSeconds) return told * 1000
  const vendorNowMs = Date.parse(headers.date ?? '')
  return Number.isNaN(vendorNowMs) ? null : Math.max(0, told * 1000 - vendorNowMs)
}

/** A list that stands under its own name in the answer. */
export function readRows(json: unknown, name: string): { rows: unknown[]; total: number | null } {
  const found = isObject(json) ? json : {}
  const rows = found[name]
  if (!Array.isArray(rows)) throw new VendorError('malformed', `a list was expected in ${name}`)
  return { rows, total: typeof found.total_items === 'number' ? found.total_items : null }
}

/** null instead of an error for what the vendor no longer has. */
export async function orNull(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    if (error instanceof VendorError && error.kind === 'not_found') return null
    throw error
  })
}
