/** A server with an account at a channel and one at a PMS, which is backed up, destroyed and restored. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { RecoveryReport } from '../../src/contract/operator-recovery.ts'
import { stopLeftPostgres } from '../../src/platform/embedded-postgres/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { runScript } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, walk, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'

export interface Stay {
  id: string
  status: string
  checkIn: string
  checkOut: string
  listingId: string
  confirmationCode: string | null
}

interface LoggedEvent {
  eventId: string
  event: string
  sequence: number
  data: { revision?: number; object?: { id?: string } }
}

export const day = (days: number) => String(Temporal.Now.plainDateISO('UTC').add({ days }))

export class RecoveryWorld {
  readonly airbnb: RunningSimulator
  readonly hostaway: RunningSimulator
  readonly receiver: Receiver
  readonly folder: string
  server: ServerProcess
  readonly #copy: string
  readonly #operatorKey: string
  readonly #env: Record<string, string>
  readonly #undo: (() => unknown)[]

  private constructor(parts: {
    airbnb: RunningSimulator
    hostaway: RunningSimulator
    receiver: Receiver
    place: string
    operatorKey: string
    env: Record<string, string>
    server: ServerProcess
    undo: (() => unknown)[]
  }) {
    this.airbnb = parts.airbnb
    this.hostaway = parts.hostaway
    this.receiver = parts.receiver
    this.folder = path.join(parts.place, 'data')
    this.#copy = path.join(parts.place, 'copy')
    this.#operatorKey = parts.operatorKey
    this.#env = parts.env
    this.server = parts.server
    this.#undo = parts.undo
  }

  static async start(): Promise<RecoveryWorld> {
    const { folder: place, remove } = testFolder()
    const undo: (() => unknown)[] = [remove]
    const airbnb = await startSimulator('airbnb', { listings: 2, reservations: 6, rateLimit: 'off', seed: 5 })
    undo.push(() => airbnb.close())
    const hostaway = await startSimulator('hostaway', {
      ...{ listings: 2, reservations: 12, rateLimit: 'off', seed: 6 },
    })
    undo.push(() => hostaway.close())
    const receiver = await startReceiver({ '/slow': 'hang' })
    undo.push(() => receiver.close())
    const operatorKey = randomBytes(24).toString('hex')
    const env = {
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      VENDOR_BASE_URLS: `airbnb=${airbnb.url},hostaway=${hostaway.url}`,
      SYNC_INTERVAL_SECONDS: '1',
      ALLOW_PRIVATE_TARGETS: 'true',
      BURST_LIMIT: '100000',
      OPERATOR_API_KEY: operatorKey,
      ...airbnb.partner,
    }
    const server = await startServerProcess(path.join(place, 'data'), env)
    const world = new RecoveryWorld({ airbnb, hostaway, receiver, place, operatorKey, env, server, undo })
    undo.push(() => world.server.stop())
    await world.#connect()
    return world
  }

  async #connect(): Promise<void> {
    const { airbnb, hostaway } = this
    for (const [vendor, { credentials }] of Object.entries({ airbnb, hostaway }))
      await this.made('POST', `/v1/connect/${vendor}/credentials`, {
        credentials,
        writePolicy: { reservations: { api: true } },
      })
    for (const vendor of ['airbnb', 'hostaway'])
      await until(`the import of ${vendor}`, async () => {
        const { import: progress } = await this.made<{ import?: { status: string } }>(
          'GET',
          `/v1/connect/${vendor}`,
        )
        return progress?.status === 'completed'
      })
  }

  async close(): Promise<void> {
    for (const step of this.#undo.toReversed()) await step()
  }

  async start(): Promise<void> {
    this.server = await startServerProcess(this.folder, this.#env)
  }

  /** Returns when it was taken. */
  async backUp(): Promise<string> {
    const takenAt = new Date().toISOString()
    const { code, err } = await this.command('backup', this.#copy)
    assert.equal(code, 0, err)
    return takenAt
  }

  /** What the server had is gone. The backup lies in its place, as `lodgewire restore` leaves it. */
  async destroy(takenAt: string): Promise<void> {
    await this.server.kill()
    // A database whose folder is gone notices only after a minute.
    await stopLeftPostgres(this.folder, createLog({ level: 'silent' }))
    rmSync(this.folder, { recursive: true })
    cpSync(this.#copy, this.folder, { recursive: true })
    const restored = { backup: 'copy', taken_at: takenAt, restored_at: new Date().toISOString() }
    writeFileSync(path.join(this.folder, 'restored.json'), JSON.stringify(restored))
  }

  ask<T>(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
    return api<T>(this.server, this.server.keys.liveKey, method, url, body, headers)
  }

  async made<T>(method: string, url: string, body?: unknown, headers = {}): Promise<T> {
    const answer = await this.ask<T>(method, url, body, headers)
    assert.ok(answer.status < 300, `${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  stays(): Promise<Stay[]> {
    return walk<Stay>(this.server, this.server.keys.liveKey, '/v1/reservations')
  }

  async report(): Promise<RecoveryReport> {
    const { status, body } = await api<RecoveryReport>(
      ...([this.server, this.#operatorKey, 'GET', '/v1/operator/recovery'] as const),
    )
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  async events(after: number): Promise<LoggedEvent[]> {
    const all: LoggedEvent[] = []
    for (let hasMore = true; hasMore;) {
      const page = await this.made<{ data: LoggedEvent[]; nextAfter: number; hasMore: boolean }>(
        ...(['GET', `/v1/events?limit=500&after=${after}`] as const),
      )
      all.push(...page.data)
      ;({ nextAfter: after, hasMore } = page)
    }
    return all
  }

  async command(...args: string[]) {
    const env = { ...this.#env, DATA_DIR: this.folder }
    const run = runScript('src/cli.ts', args, { env, cwd: path.dirname(this.folder) })
    const code = await run.ended
    return { code, out: run.out(), err: run.err() }
  }
}

/** Returns the calls since then that change something; signing in is none. */
export const writesOf = ({ calls }: RunningSimulator, since: number): string[] =>
  calls
    .list()
    .slice(since)
    .filter(({ method, path: called }) => method !== 'GET' && !/oauth|accessTokens/i.test(called))
    .map(({ method, path: called }) => `${method} ${called}`)
