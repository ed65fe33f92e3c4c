/** A connection to PostgreSQL that leads to a primary, and knows since when it waits for an answer. */
import pg from 'pg'
import { DatabaseUnavailable, markConnectFailure } from './database-outage.ts'

export const connectTimeoutMs = 10_000
const keepAliveAfterMs = 10_000

export interface DatabaseClientOptions extends pg.ClientConfig {
  /** Set for a replica; otherwise a server that follows another one is refused like one that is away. */
  isStandbyAllowed?: boolean
}

type OpenedCallback = (error: Error | undefined) => void

/** The driver tells these, but its types do not. */
interface DriverInternals {
  processID: number | null
  connection: {
    stream: { bytesRead: number; destroy(error: Error): void }
    on(
      event: 'parameterStatus',
      hear: (status: { parameterName: string; parameterValue: string }) => void,
    ): void
  }
}

/** A missing file named by the address makes `connect` fail. The driver would throw instead, inside the pool, where nobody can catch it. */
class ReadableClient extends pg.Client {
  declare unreadable: Error | undefined

  constructor(options: pg.ClientConfig) {
    let unreadable: Error | undefined
    try {
      super(options)
    } catch (error) {
      super()
      unreadable = error as Error
    }
    this.unreadable = unreadable
    if (unreadable) this.connect = rejectingConnect(unreadable)
  }
}

export class DatabaseClient extends ReadableClient {
  readonly #internals = this as unknown as DriverInternals
  readonly #isStandbyAllowed: boolean
  #saysStandby = false
  #openedAt: number | undefined
  #waitingSince: number | undefined
  #heard = { bytes: 0, at: 0 }

  static {
    // The driver's own method has eight forms, which all pass through here.
    const query = function (this: DatabaseClient, ...args: unknown[]): unknown {
      this.#waitingSince ??= performance.now()
      return Reflect.apply(pg.Client.prototype.query, this, args)
    }
    this.prototype.query = query as pg.Client['query']
  }

  constructor({ isStandbyAllowed = false, ...options }: DatabaseClientOptions) {
    super({ keepAlive: true, keepAliveInitialDelayMillis: keepAliveAfterMs, ...options })
    this.#isStandbyAllowed = isStandbyAllowed
    this.#internals.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#saysStandby = parameterValue === 'on'
    })
    this.on('drain', () => (this.#waitingSince = undefined))
    // Without a listener an error between two statements would end the process; the next statement reports it.
    this.on('error', markConnectFailure)
  }

  override connect(): Promise<pg.Client>
  override connect(done: OpenedCallback): void
  override connect(done?: OpenedCallback): Promise<pg.Client> | void {
    if (done) return this.#open(done)
    const { promise, resolve, reject } = Promise.withResolvers<pg.Client>()
    this.#open((error) => (error ? reject(error) : resolve(this)))
    return promise
  }

  #open(done: OpenedCallback): void {
    super.connect((error: Error | undefined) => {
      if (error) return done(error)
      this.#openedAt = performance.now()
      if (this.#isStandbyAllowed || !this.#saysStandby) return done(undefined)
      this.#refuseStandby().then(() => done(undefined), done)
    })
  }

  /** A pooler may repeat what a server said long ago, so the server itself is asked. */
  async #refuseStandby(): Promise<void> {
    const { rows } = await this.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (!rows[0]?.standby) return
    await this.end().catch(() => {})
    throw new DatabaseUnavailable('the server follows another one and takes no writes')
  }

  get sessionPid(): number | null {
    return this.#internals.processID
  }

  /** Milliseconds since the connection was opened. */
  get ageMs(): number {
    return performance.now() - (this.#openedAt ?? performance.now())
  }

  /** Milliseconds for which a statement has waited and not a byte has come. */
  get silentMs(): number {
    const now = performance.now()
    const { bytesRead } = this.#internals.connection.stream
    if (bytesRead !== this.#heard.bytes) this.#heard = { bytes: bytesRead, at: now }
    return this.#waitingSince === undefined ? 0 : now - Math.max(this.#waitingSince, this.#heard.at)
  }

  get heardBytes(): number {
    return this.#internals.connection.stream.bytesRead
  }

  /** Counts as an answer: the server was found to be at work. */
  noteAtWork(): void {
    this.#heard = { ...this.#heard, at: performance.now() }
  }

  /** Breaks the connection, so that who waits for it fails at once. */
  drop(why: Error): void {
    this.#internals.connection.stream.destroy(why)
  }
}

function rejectingConnect(error: Error): pg.Client['connect'] {
  function connect(): Promise<pg.Client>
  function connect(done: OpenedCallback): void
  function connect(done?: OpenedCallback): Promise<pg.Client> | void {
    if (!done) return Promise.reject(error)
    setImmediate(done, error)
  }
  return connect
}
