/** Kysely over one pipelined connection, for reading only: there are no transactions, and everyone has the connection at the same time. */
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { kyselyOver } from '../kysely-over.ts'
import { isPrepared, nameOf } from '../prepared-statements.ts'
import type { Queryable } from '../tenant.ts'
import { noteStatement } from '../trace.ts'
import type { PipelinedConnection } from './connection.ts'

type SharedConnection = Pick<PipelinedConnection<unknown>, 'ask' | 'gatheredAll'>

const readsOnly = async (): Promise<never> => {
  throw new Error('a connection that is shared by many reads has no transactions')
}

/**
 * Statements that are planned once are short, so others can wait for them. Whatever may take longer gets a connection of its own from
 * the pool, once what was gathered before is there.
 */
function sharedConnection(connection: SharedConnection, pool: pg.Pool): DatabaseConnection {
  return {
    async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const began = performance.now()
      try {
        const rows = isPrepared(text)
          ? await connection.ask({ name: nameOf(text), text, values: parameters })
          : (await connection.gatheredAll().then(() => pool.query(text, parameters as unknown[]))).rows
        noteStatement(text, performance.now() - began)
        return { rows: rows as R[] }
      } catch (error) {
        noteStatement(text, performance.now() - began, 'refused')
        throw error
      }
    },
    streamQuery: () => {
      throw new Error('a connection that is shared by many reads streams nothing')
    },
  }
}

export function readingThrough(connection: SharedConnection, pool: pg.Pool): Queryable {
  const shared = sharedConnection(connection, pool)
  return kyselyOver({
    init: async () => {},
    acquireConnection: async () => shared,
    releaseConnection: async () => {},
    beginTransaction: readsOnly,
    commitTransaction: readsOnly,
    rollbackTransaction: readsOnly,
    destroy: async () => {},
  })
}
