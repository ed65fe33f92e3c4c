import type { VendorAnswer, VendorSignals } from '../../connector-kit/answer.ts'
import { listIn, numberIn, wordsIn } from '../../connector-kit/answers.ts'

export const signals: VendorSignals = {
  messageOf: wordsIn('detail', 'message', 'title'),
  verdictOf(answer) {
    if (answer.status !== 429) return undefined
    const retryAfterMs = waitOf(answer)
    return { kind: 'rate_limited', ...(retryAfterMs === null ? {} : { retryAfterMs }) }
  },
}

// A larger number is no wait in seconds but a moment, counted from 1970.
const longestWaitSeconds = 1_000_000_000

/** The vendor does not document if the header holds seconds or a moment. */
function waitOf({ headers }: VendorAnswer): number | null {
  const header = Number(headers['x-ratelimit-retry-after'])
  if (!Number.isFinite(header) || header <= 0) return null
  if (header < longestWaitSeconds) return header * 1000
  const vendorNowMs = Date.parse(headers.date ?? '')
  return Number.isNaN(vendorNowMs) ? null : Math.max(0, header * 1000 - vendorNowMs)
}

/** Reads a list that has its own name in the answer. */
export function readRows(json: unknown, name: string): { rows: unknown[]; total: number | null } {
  return { rows: listIn(json, name), total: numberIn(json, 'total_items') }
}
