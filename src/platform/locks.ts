/**
 * Named locks hold over all processes of one database. They are session locks, so PostgreSQL frees them when
 * the process or its connection ends. `pool` must keep sessions.
 */
import type pg from 'pg'
import type { Log } from './log.ts'

export interface Locks {
  /** Returns false when another holder has it, in this process or another. */
  tryLock(name: string): Promise<boolean>
  unlock(name: string): Promise<void>
  close(): Promise<void>
}

/** A machine that vanishes loses its locks within half a minute. Unix sockets ignore this setting. */
const keepAlive = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`
const lockKey = `hashtextextended($1, 0)`

/** `onLost` is called when the connection broke: every lock may already have another holder. */
export function createLocks(options: { pool: pg.Pool; log: Log; onLost?: () => void }): Locks {
  const held = new Set<string>()
  let session: Promise<pg.PoolClient> | null = null
  let closed = false
  /** A session runs one statement at a time. */
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = before.then(ask)
    before = answer.catch(() => {})
    return answer
  }

  const lose = (client: pg.PoolClient, error: Error): void => {
    session = null
    held.clear()
    client.release(error)
    if (closed) return
    options.log.warn({ err: error }, 'the connection that holds the locks broke')
    options.onLost?.()
  }

  const open = async (): Promise<pg.PoolClient> => {
    const client = await options.pool.connect()
    client.once('error', (error) => lose(client, error))
    await client.query(keepAlive)
    return client
  }

  const connected = (): Promise<pg.PoolClient> => {
    if (closed) return Promise.reject(new Error('the locks are closed'))
    session ??= open().catch((error: unknown) => {
      session = null
      throw error
    })
    return session
  }

  return {
    async tryLock(name) {
      // The session would grant its own lock a second time.
      if (held.has(name)) return false
      held.add(name)
      try {
        const client = await connected()
        const { rows } = await inTurn(() =>
          client.query<{ got: boolean }>(`select pg_try_advisory_lock(${lockKey}) as got`, [name]),
        )
        if (rows[0]?.got) return true
        held.delete(name)
        return false
      } catch (error) {
        held.delete(name)
        throw error
      }
    },
    async unlock(name) {
      if (!held.has(name) || !session) return
      const client = await session
      await inTurn(() => client.query(`select pg_advisory_unlock(${lockKey})`, [name]))
      held.delete(name)
    },
    async close() {
      closed = true
      const client = await session?.catch(() => null)
      session = null
      held.clear()
      if (!client) return
      // The server would notice the closed connection a moment later; waiting processes should not have to.
      await inTurn(() => client.query('select pg_advisory_unlock_all()')).catch(() => {})
      client.removeAllListeners('error')
      client.release(true)
    },
  }
}
