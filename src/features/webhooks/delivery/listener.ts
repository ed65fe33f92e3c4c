/** Hears the database's notices of new deliveries, on a connection of its own that is opened again when it breaks. */
import type pg from 'pg'
import type { Log } from '../../../platform/log.ts'

const channel = 'lodgewire_deliveries'
const reconnectMs = 1_000

export interface Listener {
  stop(): Promise<void>
}

/** `onNotice` is given what was said; null after each connection, since what was said in between was not heard. */
export function listen(pool: pg.Pool, log: Log, onNotice: (said: string | null) => void): Listener {
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const reconnect = (error: unknown) => {
    client?.release(true)
    client = undefined
    if (stopped) return
    log.warn({ err: error }, 'the connection that hears of new deliveries is opened again')
    timer = setTimeout(() => void (connecting = connect()), reconnectMs)
  }

  async function connect(): Promise<void> {
    try {
      const opened = await pool.connect()
      client = opened
      opened.on('notification', ({ payload }) => onNotice(payload || null))
      opened.once('error', (error) => client === opened && reconnect(error))
      await opened.query(`listen ${channel}`)
      if (!stopped) onNotice(null)
    } catch (error) {
      reconnect(error)
    }
  }

  let connecting = connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await connecting
      // Closed, not given back: it would go on listening in somebody else's hands.
      client?.release(true)
      client = undefined
    },
  }
}
