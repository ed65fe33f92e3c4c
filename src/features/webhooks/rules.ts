/** What may be subscribed to, and what must not be shown. */
import { didYouMean } from '../../http/validation.ts'
import { patternsFor } from '../../platform/outbox.ts'

/** Kinds, their families and the star: everything a subscription may name. */
export function knownPatterns(kinds: readonly string[]): string[] {
  return [...new Set(kinds.flatMap(patternsFor))].sort()
}

export interface UnknownPattern {
  /** Its place in the list. */
  index: number
  value: string
  didYouMean: string | undefined
}

export function unknownPattern(
  patterns: readonly string[],
  known: readonly string[],
): UnknownPattern | undefined {
  const index = patterns.findIndex((pattern) => !known.includes(pattern))
  const value = patterns[index]
  if (value === undefined) return undefined
  return { index, value, didYouMean: didYouMean(value, known) }
}

/** A URL for messages: what stands before the host may be a password. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([^/?#]*\/\/)[^/?#]*@/, '$1…@')
}
