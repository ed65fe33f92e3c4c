/** Homes that are sold at Airbnb, at Booking.com, at a PMS and here, by two servers whose every step the scheduler chooses. */
import assert from 'node:assert/strict'
import type { RunningSimulator } from '../../simulators/index.ts'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { History } from '../history/history.ts'
import { recordExchange } from '../history/record-calls.ts'
import { recordDelivery } from '../history/record-deliveries.ts'
import { hostawayHistory, recordVendorCalls, smoobuHistory } from '../history/record-vendor-calls.ts'
import type { DatabaseControl } from './database-control.ts'
import type { DatabaseWires } from './database-wires.ts'
import type { CalendarPlatform } from './calendar-platform.ts'
import { RequestCounts } from './counted-requests.ts'
import { addKeptHome, openHomes, openVendors } from './homes.ts'
import type { NetworkAnswer, NetworkRequest, SimulatedNetwork } from './network.ts'
import { PmsMove, type MoveEnding } from './move.ts'
import type { MachineClock, Scheduler, StepOwner } from './scheduler.ts'
import type { ServerBundle } from './server-bundle.ts'
import { startSimulatedServer, type SimulatedServer } from './simulated-server.ts'

export interface SimulatedHome {
  id: string
  /** What the channels call it; null if a PMS keeps it. */
  channels: { airbnbId: string; roomId: number } | null
  /** What the PMS that keeps it calls it; null if it is kept here. */
  pmsId: string | null
  /** The platform with which it exchanges calendar files, if it does. */
  calendar: { platform: CalendarPlatform; feedId: string; exportUrl: string } | null
}

const vendorNames = ['airbnb', 'booking', 'hostaway', 'smoobu'] as const
export type SimulatedVendor = (typeof vendorNames)[number]

export const serverRoles = ['full', 'worker'] as const
type ServerRole = (typeof serverRoles)[number]

export interface WorldParts {
  scheduler: Scheduler
  network: SimulatedNetwork
  wires: DatabaseWires
  control: DatabaseControl
  bundle: ServerBundle
  databaseUrl: string
  folder: string
}

export interface WorldChoice {
  /** The PMS has the only home that guests book. */
  isPmsAlone: boolean
  /** Somebody moves to that PMS from another. */
  isMoving: boolean
  /** How the move ends; the seed decides by default. */
  moveEnding?: MoveEnding | undefined
}

/** Statuses of answers, with bodies as they were sent. */
export interface ClientAnswer {
  status: number
  body: Record<string, unknown>
  text: string
}

export const serverUrl = 'http://localhost:3000'
export const receiverUrl = 'http://receiver.test'
export const encryptionKey = Buffer.alloc(32, 7).toString('base64')
/** Guests want nights that lie beyond every channel's notice period. */
const firstDay = 40
export const nightCount = 30

export class SimulatedWorld {
  readonly parts: WorldParts
  readonly simulators = {} as Record<SimulatedVendor, RunningSimulator>
  homes: SimulatedHome[] = []
  /** Somebody who moves from another PMS to the one of the world; null if nobody does. */
  move: PmsMove | null = null
  /** What clients, the receiver and the PMS did and saw, in virtual time. */
  readonly observed = new History()
  readonly counts = new RequestCounts()
  readonly servers = new Map<ServerRole, SimulatedServer>()
  /** The servers of a role run on one machine. */
  readonly clocks: Record<ServerRole, MachineClock> = { full: { aheadMs: 0 }, worker: { aheadMs: 0 } }
  starts = 0
  workspaceId = ''
  key = ''
  /** Events by their ids, in the order in which they came first. */
  readonly received = new Map<string, number>()

  constructor(parts: WorldParts) {
    this.parts = parts
    parts.network.onArrival = (request, server, atMs) =>
      this.counts.note(request, { server, atMs, key: this.key })
  }

  /** Those that guests book, and whose nights staff sets. */
  get openHomes(): SimulatedHome[] {
    return this.homes.filter((home) => home !== this.move?.home)
  }

  /** The day that a number of nights after the first is. */
  readonly day = (night: number): string =>
    new Date(this.parts.scheduler.startedMs + (firstDay + night) * 86_400_000).toISOString().slice(0, 10)

