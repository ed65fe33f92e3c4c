/** The API, the sync engine and a simulated PMS in one process; time passes when the test says so. */
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator, type SimulatorOptions } from '../../simulators/index.ts'
import { startSync, type SyncWorker } from '../../src/features/sync/turn/scheduler.ts'
import type { Connector } from '../../src/connector-kit/connector.ts'
import type { Budget } from '../../src/connector-kit/ratelimit.ts'
import type { Services } from '../../src/services.ts'
import { startTestApp, usualNow, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'

export const unlimited: Budget = { take: async () => {}, block: async () => {} }

/** The vendor's own records, as far as tests look into them. */
export interface VendorState {
  listings: VendorRow[]
  reservations: VendorRow[]
  conversations: VendorRow[]
  messages: VendorRow[]
  reviews: VendorRow[]
  calendar: { id: number; days: VendorRow[] }[]
  listingUnits: { listingMapId: number; units: VendorRow[] }[]
}
export type VendorRow = { id: number } & Record<string, string & number & null>

/** `GET /v1/connect/hostaway`, as far as tests look into it. */
export interface ShownConnection {
  connected: boolean
  status?: string
  action?: { reason: string } | null
  import?: {
    status: string
    error?: string
    results: { entityType: string; processed: number; changed: number; errors: number; done: boolean }[]
  }
}

export interface StoredEvent {
  sequence: string
  type: string
  data: { object?: Record<string, unknown>; previousAttributes?: Record<string, unknown> } & Record<
    string,
    unknown
  >
}

export interface World {
  app: TestApp
  services: Services
  simulator: RunningSimulator
  state(): VendorState
  connect(workspace?: TestWorkspace): Promise<string>
  /** Waits until everything that is due now has been done. */
  settle(): Promise<void>
  /** Lets time pass, then waits until everything that became due has been done. */
  pass(seconds: number): Promise<void>
  startWorker(budget?: Budget): Promise<SyncWorker>
  stopWorker(): Promise<void>
  get<T>(url: string, workspace?: TestWorkspace): Promise<T>
  all<T = Record<string, unknown>>(url: string, workspace?: TestWorkspace): Promise<T[]>
  /** Without those about nights, which come with every booking, and about accounts. */
  events(workspace?: TestWorkspace): Promise<StoredEvent[]>
  close(): Promise<void>
}

/** The same with another vendor than the simulated one. */
export async function startFakeWorld(
  connector: Connector,
  setup: Pick<VendorSetup, 'answerWithinMs'> = {},
): Promise<World> {
  const world = await startWorld({ listings: 1, reservations: 0 }, setup)
  world.services.connectors = { acme: connector }
  world.connect = async (workspace = world.app.workspace) => {
    const body = { credentials: { token: 'secret-token' } }
    const answer = await world.app.post('/v1/connect/acme/credentials', body, { key: workspace.liveKey })
    if (answer.status !== 200)
      throw new Error(`connecting was answered with ${answer.status}: ${answer.text}`)
    return (answer.body as unknown as { pmsConnectionId: string }).pmsConnectionId
  }
  return world
}

export interface VendorSetup {
  vendor?: string
  /** Starts something in front of the simulator and gives its address. */
  inFrontOf?: (simulatorUrl: string) => Promise<string>
  /** A shorter time than callers are promised. */
  answerWithinMs?: number
}

export async function startWorld(
  options: SimulatorOptions = {},
  { vendor = 'hostaway', inFrontOf = (url) => Promise.resolve(url), ...setup }: VendorSetup = {},
): Promise<World> {
  const simulator = await startSimulator(vendor, { rateLimit: 'off', now: usualNow, ...options })
  const app = await startTestApp({
    ...setup,
    now: usualNow,
    env: { ...simulator.partner, VENDOR_BASE_URLS: `${vendor}=${await inFrontOf(simulator.url)}` },
  })
  let worker: SyncWorker | undefined
  const startWorker = async (budget = unlimited) =>
    (worker = await startSync(app.services, { budget, askEveryMs, random: () => 0 }))
  const stopWorker = async () => {
    await worker?.stop()
    worker = undefined
  }
  const settle = async () => {
    await until('the sync engine to come to rest', async () => {
      const { rows } = await sql`
          select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
        app.db,
      )
      return rows.length === 0
    })
  }
  const world: World = {
    app,
    services: app.services,
    simulator,
    state: () =>
      structuredClone(
        simulator.operations.state(new Set(['calendar', 'listingUnits'])),
      ) as unknown as VendorState,
    async connect(workspace = app.workspace) {
      const { status, body } = await app.post(
        `/v1/connect/${vendor}/credentials`,
        { credentials: simulator.credentials },
        { key: workspace.liveKey },
      )
      if (status !== 200) throw new Error(`connecting was answered with ${status}: ${JSON.stringify(body)}`)
      return (body as unknown as { pmsConnectionId: string }).pmsConnectionId
    },
    async get<T>(url: string, workspace: TestWorkspace = app.workspace) {
      const answer = await app.get(url, { key: workspace.liveKey })
      if (answer.status !== 200) throw new Error(`${url}: ${answer.text}`)
      return answer.body as unknown as T
    },
    settle,
    async pass(seconds) {
      app.clock.advance(seconds * 1000)
      worker?.wake()
      await settle()
    },
    startWorker,
    stopWorker,
    async all<T>(url: string, workspace: TestWorkspace = app.workspace) {
      const rows: T[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = new URL(url, 'http://x')
        page.searchParams.set('limit', '100')
        if (cursor) page.searchParams.set('cursor', cursor)
        const { data, pagination } = await world.get<{
          data: T[]
          pagination: { nextCursor: string | null }
        }>(page.pathname + page.search, workspace)
        rows.push(...data)
        cursor = pagination.nextCursor
      }
      return rows
    },
    async events(workspace = app.workspace) {
      const { rows } = await sql<{ sequence: string; type: string; data: string }>`
        select sequence, type, data from events
        where workspace_id = ${workspace.id} and type <> 'calendar.updated' and type not like 'account.%'
        order by sequence`.execute(app.db)
      return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as StoredEvent['data'] }))
    },
    async close() {
      await stopWorker()
      await app.close()
      await simulator.close()
    },
  }
  return world
}
