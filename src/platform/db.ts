import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { markConnectFailure, watchConnections, watchOutage, type Outage } from './database-outage.ts'
import { hideTexts, type Log } from './log.ts'
import { prepareMarked } from './prepared-statements.ts'
import type { Database as Tables } from './schema.ts'
import { noteStatement } from './trace.ts'

/**
 * A client of the database for pools. Files that the address names, as that of an authority, are read whenever one is made, and the driver throws
 * where one is not there: from a pool, that makes clients when it has time for whoever waits, nobody would catch it. This one fails to connect.
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
   * Connections that are the same session from one statement to the next, for locks that outlast a transaction and for
   * what is listened to. The same as `pool` unless a pooler stands before the database.
   */
  sessions: pg.Pool
  outage: Outage
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What the driver would read as a float or as midnight in this machine's time zone stays the text it was. */
const asText = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.TIMESTAMP])
/** `numeric[]` and `date[]`; the driver's list of names has no arrays. */
const asTextArray = new Set<number>([1231, 1182])
const textArray = 1009

/** bigint, numeric and date arrive as strings, timestamptz as Date, json parsed. */
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
  /** The database itself, where `url` leads to a pooler that lends its connections for a transaction. */
  sessionsUrl?: string | undefined
  /** Whether statements may be prepared by name; unless told, where no pooler stands before the database. */
  prepare?: boolean
  /** How long a connection and a statement are waited for; left out, a statement as long as it takes. */
  patienceMs?: number
}

export function createDatabase<Schema = Tables>(url: string, options: DatabaseOptions): Database<Schema> {
  let closing: Promise<void> | undefined
  // Two pools of one server tell of one outage.
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
    const made = new pg.Pool({
      connectionString,
      Client: PoolClient,
      max: options.max ?? 10,
      application_name: 'lodgewire',
      connectionTimeoutMillis: options.patienceMs ?? connectTimeoutMs,
      // Counted here and not by the server: a pooler refuses connections that ask for such a setting.
      ...(options.patienceMs === undefined ? {} : { query_timeout: options.patienceMs }),
      types: columnTypes,
    })
    watchConnections(made, outage)
    // A connection that breaks while idle is replaced at the next query; unheard, its error would end the process.
    // While closing it only means that the server was quicker to hang up.
    made.on('error', (error) => {
      markConnectFailure(error)
      if (!closing) outage.note(error)
    })
    // The same for one that breaks between two statements of a transaction: the next statement says what is wrong.
    made.on('connect', (client) => client.on('error', markConnectFailure))
    return made
  }
  const pool = open(url)
  const { sessionsUrl } = options
  const sessions = sessionsUrl === undefined ? pool : open(sessionsUrl)
  // What one transaction prepared, the next finds only where it gets the same connection.
  if (options.prepare ?? sessions === pool) pool.on('connect', prepareMarked)
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      noteStatement(event.query.sql, event.queryDurationMillis, event.level === 'error' ? 'refused' : null)
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

/** Whether another connection can be had, past the pool. */
async function look(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: lookTimeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => {})
  }
}

/** A host name with several addresses fails with a bundle of errors and no message of its own. */
export function describeFailure(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error]
  return hideTexts(causes.map((cause: Error) => cause.message).join('; '))
}
