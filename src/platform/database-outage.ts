/**
 * An unreachable database is logged once instead of with every failed statement. Statements then fail at once until a check, made every
 * second, succeeds.
 */
import pg from 'pg'
import { faultCodes, hasFaultCode, readDatabaseFault } from './database-fault.ts'

/** These SQLSTATE classes mean a broken connection, or a server that is stopping, starting or full. */
const unavailableStates = /^(?:08...|57P0[1235]|53300)$/
/** For these the driver gives a message but no code. */
const unavailableTexts =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
/** Errors raised while connecting count, whatever their code is. */
const whileConnecting = new WeakSet<object>()

/** The server answered and would answer the same again: a wrong password, or no such database. */
const isAnswered = (error: unknown) => error instanceof pg.DatabaseError && !isUnavailableState(error)

const isUnavailableState = (error: unknown) => unavailableStates.test(readDatabaseFault(error)?.code ?? '')

export function markConnectFailure(error: unknown): void {
  if (typeof error === 'object' && error !== null && !isAnswered(error)) whileConnecting.add(error)
}

/** Thrown without any attempt while the database is known to be unreachable. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  if (error instanceof DatabaseUnavailable || whileConnecting.has(error)) return true
  if (isUnavailableState(error)) return true
  if (error instanceof Error && unavailableTexts.test(error.message)) return true
  return isDatabaseUnavailable((error as { cause?: unknown }).cause, depth + 1)
}

/** The database is read-only after a failover or on a provider's full disk, or its own disk is full. */
const noWriteStates = [faultCodes.readOnlyTransaction, faultCodes.diskFull]

/** True when the database still reads but refuses writes. */
export function isRefusingWrites(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  if (hasFaultCode(error, ...noWriteStates)) return true
  return isRefusingWrites((error as { cause?: unknown }).cause, depth + 1)
}

export interface Outage {
  readonly isDown: boolean
  /** Reports a failure; the watch decides whether it is an outage. */
  note(error: unknown): void
  /** Reports that the database was looked at and does not answer. */
  fail(error: unknown): void
  /** `changed` is called when a connection was lost, when the database is away, and when it is back. */
  listen(changed: (change: OutageChange) => void): void
  stop(): void
}

type OutageChange = 'blip' | 'down' | 'back'

const lookEveryMs = 1_000
const watched = new Set<Outage & { readonly isTold: boolean }>()

/** True for failures whose cause the outage watch has logged, so that they are not logged again. */
export function isLoggedOutage(error: unknown): boolean {
  if (watched.size === 0 || !isDatabaseUnavailable(error)) return false
  for (const outage of watched) outage.note(error)
  return [...watched].some(({ isTold }) => isTold)
}

export function watchOutage(options: {
  /** Rejects while the database cannot be used. */
  look: () => Promise<unknown>
  /** Called when only one session was lost and another can be opened. */
  onBlip: (error: unknown) => void
  onDown: (error: unknown) => void
  onBack: (downForMs: number) => void
}): Outage {
  let downSince: number | null = null
  let looking = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const listeners: ((change: OutageChange) => void)[] = []
  const tell = (change: OutageChange) => listeners.forEach((changed) => changed(change))
  const later = () => {
    if (!stopped) timer = setTimeout(() => void options.look().then(back, later), lookEveryMs)
  }
  const back = () => {
    if (downSince === null || stopped) return
    const downForMs = performance.now() - downSince
    downSince = null
    options.onBack(downForMs)
    tell('back')
  }
  const down = (why: unknown) => {
    if (stopped || downSince !== null) return
    downSince = performance.now()
    options.onDown(why)
    tell('down')
    later()
  }
  const outage = {
    get isDown() {
      return downSince !== null
    },
    get isTold() {
      return looking || downSince !== null
    },
    note(error: unknown) {
      if (looking || downSince !== null || stopped || !isDatabaseUnavailable(error)) return
      looking = true
      options
        .look()
        .then(() => {
          if (stopped || downSince !== null) return
          options.onBlip(error)
          tell('blip')
        }, down)
        .finally(() => (looking = false))
    },
    fail: down,
    listen: (changed: (change: OutageChange) => void) => void listeners.push(changed),
    stop() {
      stopped = true
      clearTimeout(timer)
      watched.delete(outage)
    },
  }
  watched.add(outage)
  return outage
}

type CheckoutCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (broken?: Error | boolean) => void,
) => void

export interface WatchedConnections {
  /** Milliseconds for which somebody has waited for a connection. */
  readonly longestWaitMs: number
}

/** Reports failed connections to the watch. During an outage new ones are refused at once, and so is who waits for one. */
export function watchConnections(pool: pg.Pool, outage: Outage): WatchedConnections {
  const connect = pool.connect.bind(pool) as (done: CheckoutCallback) => void
  const waiting = new Map<CheckoutCallback, number>()
  const refuse = (done: CheckoutCallback) =>
    done(new DatabaseUnavailable('the database cannot be reached'), undefined, () => {})
  outage.listen((change) => {
    if (change !== 'down') return
    const refused = [...waiting.keys()]
    waiting.clear()
    refused.forEach(refuse)
  })

  function connectWatched(done: CheckoutCallback): void {
    if (outage.isDown) return refuse(done)
    waiting.set(done, performance.now())
    connect((error, client, release) => {
      if (error) {
        markConnectFailure(error)
        outage.note(error)
      }
      // Nobody waits for it any more.
      if (!waiting.delete(done)) return error ? undefined : release()
      done(error, client, release)
    })
  }

  const watchedConnect = (done?: CheckoutCallback): Promise<pg.PoolClient> | void => {
    if (done) return connectWatched(done)
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    connectWatched((error, client) =>
      client ? resolve(client) : reject(error ?? new Error('no connection')),
    )
    return promise
  }
  pool.connect = watchedConnect as typeof pool.connect
  return {
    get longestWaitMs() {
      const [first] = waiting.values()
      return first === undefined ? 0 : performance.now() - first
    },
  }
}
