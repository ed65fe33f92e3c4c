/** Valid subscription patterns, and URLs without credentials. */
import { eventKinds } from '../../contract/events.ts'
import { ApiError } from '../../platform/api-error.ts'
import { didYouMean } from '../../platform/did-you-mean.ts'
import { patternsFor } from '../../platform/outbox.ts'

/** Everything a webhook may subscribe to: types, families and `*`. */
export function listKnownPatterns(kinds: readonly string[]): string[] {
  return [...new Set(kinds.flatMap(patternsFor))].sort()
}

export interface UnknownPattern {
  /** Its index in the list. */
  index: number
  value: string
  didYouMean: string | undefined
}

export function findUnknownPattern(
  patterns: readonly string[],
  known: readonly string[],
): UnknownPattern | undefined {
  const index = patterns.findIndex((pattern) => !known.includes(pattern))
  const value = patterns[index]
  if (value === undefined) return undefined
  return { index, value, didYouMean: didYouMean(value, known) }
}

/** A URL for messages: its user part may contain a password. */
export function stripCredentials(url: string): string {
  return url.replace(/^([^/?#]*\/\/)[^/?#]*@/, '$1…@')
}

export function unknownEventType(field: string, value: string): ApiError {
  const meant = didYouMean(value, eventKinds)
  return new ApiError(
    'invalid_type',
    `There is no kind of event \`${value}\`.${meant ? ` Did you mean \`${meant}\`?` : ''}`,
    {
      field,
      value_received: value,
      valid_values: eventKinds,
      ...(meant ? { did_you_mean: meant } : {}),
    },
  )
}
