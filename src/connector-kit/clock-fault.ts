/** Compares our clock with the vendor's: a wrong clock can be why a signature or token is refused. Pure. */
import type { Answer } from './answer.ts'
import type { VendorError } from './vendor-error.ts'

/** Vendors whose signatures cover the time allow some minutes of difference. */
const toleratedMs = 3 * 60_000

export interface ClockFault {
  kind: 'unavailable'
  words: string
  clockAheadMs: number
}

/** undefined when both clocks agree, or the answer has no `Date`. */
export function clockFault({ headers }: Answer, nowMs: number): ClockFault | undefined {
  const clockAheadMs = nowMs - Date.parse(headers.date ?? '')
  if (Number.isNaN(clockAheadMs) || Math.abs(clockAheadMs) <= toleratedMs) return undefined
  const minutes = Math.round(Math.abs(clockAheadMs) / 60_000)
  const words = `the clock of this server is ${minutes} minutes ${clockAheadMs > 0 ? 'ahead' : 'behind'}`
  return { kind: 'unavailable', words, clockAheadMs }
}

export const isClockFault = ({ kind, clockAheadMs }: VendorError): boolean =>
  kind === 'unavailable' && clockAheadMs !== undefined
