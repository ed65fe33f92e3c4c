/** Hears the database's notices of one channel, on a connection of its own that is opened again when it breaks. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Log } from './log.ts'

const reconnectMs = 1_000
/** A connection that answers nothing for so long is taken for broken: nobody else would notice. */
const answerMs = 5_000

export interface Listener {
  /**
   * Resolves once everything that was committed before this call has been heard; rejects where that cannot be known. It
   * is proven by a notice to itself: notices come in the order of their commits, and behind a pool that lends connections
   * out by transaction none would come.
   */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

export interface Heard {
  channel: string
  log: Log
  /** Said when the connection broke. */
  lost: string
  /** Is given what was said; null after each connection, since what was said in between was not heard. */
  onNotice(said: string | null): void
}

export function listen(pool: pg.Pool, { channel, log, lost, onNotice }: Heard): Listener {
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const own = `lodgewire_own_${randomBytes(8).toString('hex')}`
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  let asked = 0

  const giveUp = () => {
    for (const { reject } of waiting.values()) reject(new Error('the connection that listens is lost'))
    waiting.clear()
  }

  /** A break is told twice, as an error of the connection and as one of its statement; it is opened again once. */
  const reconnect = (broken: pg.PoolClient | undefined, error: unknown) => {
    if (broken !== client) return
    client?.release(true)
    client = undefined
    giveUp()
    if (stopped) return
    log.warn({ err: error }, lost)
    timer = setTimeout(() => void (connecting = connect()), reconnectMs)
  }

  const hear = (said: pg.Notification) => {
    const payload = said.payload ?? ''
    if (said.channel !== own) return onNotice(payload || null)
    waiting.get(payload)?.resolve()
    waiting.delete(payload)
  }

  async function connect(): Promise<void> {
    let opened: pg.PoolClient | undefined
    try {
      opened = client = await pool.connect()
      opened.on('notification', hear)
      opened.once('error', (error) => reconnect(opened, error))
      await opened.query(`listen ${channel}`)
      await opened.query(`listen ${own}`)
      if (!stopped) onNotice(null)
    } catch (error) {
      reconnect(opened, error)
    }
  }

  let connecting = connect()
  return {
    async caughtUp() {
      if (!client) throw new Error('nothing listens now')
      const question = String((asked += 1))
      const answer = Promise.withResolvers<void>()
      // Whoever waits below hears of a failure of either.
      answer.promise.catch(() => {})
      waiting.set(question, answer)
      const asker = client
      const silence = setTimeout(() => {
        reconnect(asker, new Error(`no notice came back within ${answerMs / 1000} s`))
      }, answerMs)
      silence.unref()
      try {
        await asker.query('select pg_notify($1, $2)', [own, question])
        await answer.promise
      } finally {
        clearTimeout(silence)
        waiting.delete(question)
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await connecting
      giveUp()
      // Closed, not given back: it would go on listening in somebody else's hands.
      client?.release(true)
      client = undefined
    },
  }
}
