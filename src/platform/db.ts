import { Kysely, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import {
  isDatabaseUnavailable,
  markConnectFailure,
  watchConnections,
  watchOutage,
  type Outage,
} from './database-outage.ts'
import { hideTexts } from './log.ts'
import type { Log } from './log.ts'
import { prepareMarked } from './prepared-statements.ts'
import type { Database as Tables } from './schema.ts'
import { noteInside, tracer } from './spans.ts'
import { currentTrace, rememberedShape, statementName } from './trace.ts'

const oldestMajorVersion = 15
const connectTimeoutMs = 10_000

export type Database<Schema = Tables> = {
  kysely: Kysely<Schema>
  pool: pg.Pool
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

export function createDatabase<Schema = Tables>(
  url: string,
  options: { log: Log; max?: number; outage?: Outage },
): Database<Schema> {
  let closing: Promise<void> | undefined
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: 'lodgewire',
    connectionTimeoutMillis: connectTimeoutMs,
    types: columnTypes,
  })
  // Two pools of one server tell of one outage.
  const outage =
    options.outage ??
    watchOutage({
      look: () => look(url),
      onBlip: (error) => options.log.warn({ reason: describe(error) }, 'a database connection was lost'),
      onDown: (error) =>
        options.log.error({ reason: describe(error) }, 'the database cannot be reached; waiting for it'),
      onBack: (ms) => options.log.warn({ afterSeconds: Math.round(ms / 1000) }, 'the database is back'),
    })
  watchConnections(pool, outage)
  // A connection that breaks while idle is replaced at the next query; unheard, its error would end the process.
  // While closing it only means that the server was quicker to hang up.
  pool.on('error', (error) => {
    markConnectFailure(error)
    if (!closing) outage.note(error)
  })
  // The same for one that breaks between two statements of a transaction: the next statement says what is wrong.
  pool.on('connect', (client) => client.on('error', markConnectFailure))
  pool.on('connect', prepareMarked)
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      const { query, queryDurationMillis: ms } = event
      currentTrace()?.statement(query.sql, ms)
      if (tracer === null) return
      noteInside(() => ({
        name: statementName(query.sql),
        kind: 'client',
        ms,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': rememberedShape(query.sql) },
        error: event.level === 'error' ? 'refused' : null,
      }))
    },
  })
  return {
    kysely,
    pool,
    outage,
    transaction: (work) => kysely.transaction().execute(work),
    close: () => {
      if (!options.outage) outage.stop()
      return (closing ??= kysely.destroy().then(() => (pool.ended ? undefined : pool.end())))
    },
  }
}

class TooOld extends Error {}

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

const startEveryMs = 1_000

/** As long as the server is not there; what it refuses it would refuse again. */
export async function awaitServer(
  url: string,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  for (let tried = 0; !signal.aborted; tried += 1) {
    try {
      await checkServer(url)
      if (tried > 0) log.warn('the database is there')
      return
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (tried === 0) log.warn({ reason: (error as Error).message }, 'waiting for the database')
      await pause(startEveryMs, undefined, { signal }).catch(() => {})
    }
  }
}

/** Refuses a server that cannot be reached or is too old, in one line that shows no password. */
export async function checkServer(url: string): Promise<{ version: number }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  client.on('error', () => {})
  const place = hideTexts(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    if (version >= oldestMajorVersion) return { version }
    throw new TooOld(`its version is ${version}, needed is ${oldestMajorVersion} or newer`)
  } catch (error) {
    if (!(error instanceof TooOld)) markConnectFailure(error)
    throw new Error(`DATABASE_URL: the server at ${place} cannot be used: ${describe(error)}`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {})
  }
}

/** A host name with several addresses fails with a bundle of errors and no message of its own. */
function describe(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error]
  return hideTexts(causes.map((cause: Error) => cause.message).join('; '))
}
