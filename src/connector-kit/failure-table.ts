/**
 * This table gives failed answers their meaning; docs/guides/failing-vendors.md says what callers get for
 * each kind.
 */
import type { AnswerVerdict, VendorAnswer } from './answer.ts'
import { XmlDocument } from './xml-document.ts'
import type { VendorErrorKind } from './vendor-error.ts'
import { isWebPage } from './web-page.ts'

/** Judges a status that a vendor puts into the body of a 200; null means success. */
export const verdictOfStatus = (status: number): VendorErrorKind | null =>
  kindOfAnswer({ status, headers: {}, text: '', json: undefined }, { isRead: false })

/**
 * Makes the signal of a vendor that answers failures with a success. `failureIn` finds one in the body: the
 * status that it names, or true without one.
 */
export const verdictInBody =
  (failureIn: (json: unknown) => boolean | number) =>
  ({ status, json }: VendorAnswer): AnswerVerdict | undefined => {
    const failure = status < 300 && failureIn(json)
    if (failure === false) return undefined
    const isStatus = typeof failure === 'number' && failure >= 400 && failure < 600
    return { kind: (isStatus ? verdictOfStatus(failure) : null) ?? 'rejected' }
  }

interface FailureRule {
  description: string
  fits(answer: VendorAnswer, call: { isRead: boolean }): boolean
  kind: VendorErrorKind
}

const isSuccess = ({ status }: VendorAnswer) => status >= 200 && status < 300
const hasStatus =
  (...statuses: number[]) =>
  ({ status }: VendorAnswer) =>
    statuses.includes(status)
/** Success answers with these statuses have no body. */
const bodiless = new Set([204, 205])

/** A proxy encoded the document twice, as a JSON string. */
function isTextOfJson({ json }: VendorAnswer): boolean {
  return typeof json === 'string' && /^\s*[[{]/.test(json)
}

/** The first matching rule decides. */
const failureRules: readonly FailureRule[] = [
  { description: '429', fits: hasStatus(429), kind: 'rate_limited' },
  { description: '401', fits: hasStatus(401), kind: 'credentials' },
  { description: 'a web page, with any other status', fits: isWebPage, kind: 'unavailable' },
  { description: '404 or 410', fits: hasStatus(404, 410), kind: 'not_found' },
  { description: '408', fits: hasStatus(408), kind: 'timeout' },
  { description: '407 or 425', fits: hasStatus(407, 425), kind: 'unavailable' },
  { description: '5xx', fits: ({ status }) => status >= 500, kind: 'unavailable' },
  {
    description: 'any other 4xx, 403 with a reason among them',
    fits: ({ status }) => status >= 400,
    kind: 'rejected',
  },
  // Redirects are never followed, as they could carry the credentials to another host.
  { description: '3xx', fits: (answer) => !isSuccess(answer), kind: 'malformed' },
  {
    description: 'a success that cannot be read: cut JSON, another kind of content, a body that ends early',
    fits: ({ text, json }) => text.trim() !== '' && json === undefined,
    kind: 'malformed',
  },
  { description: 'a success whose JSON is a text of JSON', fits: isTextOfJson, kind: 'malformed' },
  {
    description: 'a success without a body, where something was to be read',
    fits: ({ status, text, json }, { isRead }) =>
      isRead && !bodiless.has(status) && text.trim() === '' && !(json instanceof XmlDocument),
    kind: 'malformed',
  },
]

/** A safe call is tried this often; a write is repeated only after `rate_limited`. */
export const triesOf: Readonly<Record<VendorErrorKind, number>> = {
  rate_limited: 6,
  unavailable: 4,
  malformed: 3,
  timeout: 2,
  credentials: 1,
  reauth: 1,
  not_found: 1,
  rejected: 1,
}

/** Judges an answer by HTTP alone; null is a readable success. */
export const kindOfAnswer = (answer: VendorAnswer, call: { isRead: boolean }): VendorErrorKind | null =>
  failureRules.find(({ fits }) => fits(answer, call))?.kind ?? null
