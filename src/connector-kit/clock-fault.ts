/** Compares our clock with the vendor's: a wrong clock can cause rejected signatures or tokens. Pure. */
import type { VendorAnswer } from './answer.ts'
import type { VendorError } from './vendor-error.ts'

/** Vendors that sign times allow a few minutes of difference. */
const toleratedMs = 3 * 60_000

export interface ClockFault {
  kind: 'unavailable'
  words: string
  clockAheadMs: number
}

/** Returns undefined when both clocks agree or the answer has no `Date`. */
export function clockFault({ headers }: VendorAnswer, nowMs: number): ClockFault | undefined {
  const clockAheadMs = nowMs - Date.parse(headers.date ?? '')
  if (Number.isNaN(clockAheadMs) || Math.abs(clockAheadMs) <= toleratedMs) return undefined
  return { kind: 'unavailable', words: clockWords(clockAheadMs), clockAheadMs }
}

export function clockWords(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000)
  return `the clock of this server is ${minutes} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} the provider’s`
}

export const isClockFault = ({ kind, clockAheadMs }: VendorError): boolean =>
  kind === 'unavailable' && clockAheadMs !== undefined
