/**
 * Finds connections whose server is gone without a word: a machine that lost its power or network ends none of them, and TCP notices after
 * a quarter of an hour. Where a statement waits and not a byte comes, a new connection asks whether the server still knows the session.
 */
import pg from 'pg'
import { DatabaseClient } from './database-client.ts'
import { readDatabaseFault } from './database-fault.ts'
import { DatabaseUnavailable, type Outage } from './database-outage.ts'

const lookEveryMs = 500
/** A look that comes so late shows that the process itself had to wait. */
const lateMs = 1_000
/** A statement may take longer; its server is then asked about it again after this time. */
const silentMs = 2_500
/** With the silence before and the pause of looks this stays below the ten seconds in which callers are answered. */
export const askTimeoutMs = 5_000
/** Another session may have got the same process id on another server, but not at the same time. */
const ageSlackMs = 15_000

export interface SilenceWatch {
  /** Watches a connection until it ends. */
  add(client: DatabaseClient): void
  /** Looks now: the address may lead to another server. */
  look(): void
  stop(): void
}

interface SilenceWatchOptions {
  url: string
  isStandbyAllowed: boolean
  /** True while somebody waits too long for a connection. */
  isAwaited(): boolean
  /** Called when the server does not answer a new connection either. */
  onSilence: Outage['fail']
}

export function watchSilence(options: SilenceWatchOptions): SilenceWatch {
  const clients = new Set<DatabaseClient>()
  let looking: Promise<void> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let tickedAt = performance.now()
  let lateTicks = 0
  const look = (): Promise<void> =>
    (looking ??= judge([...clients], { ...options, lateTicks: () => lateTicks }).finally(() => {
      looking = undefined
      lookedAt = performance.now()
    }))
  const timer = setInterval(() => {
    const now = performance.now()
    // A process that had no processor meanwhile did not listen, so the silence proves nothing.
    if (now - tickedAt > lookEveryMs + lateMs) {
      lateTicks += 1
      for (const client of clients) client.noteAtWork()
    }
    tickedAt = now
    const isDoubtful = isSilent(clients) || options.isAwaited()
    if (isDoubtful && now - lookedAt > silentMs) void look()
  }, lookEveryMs)
  timer.unref()
  return {
    add(client) {
      clients.add(client)
      client.once('end', () => clients.delete(client))
    },
    look: () => void look(),
    stop: () => clearInterval(timer),
  }
}

const isSilent = (clients: Iterable<DatabaseClient>) =>
  Iterator.from(clients).some((client) => client.silentMs > silentMs)

/** Breaks the connections that the server does not know, and those that are silent when it is silent altogether. */
async function judge(
  clients: readonly DatabaseClient[],
  { lateTicks, ...options }: SilenceWatchOptions & { lateTicks(): number },
): Promise<void> {
  const silent = clients.filter((client) => client.silentMs > silentMs)
  const heardBefore = heardBytes(clients)
  const lateBefore = lateTicks()
  try {
    const sessions = await sessionsOf(clients, options)
    for (const client of clients) if (sessions && !isKnown(client, sessions)) client.drop(lost())
    for (const client of silent) client.noteAtWork()
  } catch (error) {
    // A busy server lets a new connection wait, but goes on answering others; one that refuses another connection is at work, too.
    const isAtWork = heardBytes(clients) > heardBefore || lateTicks() > lateBefore
    if (isRefusal(error) || isAtWork) return silent.forEach((client) => client.noteAtWork())
    options.onSilence(error)
    for (const client of silent) client.drop(lost())
  }
}

const heardBytes = (clients: readonly DatabaseClient[]) =>
  clients.reduce((sum, client) => sum + client.heardBytes, 0)

const lost = () => new DatabaseUnavailable('the database does not answer any more')

/** With a code of this class it is starting or stopping, so its sessions are gone. */
const isRefusal = (error: unknown) => readDatabaseFault(error)?.code.startsWith('57P') === false

/** The age of each session by its process id, or null where a pooler gives ids of its own. */
async function sessionsOf(
  clients: readonly DatabaseClient[],
  { url, isStandbyAllowed }: SilenceWatchOptions,
): Promise<ReadonlyMap<number, number> | null> {
  const asker = new DatabaseClient({
    ...{ connectionString: url, application_name: 'lodgewire looks', isStandbyAllowed },
    ...{ connectionTimeoutMillis: askTimeoutMs, query_timeout: askTimeoutMs },
  })
  try {
    await asker.connect()
    const { rows } = await asker.query<{ pid: number; own: boolean; ageMs: number }>(
      `select pid, pid = pg_backend_pid() as own,
              (extract(epoch from clock_timestamp() - backend_start) * 1000)::float as "ageMs"
       from pg_stat_activity where pid = any($1) or pid = pg_backend_pid()`,
      [clients.map((client) => client.sessionPid)],
    )
    if (rows.find(({ own }) => own)?.pid !== asker.sessionPid) return null
    return new Map(rows.map(({ pid, ageMs }) => [pid, ageMs]))
  } finally {
    void asker.end().catch(() => {})
  }
}

function isKnown(client: DatabaseClient, sessions: ReadonlyMap<number, number>): boolean {
  const ageMs = sessions.get(client.sessionPid ?? 0)
  return ageMs !== undefined && Math.abs(ageMs - client.ageMs) < ageSlackMs
}

/** Watches all connections of a pool. */
export function watchPool(pool: pg.Pool, silence: SilenceWatch): void {
  pool.on('connect', (client) => {
    if (client instanceof DatabaseClient) silence.add(client)
  })
}
