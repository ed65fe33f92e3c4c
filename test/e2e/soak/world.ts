/**
 * The API and sync engine over nine simulated PMSs by one accelerated clock. A server process cannot follow it: its
 * limits use the database's clock, and timeouts are real. So the engine runs here, with limits by the fast clock.
 */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Connector } from '../../../src/connector-kit/connector.ts'
import { memoryBudget } from '../../../src/connector-kit/ratelimit.ts'
import { joinPartners } from '../../../src/connector-kit/partnership.ts'
import { connectors } from '../../../src/connectors/index.ts'
import { createHttpServer } from '../../../src/features/http-server.ts'
import type { Services } from '../../../src/services.ts'
import { startSync } from '../../../src/features/sync/turn/scheduler.ts'
import { loadConfig } from '../../../src/platform/config.ts'
import { partnersOf } from '../../../src/platform/settings/partner-settings.ts'
import { createLiveClients } from '../../../src/upstream/live-clients.ts'
import { startSimulator, type RunningSimulator } from '../../../simulators/index.ts'
import { startTestApp, type TestWorkspace } from '../../harness/app.ts'
import { api } from '../../harness/server-process.ts'

export interface Account {
  vendor: string
  connector: Connector
  simulator: RunningSimulator
  workspace: TestWorkspace
}

export interface Soak {
  accounts: Account[]
  db: Services['db']
  baseUrl: string
  now(): Date
  /** Waits the real time of so much simulated time. */
  pass(seconds: number): Promise<void>
  /** Moves all clocks at once. */
  leap(seconds: number): void
  /** Returns false if the PMS refused or could not be asked. */
  connect(account: Account): Promise<boolean>
  /** Returns accounts whose credentials the PMS refuses. */
  shutOut(): Promise<Account[]>
  stopWorker(): Promise<void>
  close(): Promise<void>
}

export interface SoakOptions {
  vendors: readonly string[]
  speed: number
  listings: number
  reservations: number
  seed: number
}

/** Early in the day, so that everything stays on one date wherever it is compared. */
const startsAt = '2026-06-15T08:00:00.000Z'
const intervalSeconds = 60

export async function startSoak(options: SoakOptions): Promise<Soak> {
  const { vendors, speed, listings, reservations, seed } = options
  const startedMs = Date.now()
  let leaptMs = 0
  const nowMs = () => Math.floor(Date.parse(startsAt) + leaptMs + (Date.now() - startedMs) * speed)
  const realMs = (ms: number) => Math.ceil(ms / speed)
  const clock = { now: () => new Date(nowMs()), monotonicMs: nowMs }

  const simulators = await Promise.all(
    vendors.map((vendor) =>
      startSimulator(vendor, {
        listings,
        reservations,
        seed,
        now: clock.now().toISOString(),
        speed,
        webhooks: { retryDelaysMs: [500, 2000, 8000].map(realMs), holdMs: realMs(2000) },
      }),
    ),
  )
  const test = await startTestApp({ poolSize: 15 })
  const address = { publicUrl: '' }
  const config = loadConfig({
    ALLOW_PRIVATE_TARGETS: 'true',
    BURST_LIMIT: '1000000',
    SYNC_INTERVAL_SECONDS: String(intervalSeconds),
    ...Object.assign({}, ...simulators.map(({ partner }) => partner)),
    VENDOR_BASE_URLS: simulators.map(({ vendor, url }) => `${vendor}=${url}`).join(','),
  })
  const clients = createLiveClients({ ...test.services, clock, config })
  const joined = joinPartners(connectors, partnersOf(config), config.vendorBaseUrls)
  const services: Services = {
    ...test.services,
    clock,
    connectors: Object.fromEntries(
      vendors.map((vendor) => [vendor, withTimeout(present(joined[vendor]), realMs)]),
    ),
    config,
    clients,
    get publicUrl() {
      return address.publicUrl
    },
  }
  const { app } = await createHttpServer(services)
  await app.listen({ host: '127.0.0.1', port: 0 })
  address.publicUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const budget = memoryBudget({ now: nowMs, sleep: (ms) => pause(realMs(ms)) })
  const worker = await startSync(services, { budget, askEveryMs: 50, realMs })
  const accounts: Account[] = []
  for (const simulator of simulators) {
    const { vendor } = simulator
    const connector = present(services.connectors[vendor])
    accounts.push({ vendor, connector, simulator, workspace: await test.addWorkspace() })
  }
  let isWorking = true
  const stopWorker = async () => {
    if (isWorking) await worker.stop()
    isWorking = false
  }
  return {
    accounts,
    db: services.db,
    baseUrl: address.publicUrl,
    now: clock.now,
    pass: (seconds) => pause(realMs(seconds * 1000)),
    leap: (seconds) => {
      leaptMs += seconds * 1000
      for (const simulator of simulators) simulator.clock.advanceSeconds(seconds)
    },
    connect: (account) => connect(account, address.publicUrl),
    async shutOut() {
      const { rows } = await sql<{ id: string }>`
        select workspace_id as id from connections where status = 'error'`.execute(services.db)
      return accounts.filter(({ workspace }) => rows.some(({ id }) => id === workspace.id))
    },
    stopWorker,
    async close() {
      await stopWorker()
      await app.close()
      await clients.close()
      await test.close()
      await Promise.all(simulators.map((simulator) => simulator.close()))
    },
  }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is no such vendor')
  return value
}

function withTimeout(connector: Connector, realMs: (ms: number) => number): Connector {
  const { manifest } = connector
  return { ...connector, manifest: { ...manifest, timeoutMs: realMs(manifest.timeoutMs) } }
}

async function connect({ vendor, simulator, workspace }: Account, baseUrl: string): Promise<boolean> {
  const { status, body } = await api<{ webhooks?: { address?: string } }>(
    { baseUrl },
    workspace.liveKey,
    'POST',
    `/v1/connect/${vendor}/credentials`,
    { credentials: simulator.credentials },
  )
  // A person does this if the vendor has no registration by API.
  const url = body.webhooks?.address
  if (url !== undefined) simulator.operations.setWebhook?.({ url })
  return status === 200
}

export interface RunState {
  kind: string
  state: string
  errors: unknown
  progress: Record<string, { seen: number; failed: number; expected: number | null }>
  startedAt: Date
  finishedAt: Date | null
  calls: number
}

export async function runsOf({ db }: Soak, { workspace }: Account): Promise<RunState[]> {
  const { rows } = await sql<RunState>`
    select kind, state, errors, progress, started_at as "startedAt", finished_at as "finishedAt", upstream_calls as calls
    from sync_runs where workspace_id = ${workspace.id} order by id desc`.execute(db)
  return rows
}

/** Helps to find out why something did not end. */
export async function standing({ db, now }: Soak, { workspace, simulator }: Account): Promise<unknown> {
  const { rows } = await sql`
    select c.status, c.last_full_at, s.wake_at, s.holder, s.failures,
      (select count(*) from sync_fetches f where f.workspace_id = c.workspace_id) as waiting,
      (select jsonb_agg(jsonb_build_array(r.kind, r.state, r.started_at, r.finished_at, r.progress, r.errors))
       from (select * from sync_runs r where r.workspace_id = c.workspace_id order by id desc limit 3) r) as runs
    from connections c left join sync_schedule s on s.workspace_id = c.workspace_id
    where c.workspace_id = ${workspace.id}`.execute(db)
  return {
    now: now(),
    simulator: new Date(simulator.clock.nowMs()),
    calls: simulator.calls.list().slice(-5),
    rows,
  }
}
