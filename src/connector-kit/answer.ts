import type { VendorErrorKind } from './vendor-error.ts'

/** A vendor's answer is passed on unchanged. */
export interface VendorAnswer {
  status: number
  /** Header names are in lower case. */
  headers: Record<string, string>
  text: string
  /** The parsed body, or an XmlDocument for XML; undefined when empty or unreadable. */
  json: unknown
}

/** An answer that is no success means this. */
export interface AnswerVerdict {
  kind: VendorErrorKind
  retryAfterMs?: number
}

/** Vendors that count more than calls report here how the account's allowance changed. */
export interface AllowanceNews {
  /** The vendor counted the call as this many. */
  cost?: number
  /** Others used the allowance up too, so no call of this account may go out for this long. */
  pauseMs?: number
}

/** A vendor's own signals decide where they differ from HTTP. */
export interface VendorSignals {
  /** Finds the vendor's message for people in the body. */
  messageOf?(json: unknown): string | null
  /** Finds the reference by which the vendor's support can look up the answer. */
  referenceOf?(json: unknown): string | null
  /** Undefined leaves the decision to HTTP; null means success. */
  verdictOf?(answer: VendorAnswer): AnswerVerdict | null | undefined
  allowanceOf?(answer: VendorAnswer): AllowanceNews
  /** Returns what callers get of a success, where headers belong to it; the body by default. */
  contentOf?(answer: VendorAnswer): unknown
  /** Returns the warnings in the body of an answer; those that announce the end of a call are reported. */
  warningsOf?(json: unknown): readonly string[]
}
