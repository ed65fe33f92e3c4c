/** `as_of`: a record as it was at a past moment. */
import { Type } from 'typebox'
import { instantOf } from '../../../http/updated-since.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { historyFrom } from './retention-queries.ts'

export const asOfParameter = (more: string) => ({
  as_of: Type.Optional(
    Type.String({
      description: `The record as it read at this instant, what time derives included: ISO 8601 with \`Z\` or an offset; without a zone it is UTC, a date alone is midnight UTC. 404 when it was not there yet, 422 before the time the history of the workspace reaches back to.${more}`,
      examples: ['2026-04-01T08:30:00Z'],
    }),
  ),
})

const asOfRefused = (message: string, value: string) =>
  new ApiError(
    'invalid_params',
    message,
    { field: 'as_of', value_received: value.slice(0, 200) },
    { statusCase: 'as_of_unusable' },
  )

function parseAsOf(value: string, now: Date): Date {
  const instant = instantOf(value)
  if (!instant) {
    throw asOfRefused(
      '`as_of` must be an ISO 8601 date or date-time, such as 2026-04-01 or 2026-04-01T08:30:00Z.',
      value,
    )
  }
  if (instant > now) throw asOfRefused(`\`as_of\` lies in the future: it is ${now.toISOString()} now.`, value)
  return instant
}

type AsOfContext = { services: Pick<Services, 'db' | 'clock'>; scope: Scope }

/** Reads in one snapshot, because a change in between would mix with older values. */
export async function readAsOf<T>(
  { services, scope }: AsOfContext,
  value: string,
  read: (db: Queryable, at: Date) => Promise<T>,
): Promise<T> {
  const at = parseAsOf(value, services.clock.now())
  const snapshot = services.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (db) => {
    const reaches = await historyFrom(db, scope)
    if (reaches !== null && at < reaches)
      throw asOfRefused(
        `The history of this workspace reaches back to ${reaches.toISOString()}.`,
        at.toISOString(),
      )
    return read(db, at)
  })
}

/** Throws if the record was created later. */
export function assertExistedAt(
  what: string,
  { id, created_at }: { id: string; created_at: Date },
  at: Date,
): void {
  if (created_at <= at) return
  throw new ApiError('not_found', `${what} ${id} was not there yet at ${at.toISOString()}.`)
}
