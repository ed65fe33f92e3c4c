import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { markConnectFailure, watchConnections, watchOutage, type Outage } from './database-outage.ts'
import { hideTexts, type Log } from './log.ts'
import { prepareMarked } from './prepared-statements.ts'
import type { Database as Tables } from './schema.ts'
import { recordStatement } from './trace.ts'

/**
 * Fails to connect when a file named by the address is missing. The driver would throw instead, from inside
 * the pool, where nobody can catch it.
 */
type ClientCallback = (error: Error) => void

class PoolClient extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    let unreadable: Error | undefined
    try {
      super(options)
    } catch (error) {
      super()
      unreadable = error as Error
    }
    if (unreadable) this.connect = failing(unreadable)
  }
}

function failing(error: Error): pg.Client['connect'] {
  function connect(): Promise<pg.Client>
  function connect(done: ClientCallback): void
  function connect(done?: ClientCallback): Promise<pg.Client> | void {
    if (!done) return Promise.reject(error)
    setImmediate(done, error)
  }
  return connect
}

export const connectTimeoutMs = 10_000

export type Database<Schema = Tables> = {
  kysely: Kysely<Schema>
  pool: pg.Pool
  /**
   * These connections keep one session between statements, for locks that outlast a transaction and for
   * `listen`. It is `pool` unless a pooler stands before the database.
   */
  sessions: pg.Pool
  outage: Outage
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The driver would turn these into floats or local midnights; they stay the text they were. */
const asText = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.TIMESTAMP])
/** The ids are those of `numeric[]` and `date[]`, for which the driver has no names. */
const asTextArray = new Set<number>([1231, 1182])
const textArray = 1009

/** The driver gives bigint, numeric and date as strings, timestamptz as Date, and json parsed. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (asText.has(oid)) return (value: string) => value
    return pg.types.getTypeParser(asTextArray.has(oid) ? textArray : oid, format)
  }) as typeof pg.types.getTypeParser,
}

export interface DatabaseOptions {
  log: Log
  max?: number
  outage?: Outage
  /** Set to the database's own address when `url` leads to a pooler in transaction mode. */
  sessionsUrl?: string | undefined
  /** Statements may be prepared by name unless a pooler stands before the database; this overrides that. */
  prepare?: boolean
  /** Limits connecting and each statement; without it a statement has no limit. */
  patienceMs?: number
}

export function createDatabase<Schema = Tables>(url: string, options: DatabaseOptions): Database<Schema> {
  let closing: Promise<void> | undefined
  // Two pools of one server share an outage, so that it is logged once.
  const outage =
    options.outage ??
    watchOutage({
      look: () => look(url),
      onBlip: (error) =>
        options.log.warn({ reason: describeFailure(error) }, 'a database connection was lost'),
      onDown: (error) =>
        options.log.error(
          { reason: describeFailure(error) },
          'the database cannot be reached; waiting for it',
        ),
      onBack: (ms) => options.log.warn({ afterSeconds: Math.round(ms / 1000) }, 'the database is back'),
    })
  const open = (connectionString: string) => {
    const newPool = new pg.Pool({
      connectionString,
      Client: PoolClient,
      max: options.max ?? 10,
      application_name: 'lodgewire',
      connectionTimeoutMillis: options.patienceMs ?? connectTimeoutMs,
      // The client counts this time because a pooler refuses connections that set `statement_timeout`.
      ...(options.patienceMs === undefined ? {} : { query_timeout: options.patienceMs }),
      types: columnTypes,
    })
    watchConnections(newPool, outage)
    // A connection that breaks while idle is replaced at the next query; without a listener the error would end the process.
    newPool.on('error', (error) => {
      markConnectFailure(error)
      if (!closing) outage.note(error)
    })
    // The same holds between two statements of a transaction: the next statement reports the error.
    newPool.on('connect', (client) => client.on('error', markConnectFailure))
    return newPool
  }
  const pool = open(url)
  const { sessionsUrl } = options
  const sessions = sessionsUrl === undefined ? pool : open(sessionsUrl)
  // Behind a transaction pooler the next transaction may get a connection without these prepared statements.
  if (options.prepare ?? sessions === pool) pool.on('connect', prepareMarked)
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      recordStatement(event.query.sql, event.queryDurationMillis, event.level === 'error' ? 'refused' : null)
    },
  })
  return {
    kysely,
    pool,
    sessions,
    outage,
    transaction: (work) => kysely.transaction().execute(work),
    close: () => {
      if (!options.outage) outage.stop()
      return (closing ??= kysely.destroy().then(async () => {
        for (const one of new Set([pool, sessions])) if (!one.ended) await one.end()
      }))
    },
  }
}

const lookTimeoutMs = 5_000

/** Opens a connection past the pool, to see whether that works. */
async function look(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: lookTimeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => {})
  }
}

/** A host name with several addresses fails with an AggregateError that has no message of its own. */
export function describeFailure(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error]
  return hideTexts(causes.map((cause: Error) => cause.message).join('; '))
}
