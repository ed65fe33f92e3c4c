import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { connectTimeoutMs, DatabaseClient } from './database-client.ts'
import { markConnectFailure, watchConnections, watchOutage, type Outage } from './database-outage.ts'
import { hideTexts, type Log } from './log.ts'
import { prepareMarked } from './prepared-statements.ts'
import type { Database as Tables } from './schema.ts'
import { askTimeoutMs, watchPool, watchSilence, type SilenceWatch } from './silent-connections.ts'
import { recordStatement } from './trace.ts'

export type Database<Schema = Tables> = {
  kysely: Kysely<Schema>
  pool: pg.Pool
  /**
   * These connections keep one session between statements, for locks that outlast a transaction and for
   * `listen`. It is `pool` unless a pooler stands before the database.
   */
  sessions: pg.Pool
  outage: Outage
  /** Watches the connections of `pool`, and others to the same address. */
  silence: SilenceWatch
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
  /** Set for a replica; otherwise a server that follows another one counts as away. */
  isStandbyAllowed?: boolean
}

/** Connections that were waited for this long are a reason to look at the database. */
const longestWaitMs = 2_500

export function createDatabase<Schema = Tables>(url: string, options: DatabaseOptions): Database<Schema> {
  let closing: Promise<void> | undefined
  const { isStandbyAllowed = false } = options
  // Two pools of one server share an outage, so that it is logged once.
  const outage =
    options.outage ??
    watchOutage({
      look: () => look(url, isStandbyAllowed),
      onBlip: (error) =>
        options.log.warn({ reason: describeFailure(error) }, 'a database connection was lost'),
      onDown: (error) =>
        options.log.error(
          { reason: describeFailure(error) },
          'the database cannot be reached; waiting for it',
        ),
      onBack: (ms) => options.log.warn({ afterSeconds: Math.round(ms / 1000) }, 'the database is back'),
    })
  const watches: SilenceWatch[] = []
  const open = (connectionString: string) => {
    const opened = openPool(connectionString, {
      ...options,
      url,
      outage,
      isClosing: () => closing !== undefined,
    })
    watches.push(opened.silence)
    return opened
  }
  const { pool, silence } = open(url)
  const { sessionsUrl } = options
  const sessions = sessionsUrl === undefined ? pool : open(sessionsUrl).pool
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
    silence,
    transaction: (work) => kysely.transaction().execute(work),
    close: () => {
      if (!options.outage) outage.stop()
      for (const watch of watches) watch.stop()
      return (closing ??= kysely.destroy().then(async () => {
        for (const one of new Set([pool, sessions])) if (!one.ended) await one.end()
      }))
    },
  }
}

interface PoolOptions extends DatabaseOptions {
  /** The database's own address; that of the pool may be the way past a pooler. */
  url: string
  outage: Outage
  isClosing(): boolean
}

function openPool(
  connectionString: string,
  { url, outage, isClosing, isStandbyAllowed = false, max = 10, patienceMs }: PoolOptions,
): { pool: pg.Pool; silence: SilenceWatch } {
  const settings = {
    connectionString,
    // The pool hands over its options, though its types say that it has none.
    Client: DatabaseClient as unknown as new () => DatabaseClient,
    isStandbyAllowed,
    max,
    application_name: 'lodgewire',
    connectionTimeoutMillis: patienceMs ?? connectTimeoutMs,
    // The client counts this time because a pooler refuses connections that set `statement_timeout`.
    ...(patienceMs === undefined ? {} : { query_timeout: patienceMs }),
    types: columnTypes,
  }
  const pool = new pg.Pool(settings)
  const connections = watchConnections(pool, outage)
  const silence = watchSilence({
    url: connectionString,
    isStandbyAllowed,
    isAwaited: () => connections.longestWaitMs > longestWaitMs,
    // A silent way past a pooler says nothing of the pooler.
    onSilence: connectionString === url ? outage.fail : () => {},
  })
  watchPool(pool, silence)
  outage.listen((change) => change !== 'down' && silence.look())
  // A connection that breaks while idle is replaced at the next query; without a listener the error would end the process.
  pool.on('error', (error) => {
    markConnectFailure(error)
    if (!isClosing()) outage.note(error)
  })
  return { pool, silence }
}

/** Opens a connection past the pool, to see whether that works. */
async function look(url: string, isStandbyAllowed: boolean): Promise<void> {
  const client = new DatabaseClient({
    ...{ connectionString: url, isStandbyAllowed },
    ...{ connectionTimeoutMillis: askTimeoutMs, query_timeout: askTimeoutMs },
  })
  try {
    await client.connect()
  } finally {
    void client.end().catch(() => {})
  }
}

/** A host name with several addresses fails with an AggregateError that has no message of its own. */
export function describeFailure(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error]
  return hideTexts(causes.map((cause: Error) => cause.message).join('; '))
}
