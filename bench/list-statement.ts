/** Records the statements of requests for reservations, for handlers that only run those. */
import { DummyDriver, sql, type LogEvent } from 'kysely'
import { reservation, reservations } from '../src/features/bookings/reservations/queries.ts'
import { kyselyOver } from '../src/platform/kysely-over.ts'
import type { Queryable } from '../src/platform/tenant.ts'

export interface SentStatement {
  text: string
  values: unknown[]
}

async function sentBy(work: (db: Queryable) => Promise<unknown>): Promise<SentStatement> {
  const sent: SentStatement[] = []
  const note = ({ query }: LogEvent) => void sent.push({ text: query.sql, values: [...query.parameters] })
  await work(kyselyOver(new DummyDriver(), note))
  const [statement] = sent
  if (sent.length !== 1 || !statement) throw new Error(`${sent.length} statements were sent`)
  return statement
}

/** The first page of 50 with the total. */
export const listStatement = (workspaceId: string): Promise<SentStatement> =>
  sentBy((db) =>
    reservations(
      db,
      { workspaceId },
      { now: new Date() },
      { after: undefined, orderBy: sql`reservations.id asc`, limit: 51, offset: 0, withTotal: true },
    ),
  )

/** One reservation by id. */
export const recordStatement = (workspaceId: string, id: string): Promise<SentStatement> =>
  sentBy((db) => reservation(db, { workspaceId }, id, new Date()))
