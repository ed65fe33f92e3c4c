/** Listens to one notification channel, on a connection of its own that is reopened when it breaks. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Log } from './log.ts'

const reconnectMs = 1_000
/** A connection silent for this long counts as broken, since nothing else would notice. */
const answerMs = 5_000

export interface Listener {
  /**
   * Resolves when every notice committed before this call was heard, else rejects. It sends itself a notice: they arrive in commit order,
   * and behind a transaction pooler none arrives.
   */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

export interface Heard {
  channel: string
  log: Log
  /** The log gets this message when the connection breaks. */
  lost: string
  /** Called with each payload, and with null after each connection, because notices in between were missed. */
  onNotice(payload: string | null): void
}

export function listen(pool: pg.Pool, { channel, log, lost, onNotice }: Heard): Listener {
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const own = `lodgewire_own_${randomBytes(8).toString('hex')}`
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  let questionCount = 0

  const giveUp = () => {
    for (const { reject } of waiting.values()) reject(new Error('the connection that listens is lost'))
    waiting.clear()
  }

  /** A break is reported by the connection and by its statement, but it is reopened once. */
  const reconnect = (broken: pg.PoolClient | undefined, error: unknown) => {
    if (broken !== client) return
    client?.release(true)
    client = undefined
    giveUp()
    if (stopped) return
    log.warn({ err: error }, lost)
    timer = setTimeout(() => void (connecting = connect()), reconnectMs)
  }

  const hear = (notice: pg.Notification) => {
    const payload = notice.payload ?? ''
    if (notice.channel !== own) return onNotice(payload || null)
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
      const question = String((questionCount += 1))
      const answer = Promise.withResolvers<void>()
      // The caller below waits for both and hears either failure.
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
      // The connection is closed instead of released, because it would keep listening for its next user.
      client?.release(true)
      client = undefined
    },
  }
}
