/** Checks that the database server is reachable, new enough, and keeps the sessions that locks need. */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseUnavailable, markConnectFailure } from './database-outage.ts'
import { connectTimeoutMs, DatabaseClient } from './database-client.ts'
import { describeFailure } from './db.ts'
import { findUnmetRequirements } from './distribution/coordinator.ts'
import { describeUnmet } from './distribution/requirements.ts'
import { hideTexts, type Log } from './log.ts'

const oldestMajorVersion = 15
const startEveryMs = 1_000

export interface DatabaseAddresses {
  url: string
  /** Set to the database's own address when `url` leads to a pooler in transaction mode. */
  sessionsUrl: string | undefined
  /** A database that Citus distributed is refused where it lacks something, except for what mends or names that. */
  mayLackRequirements?: boolean
}

/** Waits while the server is unreachable. It does not retry what the server refuses, since it would refuse it again. */
export async function awaitServer(
  addresses: DatabaseAddresses,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  for (let tried = 0; !signal.aborted; tried += 1) {
    try {
      await checkServer(addresses)
      if (tried > 0) log.warn('the database is there')
      return
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (tried === 0) log.warn({ reason: (error as Error).message }, 'waiting for the database')
      await pause(startEveryMs, undefined, { signal }).catch(() => {})
    }
  }
}

class UnusableServerError extends Error {}

/** Throws one line, without passwords, for a server that is unreachable, too old or keeps no sessions. */
export async function checkServer({
  url,
  sessionsUrl,
  mayLackRequirements,
}: DatabaseAddresses): Promise<{ version: number }> {
  const pooled = { setting: 'DATABASE_URL', url }
  const direct = sessionsUrl === undefined ? pooled : { setting: 'DATABASE_DIRECT_URL', url: sessionsUrl }
  const version = await connected(pooled, async (client) => {
    if (!mayLackRequirements) await assertRequirements(client)
    await assertEncoding(client)
    return versionOf(client)
  })
  await connected(direct, (one) => connected(direct, (other) => assertSessions(one, other)))
  if (direct !== pooled)
    await connected(pooled, (one) => connected(direct, (other) => assertSame(one, other)))
  return { version }
}

async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (version >= oldestMajorVersion) return version
  throw new UnusableServerError(`its version is ${version}, needed is ${oldestMajorVersion} or newer`)
}

async function assertRequirements(client: pg.Client): Promise<void> {
  const unmet = await findUnmetRequirements(client)
  if (unmet.length === 0) return
  throw new UnusableServerError(
    `its tables are distributed by Citus, and something is missing for that (docs/operate/scaling.md). ${unmet.map(describeUnmet).join('; ')}`,
  )
}

/** With another encoding a character may take several, so names would be cut and guests not found. */
async function assertEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new UnusableServerError(
    `its encoding is ${encoding}, needed is UTF8: ` +
      `make the database with encoding 'UTF8' template template0, and copy an older one over with pg_dump`,
  )
}

/** Two open connections must have a session each. A pooler in transaction mode shares one session or swaps them. */
async function assertSessions(one: pg.Client, other: pg.Client): Promise<void> {
  const before = await sessionOf(one)
  await other.query('begin')
  try {
    if ((await sessionOf(other)) !== before && (await sessionOf(one)) === before) return
  } finally {
    await other.query('rollback')
  }
  throw new UnusableServerError(
    'it is a pooler that lends connections by transaction, and locks and notices need a session: ' +
      'set DATABASE_DIRECT_URL to the PostgreSQL behind it',
  )
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** Two sessions block each other by an advisory lock only inside one database. */
async function assertSame(pooled: pg.Client, direct: pg.Client): Promise<void> {
  const lock = [randomInt(2 ** 31)]
  await direct.query('select pg_advisory_lock($1)', lock)
  const { rows } = await pooled.query<{ got: boolean }>('select pg_try_advisory_xact_lock($1) as got', lock)
  if (rows[0]?.got) throw new UnusableServerError('it is another database than the one of DATABASE_URL')
}

interface ServerAddress {
  setting: string
  url: string
}

/** Runs work on a connection of its own and closes it afterwards. */
async function connected<T>(
  { setting, url }: ServerAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const describe = (error: unknown) =>
    new DescribedServerError(
      `${setting}: the server at ${hideTexts(url)} cannot be used: ${describeFailure(error)}`,
      {
        cause: error,
      },
    )
  const client = clientOf(url, describe)
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    if (error instanceof DescribedServerError) throw error
    if (!(error instanceof UnusableServerError)) markConnectFailure(error)
    throw describe(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The driver reads files that the address names, such as a CA certificate, here; a missing one is no outage. */
function clientOf(url: string, describe: (error: unknown) => Error): DatabaseClient {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  if (client.unreadable) throw describe(client.unreadable)
  return client
}

/** The message already names the address. */
class DescribedServerError extends Error {}
