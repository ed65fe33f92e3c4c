import { verdictOfStatus, type Answer, type Verdict, type VendorSignals } from './answer.ts'
import type { Redactor } from './redact.ts'
import { retryAfterMs } from './retry-after.ts'
import { VendorError } from './vendor-error.ts'

/** What an answer means, by the vendor's own signals and by HTTP; null: a success that can be read. */
export function judge(answer: Answer, signals: VendorSignals | undefined): Verdict | null {
  const special = signals?.verdictOf?.(answer)
  if (special) return special
  const kind = special === null ? null : verdictOfStatus(answer.status)
  if (kind !== null) return { kind }
  return answer.text !== '' && answer.json === undefined ? { kind: 'malformed' } : null
}

export interface RefusalParts {
  method: string
  path: string
  signals: VendorSignals | undefined
  redactor: Redactor
  nowMs: number
}

/** The error that says what a refusing answer means, in the vendor's own words where it says something. */
export function refusal(answer: Answer, verdict: Verdict, parts: RefusalParts): VendorError {
  const { method, path, signals, redactor } = parts
  const said = signals?.messageOf?.(answer.json) ?? plainText(answer)
  const vendorMessage = said === null ? undefined : redactor.excerpt(said)
  const text = `${method} ${path}: ${answer.status}${vendorMessage === undefined ? '' : ` ${vendorMessage}`}`
  return new VendorError(verdict.kind, text, {
    status: answer.status,
    method,
    path,
    reference: signals?.referenceOf?.(answer.json) ?? undefined,
    vendorMessage,
    retryAfterMs: waitOf(answer, verdict, parts.nowMs),
  })
}

function waitOf(answer: Answer, verdict: Verdict, nowMs: number): number | undefined {
  if (verdict.kind !== 'rate_limited' && verdict.kind !== 'unavailable') return undefined
  return verdict.retryAfterMs ?? retryAfterMs(answer.headers, nowMs) ?? undefined
}

function plainText(answer: Answer): string | null {
  if (answer.text === '') return null
  return /^\s*</.test(answer.text) ? 'a web page instead of JSON' : answer.text
}
