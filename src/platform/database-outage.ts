/**
 * A database that cannot be reached is told once, not with every statement that fails; from then on statements fail at
 * once, until a look every second finds it back.
 */
import pg from 'pg'

/** Classes of SQLSTATE: the connection, and a server that is going, not yet there or full. */
const unavailableStates = /^(?:08...|57P0[1235]|53300)$/
/** The driver says these in words only. */
const unavailableTexts =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
/** What failed while connecting, whatever the system called it. */
const whileConnecting = new WeakSet<object>()

/** What a server that is there says, and will say again: a wrong password, no such database. */
const isAnswered = (error: unknown) =>
  error instanceof pg.DatabaseError && !unavailableStates.test(error.code ?? '')

export function markConnectFailure(error: unknown): void {
  if (typeof error === 'object' && error !== null && !isAnswered(error)) whileConnecting.add(error)
}

/** Nothing was tried: it is known that the database cannot be reached. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  if (error instanceof DatabaseUnavailable || whileConnecting.has(error)) return true
  if (error instanceof pg.DatabaseError && unavailableStates.test(error.code ?? '')) return true
  if (error instanceof Error && unavailableTexts.test(error.message)) return true
  return isDatabaseUnavailable((error as { cause?: unknown }).cause, depth + 1)
}

/** Made read-only, as after a failover or by a provider whose disk is full, and the full disk itself. */
const noWriteStates = ['25006', '53100']

/** The database answers what is read, and takes nothing. */
export function takesNoWrites(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  if (error instanceof pg.DatabaseError && noWriteStates.includes(error.code ?? '')) return true
  return takesNoWrites((error as { cause?: unknown }).cause, depth + 1)
}

export interface Outage {
  readonly isDown: boolean
  /** Something failed; whether that is an outage is looked at here. */
  note(error: unknown): void
  stop(): void
}

const lookEveryMs = 1_000
const watched = new Set<Outage & { readonly isTold: boolean }>()

/** For the log: a line about this failure would say again what is being looked at or was told. */
export function isToldAlready(error: unknown): boolean {
  if (watched.size === 0 || !isDatabaseUnavailable(error)) return false
  for (const outage of watched) outage.note(error)
  return [...watched].some(({ isTold }) => isTold)
}

export function watchOutage(options: {
  /** Rejects while the database cannot be used. */
  look: () => Promise<unknown>
  /** Only a session was lost: another can be had. */
  onBlip: (error: unknown) => void
  onDown: (error: unknown) => void
  onBack: (downForMs: number) => void
}): Outage {
  let downSince: number | null = null
  let looking = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const later = () => {
    if (!stopped) timer = setTimeout(() => void options.look().then(back, later), lookEveryMs)
  }
  const back = () => {
    if (downSince === null || stopped) return
    const downForMs = performance.now() - downSince
    downSince = null
    options.onBack(downForMs)
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
        .then(
          () => stopped || options.onBlip(error),
          (why: unknown) => {
            if (stopped) return
            downSince = performance.now()
            options.onDown(why)
            later()
          },
        )
        .finally(() => (looking = false))
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      watched.delete(outage)
    },
  }
  watched.add(outage)
  return outage
}

/** Tells the watch of connections that could not be had, and gives nobody one while there is none. */
export function watchConnections(pool: pg.Pool, outage: Outage): void {
  type ConnectCallback = (
    error: Error | undefined,
    client: pg.PoolClient | undefined,
    release: () => void,
  ) => void
  const connect = pool.connect.bind(pool)
  const failed = (error: unknown) => {
    markConnectFailure(error)
    outage.note(error)
  }
  const down = () => new DatabaseUnavailable('the database cannot be reached')
  const watchedConnect = (done?: ConnectCallback): Promise<pg.PoolClient> | void => {
    if (!done) {
      if (outage.isDown) return Promise.reject(down())
      return connect().catch((error: unknown) => {
        failed(error)
        throw error
      })
    }
    if (outage.isDown) return done(down(), undefined, () => {})
    connect((error, client, release) => {
      if (error) failed(error)
      done(error, client, release)
    })
  }
  pool.connect = watchedConnect as typeof pool.connect
}
