/** The statement that the list of reservations sends for its first page of 50 with the total, and its values. */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { reservations } from '../src/features/reservations/queries.ts'
import type { Queryable } from '../src/platform/tenant.ts'

export interface ListStatement {
  text: string
  values: unknown[]
}

export async function listStatement(workspaceId: string): Promise<ListStatement> {
  const sent: ListStatement[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push({ text: query.sql, values: [...query.parameters] }),
  })
  await reservations(
    db as Queryable,
    { workspaceId },
    { now: new Date() },
    {
      ...{ after: undefined, orderBy: sql`reservations.id asc`, limit: 51, offset: 0, withTotal: true },
    },
  )
  const [statement] = sent
  if (sent.length !== 1 || !statement) throw new Error(`${sent.length} statements were sent for a page`)
  return statement
}