  /** Starts a server; the one with the API answers clients, the other only works. */
  async startServer(role: ServerRole): Promise<void> {
    const { network, wires, bundle, databaseUrl, folder } = this.parts
    const { airbnb, booking, hostaway, smoobu } = this.simulators
    const { publicKey } = await import('../../simulators/airbnb/signature.ts')
    this.starts += 1
    const server = startSimulatedServer({
      name: `${role}-${this.starts}`,
      clock: this.clocks[role],
      env: {
        ...{ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: encryptionKey, DATA_DIR: path.join(folder, role) },
        ...{ PORT: '3000', PUBLIC_URL: serverUrl, ROLES: role === 'full' ? 'api,worker' : 'worker' },
        ...{ LOG_LEVEL: process.env['SIMULATION_LOG'] ?? 'silent' },
        ...{ ALLOW_PRIVATE_TARGETS: 'true', BURST_LIMIT: '1000000', DRAIN_SECONDS: '0' },
        ...airbnb.partner,
        ...booking.partner,
        AIRBNB_WEBHOOK_PUBLIC_KEY: publicKey(),
        VENDOR_BASE_URLS: [airbnb, booking, hostaway, smoobu]
          .map(({ vendor, url }) => `${vendor}=${url}`)
          .join(),
      },
      bundle,
      network,
      wires,
    })
    this.servers.set(role, server)
    const begun = await server.started.catch((error: unknown) => this.#startAgain(role, server, error))
    if (!begun?.firstStart) return
    const { firstStart } = begun
    this.workspaceId = firstStart.workspaceId
    this.key = firstStart.liveKey
  }

  /** A server that finds no PostgreSQL ends, and what watches over it starts another. */
  async #startAgain(role: ServerRole, ended: SimulatedServer, error: unknown): Promise<void> {
    if (this.parts.wires.losses === 0) throw error
    await ended.crash()
    await pause(1_000)
    await this.startServer(role)
  }

  async crashAll(): Promise<void> {
    for (const server of this.servers.values()) await server.crash()
  }

  /** One try of a client; null if the connection broke. */
  async attempt(
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
    history = this.observed,
  ): Promise<ClientAnswer | null> {
    const headers: Record<string, string> = { 'content-type': 'application/json', ...more }
    if (!path.endsWith('/credentials') || !JSON.stringify(body).includes('sessionId'))
      headers['authorization'] = `Bearer ${this.key}`
    const sent = {
      method,
      url: serverUrl + path,
      headers,
      body: body ? Buffer.from(JSON.stringify(body)) : null,
    }
    const begin = performance.now()
    const answer = await this.parts.network
      .request(sent, { delayMs: [1, 30], hasFaults: true })
      .catch(() => null)
    this.#record(history, sent, answer, begin, more['idempotency-key'])
    return answer && readAnswer(answer)
  }

  /** Asks until there is an answer that is about the request. */
  async call(
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
    history = this.observed,
  ): Promise<ClientAnswer> {
    for (;;) {
      const answer = await this.attempt(method, path, body, more, history)
      const isPassing =
        answer === null ||
        (answer.status >= 500 && !answer.text.includes('reservation_created_in_pms_only')) ||
        answer.status === 429 ||
        answer.text.includes('_key_in_use')
      if (!isPassing) return answer
      await pause(500)
    }
  }

  /** What people do at a vendor. Null if it refused. */
  async atVendor<T>(name: SimulatedVendor, method: string, path: string, body: object): Promise<T | null> {
    const sent = {
      method,
      url: this.simulators[name].control + path,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    }
    const begin = performance.now()
    const answer = await this.parts.network.request(sent)
    this.#record(this.observed, sent, answer, begin)
    if (answer.status === 409) return null
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.body.toString()}`)
    return JSON.parse(answer.body.toString()) as T
  }

  async build({ isPmsAlone, isMoving, moveEnding }: WorldChoice): Promise<void> {
    await openVendors(this)
    await openHomes(this, isPmsAlone)
    recordVendorCalls(this.observed, hostawayHistory(this.simulators.hostaway))
    if (isMoving) {
      this.move = new PmsMove(this, await addKeptHome(this), moveEnding)
      recordVendorCalls(this.move.observed, smoobuHistory(this.simulators.smoobu))
    }
    await this.#receive()
  }

  async #receive(): Promise<void> {
    const owner: StepOwner = { name: 'receiver', isAlive: true }
    this.parts.network.place(receiverUrl, {
      owner,
      handle: async ({ url, headers, body }) => {
        const delivery = { headers, body: String(body) }
        const { eventId, workspaceId } = JSON.parse(String(body)) as { eventId: string; workspaceId?: string }
        const history = workspaceId === undefined ? this.observed : this.move?.observed
        recordDelivery(history ?? assert.fail('nobody moves'), new URL(url).pathname, delivery, {
          begin: performance.now(),
          status: 200,
        })
        if (!this.received.has(eventId)) this.received.set(eventId, this.received.size)
        return { status: 200, headers: {}, body: Buffer.from('') }
      },
    })
    await this.done('POST', '/v1/webhooks', { url: `${receiverUrl}/ordered`, events: ['*'], ordered: true })
  }

  /** Nights that a PMS keeps may be old when they are read. */
  #record(
    history: History,
    sent: NetworkRequest,
    answer: NetworkAnswer | null,
    begin: number,
    key?: string,
  ): void {
    const url = new URL(sent.url)
    const isKept = ({ id, pmsId }: SimulatedHome) =>
      pmsId !== null && url.pathname === `/v1/availability/${id}`
    if (sent.method === 'GET' && this.homes.some(isKept)) return
    const body = sent.body?.toString() ?? ''
    const [status, text] = [answer?.status ?? null, answer?.body.toString() ?? '']
    recordExchange(history, { method: sent.method, url, body, status, text }, { begin, key })
  }

  /** Throws unless it was done. */
  async done(method: string, path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await this.call(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
}

function readAnswer({ status, body }: NetworkAnswer): ClientAnswer {
  const text = body.toString()
  return { status, text, body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {} }
}
