/**
 * All readers share one pipelined connection through this dialect. It is for reads only and has no
 * transactions.
 */
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { kyselyOver } from '../kysely-over.ts'
import { isPrepared, nameOf } from '../prepared-statements.ts'
import type { Queryable } from '../tenant.ts'
import { recordStatement } from '../trace.ts'
import type { PipelinedConnection } from './connection.ts'

type SharedConnection = Pick<PipelinedConnection<unknown>, 'ask' | 'gatheredAll'>

const readsOnly = async (): Promise<never> => {
  throw new Error('a connection that is shared by many reads has no transactions')
}

/** Prepared statements are short, so others can wait for them. Longer ones get a connection of the pool, after the lookups gathered before. */
function sharedConnection(connection: SharedConnection, pool: pg.Pool): DatabaseConnection {
  return {
    async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const began = performance.now()
      try {
        const rows = isPrepared(text)
          ? await connection.ask({ name: nameOf(text), text, values: parameters })
          : (await connection.gatheredAll().then(() => pool.query(text, parameters as unknown[]))).rows
        recordStatement(text, performance.now() - began)
        return { rows: rows as R[] }
      } catch (error) {
        recordStatement(text, performance.now() - began, 'refused')
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
