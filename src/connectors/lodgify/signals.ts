import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, listIn, numberIn, orUnset, wordsIn } from '../../connector-kit/answers.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

const textOf = wordsIn('message', 'detail', 'title')

export const signals: VendorSignals = {
  /** The code comes first, because it distinguishes the vendor's errors. */
  messageOf(json) {
    const parts = [fieldOf(json, 'code'), textOf(json)].filter((part) => typeof part === 'string')
    return parts.length === 0 ? null : parts.join(': ')
  },
  /** An older page documents 500 as the answer to every error, even a refused key. */
  verdictOf({ status, json }) {
    const isRefused =
      fieldOf(json, 'code') === 'NotAuthorized' ||
      /^authorization has been denied/i.test(String(fieldOf(json, 'message')))
    return status >= 400 && isRefused ? { kind: 'credentials' } : undefined
  },
}

/** Reads the rows of a list with numbered pages. */
export function readItems(json: unknown): { rows: unknown[]; count: number | null } {
  return { rows: listIn(json, 'items'), count: numberIn(json, 'count') }
}

export function readArray(json: unknown): unknown[] {
  if (Array.isArray(json)) return json
  throw new VendorError('malformed', 'a list was expected')
}

/** Returns null instead of an error for a room type without rates. */
export const orNoRates = (answer: Promise<unknown>): Promise<unknown> => orUnset(answer, 'NoRateDefined')
