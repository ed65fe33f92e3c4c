/** Homes that are sold at Airbnb, at Booking.com, at a PMS and here, by two servers whose every step the scheduler chooses. */
import assert from 'node:assert/strict'
import type { RunningSimulator } from '../../simulators/index.ts'
import type { SimulatorDefinition } from '../../simulators/kit/definition.ts'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { History } from '../history/history.ts'
import { recordExchange } from '../history/record-calls.ts'
import { recordDelivery } from '../history/record-deliveries.ts'
import { hostawayHistory, recordVendorCalls } from '../history/record-vendor-calls.ts'
import type { DatabaseControl } from './database-control.ts'
import type { DatabaseWires } from './database-wires.ts'
import { openHomeAt } from './kept-home.ts'
import type { NetworkAnswer, NetworkRequest, SimulatedNetwork } from './network.ts'
import { runAs, type Scheduler, type StepOwner } from './scheduler.ts'
import { startSimulatedServer, type SimulatedServer } from './simulated-server.ts'

export interface SimulatedHome {
  id: string
  /** What the channels call it; null if a PMS keeps it. */
  channels: { airbnbId: string; roomId: number } | null
  /** What the PMS that keeps it calls it; null if it is kept here. */
  pmsId: string | null
}

const vendorNames = ['airbnb', 'booking', 'hostaway'] as const
export type SimulatedVendor = (typeof vendorNames)[number]

export const serverRoles = ['full', 'worker'] as const
type ServerRole = (typeof serverRoles)[number]

/** `pms`: only the home that Hostaway keeps; `channels`: only those that are sold at Airbnb and Booking.com. */
export type HomeSellers = 'pms' | 'channels'

export interface WorldParts {
  scheduler: Scheduler
  network: SimulatedNetwork
  wires: DatabaseWires
  control: DatabaseControl
  databaseUrl: string
  folder: string
}

/** Statuses of answers, with bodies as they were sent. */
export interface ClientAnswer {
  status: number
  body: Record<string, unknown>
  text: string
}

const homeCount = 3
/** Homes are single ones everywhere. */
const habitsOf: Record<string, Record<string, number>> = {
  booking: { hotels: 2 },
  hostaway: { wholeHomes: 1 },
}
const serverUrl = 'http://localhost:3000'
export const receiverUrl = 'http://receiver.test'
const encryptionKey = Buffer.alloc(32, 7).toString('base64')
/** Every fifth listing of the simulator takes requests only. */
const isInstant = (index: number) => index % 5 !== 1
/** Guests want nights that lie beyond every channel's notice period. */
const firstDay = 40
export const nightCount = 30

export class SimulatedWorld {
  readonly parts: WorldParts
  readonly simulators = {} as Record<SimulatedVendor, RunningSimulator>
  homes: SimulatedHome[] = []
  /** What clients, the receiver and the PMS did and saw, in virtual time. */
  readonly observed = new History()
  readonly servers = new Map<ServerRole, SimulatedServer>()
  starts = 0
  workspaceId = ''
  key = ''
  /** Events by their ids, in the order in which they came first. */
  readonly received = new Map<string, number>()

  constructor(parts: WorldParts) {
    this.parts = parts
  }

  /** The day that a number of nights after the first is. */
  readonly day = (night: number): string =>
    new Date(this.parts.scheduler.startedMs + (firstDay + night) * 86_400_000).toISOString().slice(0, 10)

  /** Starts a server; the one with the API answers clients, the other only works. */
  async startServer(role: ServerRole): Promise<void> {
    const { network, wires, databaseUrl, folder } = this.parts
    const { airbnb, booking, hostaway } = this.simulators
    const { publicKey } = await import('../../simulators/airbnb/signature.ts')
    this.starts += 1
    const server = startSimulatedServer({
      name: `${role}-${this.starts}`,
      env: {
        ...{ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: encryptionKey, DATA_DIR: path.join(folder, role) },
        ...{ PORT: '3000', PUBLIC_URL: serverUrl, ROLES: role === 'full' ? 'api,worker' : 'worker' },
        ...{ LOG_LEVEL: process.env['SIMULATION_LOG'] ?? 'silent' },
        ...{ ALLOW_PRIVATE_TARGETS: 'true', BURST_LIMIT: '1000000', DRAIN_SECONDS: '0' },
        ...airbnb.partner,
        ...booking.partner,
        AIRBNB_WEBHOOK_PUBLIC_KEY: publicKey(),
        VENDOR_BASE_URLS: `airbnb=${airbnb.url},booking=${booking.url},hostaway=${hostaway.url}`,
      },
      network,
      wires,
    })
    this.servers.set(role, server)
    const { firstStart } = await server.started
    if (!firstStart) return
    this.workspaceId = firstStart.workspaceId
    this.key = firstStart.liveKey
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
  ): Promise<ClientAnswer | null> {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json', ...more }
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
    this.#record(sent, answer, begin, more['idempotency-key'])
    return answer && readAnswer(answer)
  }

