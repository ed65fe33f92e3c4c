import type { VendorErrorKind } from './vendor-error.ts'

/** A vendor's answer, unchanged. */
export interface VendorAnswer {
  status: number
  /** Header names are in lower case. */
  headers: Record<string, string>
  text: string
  /** The parsed body, or an XmlDocument for XML; undefined when empty or unreadable. */
  json: unknown
}

/** The meaning of an answer that is no success. */
export interface AnswerVerdict {
  kind: VendorErrorKind
  retryAfterMs?: number
}

/** News about the account's allowance, for vendors that count more than calls. */
export interface AllowanceNews {
  /** The number of calls that this one counted as. */
  cost?: number
  /** Others used the allowance up too, so no call of this account may go out for this long. */
  pauseMs?: number
}

/** A vendor's own signals, where they differ from HTTP. */
export interface VendorSignals {
  /** Finds the vendor's message for people in the body. */
  messageOf?(json: unknown): string | null
  /** Finds the reference by which the vendor's support can look up the answer. */
  referenceOf?(json: unknown): string | null
  /** Undefined leaves the decision to HTTP; null means success. */
  verdictOf?(answer: VendorAnswer): AnswerVerdict | null | undefined
  allowanceOf?(answer: VendorAnswer): AllowanceNews
}
