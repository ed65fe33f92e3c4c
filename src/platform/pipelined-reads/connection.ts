/**
 * A connection on which statements are sent without waiting for the answers to those before. What is asked within one turn of the event
 * loop leaves together: one write to the socket, and the database wakes up once. The database answers in the order of asking.
 */
import pg from 'pg'
import { columnTypes, connectTimeoutMs } from '../db.ts'
import { JoiningSocket } from './joining-socket.ts'
import {
  NamedQuery,
  type ReadCallback,
  type KnownColumns,
  type ReadRow,
  type Statement,
} from './named-query.ts'
import type { GatheredLookup } from './public.ts'

export type { Statement } from './named-query.ts'

export interface PipelinedConnection<T> {
  /** Whether a statement would be sent at once. */
  readonly isOpen: boolean
  /** How many statements are not answered yet. */
  readonly waiting: number
  /** Whether statements wait to leave at the end of this turn of the event loop. */
  readonly isLeaving: boolean
  ask(statement: Statement): Promise<ReadRow[]>
  /** Looked up by one statement for all who ask in this turn, which leaves before what they ask afterwards. */
  gather(key: string): Promise<T | undefined>
  /** Resolves once everything that was gathered before is there. */
  gatheredAll(): Promise<unknown>
  close(): Promise<void>
}

const clientOver = (socket: JoiningSocket, url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    // Told from those of the pool in the views of PostgreSQL.
    application_name: 'lodgewire reads',
    connectionTimeoutMillis: connectTimeoutMs,
    types: columnTypes,
    pipeline: true,
    stream: () => socket,
  } as pg.ClientConfig)

export function openConnection<T>(
  url: string,
  {
    gathered,
    lost,
    patienceMs,
  }: { gathered: GatheredLookup<T>; lost(error: unknown): void; patienceMs: number },
): PipelinedConnection<T> {
  const socket = new JoiningSocket()
  const client = clientOver(socket, url)
  let [isOpen, waiting, answers, isLeaving] = [false, 0, 0, false]
  const columns: KnownColumns = new Map()
  let watching = false
  let asked: { statement: Statement; answered: ReadCallback }[] = []
  let keys = new Map<string, PromiseWithResolvers<T | undefined>>()
  /** What was gathered last: answers come in the order of asking. */
  let last: Promise<unknown> = Promise.resolve()

  const gone = (error: unknown) => {
    isOpen = false
    lost(error)
  }
  client.on('error', gone)
  client.on('end', () => gone(new Error('the connection ended')))
  client.connect().then(() => (isOpen = true), gone)

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

  /** One that nothing comes back on may be dead without saying so: whoever waits is better off with another. */
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
    const [looked, statements] = [keys, asked]
    isLeaving = false
    keys = new Map()
    asked = []
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
      asked.push({ statement, answered: (error, rows) => (error ? reject(error) : resolve(rows)) })
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
