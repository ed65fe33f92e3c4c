import type { VendorAnswer, AnswerVerdict, VendorSignals } from './answer.ts'
import { clockFault } from './clock-fault.ts'
import { kindOfAnswer } from './failure-table.ts'
import type { Redactor } from './redact.ts'
import { retryAfterMs } from './retry-after.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'
import { isWebPage, pageWords } from './web-page.ts'

/** Recognises refusals because the booking's channel manages it, in any vendor's words. */
const channel =
  '(?:the |a |an |its |their )?(?:(?:external|third[- ]party|original|booking|sales) )?(?:channels?|otas?|airbnb|booking\\.com|vrbo|homeaway|expedia|agoda|tripadvisor)\\b'

const patterns = [
  `\\b(?:managed|owned|controlled|handled|maintained|synced|synchroni[sz]ed|imported|created|made|locked) (?:by|from|on|through|via|in|at) ${channel}`,
  `\\bchannel[- ](?:managed|owned|controlled)\\b`,
  `\\b(?:cancel|chang|modif|updat|edit|alter|mov)\\w*\\b[^.]{0,60}\\b(?:on|in|through|via|at|with|by|from) ${channel}`,
  `\\b(?:ota|channel|airbnb|booking\\.com|vrbo|expedia) (?:bookings?|reservations?)\\b[^.]{0,40}\\b(?:cannot|can not|can't|may not|must not)\\b`,
].map((pattern) => new RegExp(pattern, 'i'))

const namesChannelAsOwner = (words: string | null): boolean =>
  words !== null && patterns.some((pattern) => pattern.test(words))

/**
 * Judges an answer by the vendor's own signals and by the table; null is a readable success. A read
 * (`isRead`) expects a body, so an empty success is a failure.
 */
export function judge(
  answer: VendorAnswer,
  signals: VendorSignals | undefined,
  call: { isRead: boolean } = { isRead: false },
): AnswerVerdict | null {
  // A page comes from a proxy in front of the vendor, so the vendor's signals do not apply.
  const special = isWebPage(answer) ? undefined : signals?.verdictOf?.(answer)
  if (special) return special
  const kind = kindOfAnswer(special === null ? { ...answer, status: 200 } : answer, call)
  return kind === null ? null : { kind }
}

const accessKinds = new Set<VendorErrorKind>(['credentials', 'reauth'])

export interface RefusalParts {
  method: string
  path: string
  signals: VendorSignals | undefined
  redactor: Redactor
  nowMs: number
  /** A resource of the path that has a limit of its own. */
  limitedTo?: string | undefined
}

/** Makes the error for a refusing answer, in the vendor's own words if it gives any. */
export function refusal(answer: VendorAnswer, verdict: AnswerVerdict, parts: RefusalParts): VendorError {
  const { method, path, signals, redactor } = parts
  const vendorText = isWebPage(answer)
    ? plainText(answer)
    : (signals?.messageOf?.(answer.json) ?? plainText(answer))
  const vendorMessage = vendorText === null ? undefined : redactor.excerpt(vendorText)
  const text = `${method} ${path}: ${answer.status}${vendorMessage === undefined ? '' : ` ${vendorMessage}`}`
  const wrongClock = accessKinds.has(verdict.kind) ? clockFault(answer, parts.nowMs) : undefined
  return new VendorError(
    wrongClock?.kind ?? verdict.kind,
    wrongClock ? `${text}: ${wrongClock.words}` : text,
    {
      status: answer.status,
      method,
      path,
      reference: signals?.referenceOf?.(answer.json) ?? undefined,
      vendorMessage,
      retryAfterMs: waitOf(answer, verdict, parts.nowMs),
      reason: verdict.kind === 'rejected' && namesChannelAsOwner(vendorText) ? 'owned_by_channel' : undefined,
      limitedTo: verdict.kind === 'rate_limited' ? parts.limitedTo : undefined,
      clockAheadMs: wrongClock?.clockAheadMs,
    },
  )
}

function waitOf(answer: VendorAnswer, verdict: AnswerVerdict, nowMs: number): number | undefined {
  if (verdict.kind !== 'rate_limited' && verdict.kind !== 'unavailable') return undefined
  return verdict.retryAfterMs ?? retryAfterMs(answer.headers, nowMs) ?? undefined
}

function plainText(answer: VendorAnswer): string | null {
  if (answer.text === '') return null
  return isWebPage(answer) || /^\s*</.test(answer.text) ? pageWords : answer.text
}
