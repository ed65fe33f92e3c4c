/** This Kysely compiles for PostgreSQL and sends by the given driver. */
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Driver,
  type Logger,
} from 'kysely'
import type { Queryable } from './tenant.ts'

export const kyselyOver = (driver: Driver, log?: Logger): Queryable =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    ...(log ? { log } : {}),
  })
