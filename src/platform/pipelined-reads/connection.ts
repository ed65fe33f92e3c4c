/**
 * Sends statements without waiting for earlier answers. Those of one turn of the event loop share one write to the socket; PostgreSQL
 * answers in order.
 */
import { connectTimeoutMs, DatabaseClient } from '../database-client.ts'
import { columnTypes } from '../db.ts'
import type { SilenceWatch } from '../silent-connections.ts'
import { JoiningSocket } from './joining-socket.ts'
import {
  NamedQuery,
  type ReadCallback,
  type KnownColumns,
  type ReadRow,
  type Statement,
} from './named-query.ts'

/** One statement answers a lookup by key for many keys. What it finds may take another one. */
export type GatheredLookup<T> = (keys: readonly string[]) => {
  statement: Statement
  found(row: unknown): [key: string, found: T | Promise<T>]
}

export type { Statement } from './named-query.ts'

export interface PipelinedConnection<T> {
  /** True when a statement would be sent at once. */
  readonly isOpen: boolean
  /** This many statements have no answer yet. */
  readonly waiting: number
  /** True when statements are queued for the end of this turn. */
  readonly isLeaving: boolean
  ask(statement: Statement): Promise<ReadRow[]>
  /** Looks the key up together with others of this turn, in a statement sent before theirs. */
  gather(key: string): Promise<T | undefined>
  /** Resolves when every lookup gathered before has its answer. */
  gatheredAll(): Promise<unknown>
  close(): Promise<void>
}

const clientOver = (socket: JoiningSocket, url: string): DatabaseClient =>
  new DatabaseClient({
    connectionString: url,
    // The name tells these connections apart in PostgreSQL's views.
    application_name: 'lodgewire reads',
    connectionTimeoutMillis: connectTimeoutMs,
    types: columnTypes,
    pipeline: true,
    stream: () => socket,
  })

interface ConnectionOptions<T> {
  gathered: GatheredLookup<T>
  lost(error: unknown): void
  patienceMs: number
  silence?: SilenceWatch | undefined
}

export function openConnection<T>(
  url: string,
  { gathered, lost, patienceMs, silence }: ConnectionOptions<T>,
): PipelinedConnection<T> {
  const socket = new JoiningSocket()
  const client = clientOver(socket, url)
  let [isOpen, waiting, answers, isLeaving] = [false, 0, 0, false]
  const columns: KnownColumns = new Map()
  let watching = false
  let queue: { statement: Statement; answered: ReadCallback }[] = []
  let keys = new Map<string, PromiseWithResolvers<T | undefined>>()
  /** Answers come in the order of sending, so the last lookup ends last. */
  let last: Promise<unknown> = Promise.resolve()

  const gone = (error: unknown) => {
    isOpen = false
    lost(error)
  }
  client.on('error', gone)
  client.on('end', () => gone(new Error('the connection ended')))
  client.connect().then(() => {
    isOpen = true
    silence?.add(client)
  }, gone)

  function send(statement: Statement, answered: ReadCallback): void {
    waiting += 1
    client.query(
      new NamedQuery(statement, columns, (error, rows) => {
        waiting -= 1
        answers += 1
        answered(error, rows)
      }),
    )
  }

  function sendLook(looked: typeof keys): void {
    const look = gathered([...looked.keys()])
    send(look.statement, (error, rows) => {
      if (error) return looked.forEach(({ reject }) => reject(error))
      const found = new Map(rows.map((row) => look.found(row)))
      for (const [key, { resolve }] of looked) resolve(found.get(key))
    })
  }

  /** A connection without answers may be dead, so its callers are moved to another. */
  function watch(): void {
    if (watching) return
    watching = true
    const before = answers
    setTimeout(() => {
      watching = false
      if (waiting === 0) return
      if (answers > before) return watch()
      socket.destroy(new Error(`no answer for ${patienceMs / 1000} s`))
    }, patienceMs).unref()
  }

  function leave(): void {
    const [looked, statements] = [keys, queue]
    isLeaving = false
    keys = new Map()
    queue = []
    socket.join(() => {
      if (looked.size > 0) sendLook(looked)
      for (const { statement, answered } of statements) send(statement, answered)
    })
    watch()
  }

  function leaveSoon(): void {
    if (isLeaving) return
    isLeaving = true
    setImmediate(leave)
  }

  return {
    get isOpen() {
      return isOpen
    },
    get waiting() {
      return waiting
    },
    get isLeaving() {
      return isLeaving
    },
    ask(statement) {
      const { promise, resolve, reject } = Promise.withResolvers<ReadRow[]>()
      queue.push({ statement, answered: (error, rows) => (error ? reject(error) : resolve(rows)) })
      leaveSoon()
      return promise
    },
    gather(key) {
      const one = keys.get(key) ?? Promise.withResolvers<T | undefined>()
      keys.set(key, one)
      last = one.promise
      leaveSoon()
      return one.promise
    },
    gatheredAll: () => last,
    close: () => client.end().catch(() => {}),
  }
}
