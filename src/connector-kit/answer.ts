import type { VendorErrorKind } from './vendor-error.ts'

/** A vendor's answer as it came. */
export interface Answer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  text: string
  /** The parsed body, an XmlDocument where it is XML; undefined when it is empty or cannot be read. */
  json: unknown
}

/** What an answer means when it is no success. */
export interface Verdict {
  kind: VendorErrorKind
  retryAfterMs?: number
}

/** What an answer tells about the allowance of the account, for vendors that count more than calls. */
export interface AllowanceNews {
  /** As how many calls this one counted. */
  cost?: number
  /** Others have used the allowance up as well: nobody of this account calls before this time has passed. */
  pauseMs?: number
}

/** A vendor's own signals, where they differ from what HTTP says. */
export interface VendorSignals {
  /** The vendor's words for a person, found in the body. */
  messageOf?(json: unknown): string | null
  /** By which the vendor's support finds the answer again. */
  referenceOf?(json: unknown): string | null
  /** undefined: as HTTP says; null: a success. */
  verdictOf?(answer: Answer): Verdict | null | undefined
  allowanceOf?(answer: Answer): AllowanceNews
}

const verdictByStatus: Record<number, VendorErrorKind> = {
  401: 'credentials',
  404: 'not_found',
  408: 'timeout',
  410: 'not_found',
  425: 'unavailable',
  429: 'rate_limited',
}

/** What HTTP itself says about an answer; null for a success. */
export function verdictOfStatus(status: number): VendorErrorKind | null {
  if (status >= 200 && status < 300) return null
  // A redirect is never followed: it could carry the credentials to another host.
  if (status < 400) return 'malformed'
  return verdictByStatus[status] ?? (status >= 500 ? 'unavailable' : 'rejected')
}