  /** Asks until there is an answer that is about the request. */
  async call(
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<ClientAnswer> {
    for (;;) {
      const answer = await this.attempt(method, path, body, more)
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
    this.#record(sent, answer, begin)
    if (answer.status === 409) return null
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.body.toString()}`)
    return JSON.parse(answer.body.toString()) as T
  }

  async build(sellers?: HomeSellers): Promise<void> {
    const { runSimulator } = await import('../../simulators/kit/run-simulator.ts')
    const [{ airbnb }, { booking }, { hostaway }] = await Promise.all([
      import('../../simulators/airbnb/index.ts'),
      import('../../simulators/booking/index.ts'),
      import('../../simulators/hostaway/index.ts'),
    ])
    const start = (definition: SimulatorDefinition) => {
      const owner: StepOwner = { name: definition.vendor, isAlive: true }
      const habits = habitsOf[definition.vendor] ?? {}
      return runAs(owner, () => runSimulator(definition, { listings: 6, reservations: 0, seed: 1, habits }))
    }
    this.simulators.airbnb = await start(airbnb)
    this.simulators.booking = await start(booking)
    this.simulators.hostaway = await start(hostaway)
    const pairs = sellers === 'pms' ? [] : await this.#preparePairs()
    await this.startServer('full')
    await this.startServer('worker')
    if (sellers !== 'pms') await this.#connectChannels(pairs.map(({ hotelId }) => hotelId))
    if (sellers !== 'channels') await this.#connectPms()
    await this.#awaitImports()
    for (const [index, { airbnbId, roomId, currency }] of pairs.entries()) {
      const made = await this.#done('POST', '/v1/listings', {
        name: `Home ${index + 1}`,
        currency,
        defaultDailyPrice: 100,
      })
      const home = { id: String(made['id']), channels: { airbnbId, roomId }, pmsId: null }
      this.homes.push(home)
      await this.#done('POST', '/v1/channels/airbnb/listings/map', { airbnbId, listingId: home.id })
      await this.#done('POST', '/v1/channels/booking/listings/map', {
        roomBookingId: String(roomId),
        listingId: home.id,
      })
    }
    if (sellers !== 'channels') await this.#addKeptHome()
    recordVendorCalls(this.observed, hostawayHistory(this.simulators.hostaway))
    await this.#receive()
  }

  /** The PMS's own channels sell this home, so it is mapped to none here. */
  async #addKeptHome(): Promise<void> {
    const pmsId = openHomeAt(this.simulators.hostaway, this.day(0), this.day(nightCount - 1))
    const [listing] = await this.parts.control.query<{ id: string }>(
      'select id::text from listings where workspace_id = $1 and external_id = $2',
      [this.workspaceId, pmsId],
    )
    assert.ok(listing, 'the home of the PMS was not imported')
    this.homes.push({ id: listing.id, channels: null, pmsId })
  }

  async #preparePairs() {
    const { preparePairs } = await import('../../simulators/stage/pairs.ts')
    const { airbnb, booking } = this.simulators
    return preparePairs({ airbnb: airbnb.control, booking: booking.control }, homeCount, isInstant)
  }

  async #connectChannels(hotelIds: readonly number[]): Promise<void> {
    const { appWebhookUrl } = await import('../../src/features/sync/inbound/app-address.ts')
    const { createVault } = await import('../../src/platform/crypto.ts')
    const url = appWebhookUrl(createVault(encryptionKey), serverUrl, 'airbnb')
    await this.atVendor('airbnb', 'PUT', '/webhook', { url })
    await this.#done('POST', '/v1/connect/airbnb/credentials', {
      credentials: this.simulators.airbnb.credentials,
    })
    for (const hotelId of hotelIds)
      await this.#done('POST', '/v1/connect/booking/credentials', {
        credentials: { hotelId: String(hotelId) },
      })
  }

  async #connectPms(): Promise<void> {
    await this.#done('POST', '/v1/connect/hostaway/credentials', {
      credentials: this.simulators.hostaway.credentials,
    })
    await this.#done('PATCH', '/v1/connect/hostaway/write-policy', { reservations: { api: true } })
  }

  async #awaitImports(): Promise<void> {
    for (;;) {
      const open = await this.parts.control.query('select from connections where first_import_at is null')
      if (open.length === 0) return
      await pause(1_000)
    }
  }

  async #receive(): Promise<void> {
    const owner: StepOwner = { name: 'receiver', isAlive: true }
    this.parts.network.place(receiverUrl, {
      owner,
      handle: async ({ url, headers, body }) => {
        const delivery = { headers, body: String(body) }
        recordDelivery(this.observed, new URL(url).pathname, delivery, {
          begin: performance.now(),
          status: 200,
        })
        const { eventId } = JSON.parse(String(body)) as { eventId: string }
        if (!this.received.has(eventId)) this.received.set(eventId, this.received.size)
        return { status: 200, headers: {}, body: Buffer.from('') }
      },
    })
    await this.#done('POST', '/v1/webhooks', { url: `${receiverUrl}/ordered`, events: ['*'], ordered: true })
  }

  /** Nights that were sold and cancelled again are no records of a history; the model of the reads has them. */
  #record(sent: NetworkRequest, answer: NetworkAnswer | null, begin: number, key?: string): void {
    const url = new URL(sent.url)
    if (sent.method === 'GET' && url.pathname.startsWith('/v1/availability')) return
    const body = sent.body?.toString() ?? ''
    const [status, text] = [answer?.status ?? null, answer?.body.toString() ?? '']
    recordExchange(this.observed, { method: sent.method, url, body, status, text }, { begin, key })
  }

  async #done(method: string, path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await this.call(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
}

function readAnswer({ status, body }: NetworkAnswer): ClientAnswer {
  const text = body.toString()
  return { status, text, body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {} }
}
