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

// Anything larger is no number of seconds to wait but a moment, counted from 1970.
const longestWaitSeconds = 1_000_000_000

/** Whether the header tells seconds or a moment is not documented. */
function waitOf({ headers }: VendorAnswer): number | null {
  const told = Number(headers['x-ratelimit-retry-after'])
  if (!Number.isFinite(told) || told <= 0) return null
  if (told < longestWaitSeconds) return told * 1000
  const vendorNowMs = Date.parse(headers.date ?? '')
  return Number.isNaN(vendorNowMs) ? null : Math.max(0, told * 1000 - vendorNowMs)
}

/** A list that stands under its own name in the answer. */
export function readRows(json: unknown, name: string): { rows: unknown[]; total: number | null } {
  return { rows: listIn(json, name), total: numberIn(json, 'total_items') }
}
