import { kindOfAnswer } from './failure-table.ts'
import type { VendorErrorKind } from './vendor-error.ts'

/** A vendor's answer as it came. */
export interface VendorAnswer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  text: string
  /** The parsed body, an XmlDocument where it is XML; undefined when it is empty or cannot be read. */
  json: unknown
}

/** What an answer means when it is no success. */
export interface AnswerVerdict {
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
  verdictOf?(answer: VendorAnswer): AnswerVerdict | null | undefined
  allowanceOf?(answer: VendorAnswer): AllowanceNews
}

/** What a status means that a vendor writes into the body of a 200; null for a success. */
export const verdictOfStatus = (status: number): VendorErrorKind | null =>
  kindOfAnswer({ status, headers: {}, text: '', json: undefined }, { isRead: false })
