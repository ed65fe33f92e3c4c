/** The simulation's own connection to PostgreSQL: it sets the time there, hears what is notified, and sees who waits for a lock. */
import { Socket } from 'node:net'
import pg from 'pg'
import { holdSteps } from './settle.ts'

export interface HeardNotice {
  channel: string
  payload: string
  processId: number
}

/** PostgreSQL's clock goes in steps of this length, because each step costs a statement. */
const timeStepMs = 200
/** Taken before anything is replaced. */
const RealSocket = Socket
const realSetTimeout = setTimeout
export const realPause = (ms: number) => new Promise<void>((resolve) => void realSetTimeout(resolve, ms))
export const openRealSocket = () => new RealSocket()

export class DatabaseControl {
  readonly #client: pg.Client
  readonly #listened = new Set<string>()
  #heard: HeardNotice[] = []
  #toldMs = 0

  private constructor(client: pg.Client) {
    this.#client = client
    client.on('notification', ({ channel, payload = '', processId }) => {
      this.#heard.push({ channel, payload, processId })
    })
  }

  static async open(url: string): Promise<DatabaseControl> {
    const client = new pg.Client({ connectionString: url, stream: openRealSocket })
    await client.connect()
    return new DatabaseControl(client)
  }

  async tellTime(nowMs: number): Promise<void> {
    const whole = Math.floor(nowMs / timeStepMs) * timeStepMs
    if (whole === this.#toldMs) return
    this.#toldMs = whole
    await this.#client.query(`select setval('simulation.time', ${whole})`)
  }

  async listen(channel: string): Promise<void> {
    if (this.#listened.has(channel)) return
    this.#listened.add(channel)
    await this.#client.query(`listen ${channel}`)
  }

  /** What was notified since it was asked last. PostgreSQL signals a notice before it answers the commit, so none is missing. */
  async takeNotices(): Promise<HeardNotice[]> {
    if (this.#listened.size === 0) return []
    await this.#client.query('select 1')
    const heard = this.#heard
    this.#heard = []
    return heard
  }

  /** Whether a session waits for others. A wait that closes a circle is none: PostgreSQL ends it at once. */
  async waitsForOthers(pid: number): Promise<boolean> {
    const seen = new Set<number>()
    const first = await this.#blockersOf(pid)
    for (let next = first; next.length > 0;) {
      if (next.includes(pid)) return false
      const fresh = next.filter((other) => other > 0 && !seen.has(other))
      for (const other of fresh) seen.add(other)
      const further: number[] = []
      for (const other of fresh) further.push(...(await this.#blockersOf(other)))
      next = further
    }
    return first.length > 0
  }

  /** The sessions that a session waits for, directly; none if it works. */
  async #blockersOf(pid: number): Promise<number[]> {
    const { rows } = await this.#client.query<{ pids: number[] }>('select pg_blocking_pids($1) as pids', [
      pid,
    ])
    return rows[0]?.pids ?? []
  }

  /** Ends sessions and waits until their locks are free. */
  async end(pids: readonly number[], how: 'kill' | 'wait'): Promise<void> {
    if (pids.length === 0) return
    if (how === 'kill')
      await this.#client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids])
    for (;;) {
      const { rows } = await this.#client.query('select from pg_stat_activity where pid = any($1::int[])', [
        pids,
      ])
      if (rows.length === 0) return
      await realPause(2)
    }
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await holdSteps(this.#client.query<Row>(text, values))
    return rows
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
