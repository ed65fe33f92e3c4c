import { Type } from 'typebox'
import { ApiError } from '../platform/api-error.ts'

export const UpdatedSince = Type.Optional(
  Type.String({
    description:
      'Only records changed at or after this instant: ISO 8601 with `Z` or an offset; without a zone it is UTC, a date alone is midnight UTC. ' +
      'Orders the list by `updatedAt`, then `id`, ascending.',
    examples: ['2026-04-01T00:00:00Z'],
  }),
)

const shape =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Parses ISO 8601 as parameters allow it; returns null for any other text. */
export function instantOf(value: string): Date | null {
  const match = shape.exec(value)
  if (match) {
    const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = match
    const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
    try {
      const instant = Temporal.Instant.from(
        `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`,
      )
      return new Date(instant.epochMilliseconds)
    } catch {
      // An impossible date or offset counts as malformed.
    }
  }
  return null
}

/** Parses an `updated_since`; throws a 422 that says what is accepted. */
export function parseUpdatedSince(value: string): Date {
  const instant = instantOf(value)
  if (instant) return instant
  throw new ApiError(
    'invalid_params',
    '`updated_since` must be an ISO 8601 date or date-time, such as 2026-04-01 or 2026-04-01T08:30:00Z.',
    { field: 'updated_since', value_received: value.slice(0, 200) },
    { statusCase: 'malformed_updated_since' },
  )
}
