/** `as_of`: a reservation as it read at a moment of the past. */
import { Type } from 'typebox'
import { instantOf } from '../../http/updated-since.ts'
import { historyFrom } from '../history/public.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { changesOf } from './story-queries.ts'
import { reservationAt, type StoryBase } from './story.ts'

export const asOf = {
  as_of: Type.Optional(
    Type.String({
      description:
        'The record as it read at this instant, what time derives included: ISO 8601 with `Z` or an offset; without a zone it is UTC, a date alone is midnight UTC. 404 when it was not there yet, 422 before the time the history of the workspace reaches back to. Not together with `max_age`.',
      examples: ['2026-04-01T08:30:00Z'],
    }),
  ),
}

const refused = (message: string, value: string) =>
  new ApiError(
    'invalid_params',
    message,
    { field: 'as_of', value_received: value.slice(0, 200) },
    { statusCase: 'as_of_unusable' },
  )

export function parseAsOf(value: string, now: Date): Date {
  const instant = instantOf(value)
  if (!instant) {
    throw refused(
      '`as_of` must be an ISO 8601 date or date-time, such as 2026-04-01 or 2026-04-01T08:30:00Z.',
      value,
    )
  }
  if (instant > now) throw refused(`\`as_of\` lies in the future: it is ${now.toISOString()} now.`, value)
  return instant
}

export async function pastReservation(
  db: Queryable,
  scope: Scope,
  base: StoryBase,
  at: Date,
): Promise<object> {
  const reaches = await historyFrom(db, scope)
  if (reaches !== null && at < reaches)
    throw refused(`The history of this workspace reaches back to ${reaches.toISOString()}.`, at.toISOString())
  const shown = reservationAt(base, await changesOf(db, scope, base.id), at)
  if (shown) return shown
  throw new ApiError('not_found', `Reservation ${base.id} was not there yet at ${at.toISOString()}.`)
}
