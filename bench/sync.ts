/**
 * Reads a PMS: a first import and a pass after one in a hundred reservations changed. Both are compared with the time
 * the vendor's limits force and with a raw COPY. The limits are virtual: their cost is computed from the calls.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Connector } from '../src/connector-kit/connector.ts'
import type { Manifest } from '../src/connector-kit/manifest.ts'
import type { Budget } from '../src/connector-kit/ratelimit.ts'
import { createHttpServer } from '../src/features/http-server.ts'
import type { Services } from '../src/services.ts'
import { startSync } from '../src/features/sync/turn/scheduler.ts'
import { newKey } from '../src/features/tenancy/workspaces/keys.ts'
import { insertApiKey, insertWorkspace } from '../src/features/tenancy/workspaces/queries.ts'
import type { Bench, Result } from './bench.ts'
import { copyTime } from './copy.ts'
import { benchServices } from './services.ts'

const defaultRows = 2000
const giveUpAfterMs = 900_000

/** Changes that the API shows, in each vendor's own fields. */
const amendments: Record<string, Record<string, unknown>> = {
  apaleo: { adults: 3 },
  beds24: { numAdult: 3, price: 987.65 },
  bookingsync: { adults: 3, final_price: '987.65' },
  channex: { notes: 'CHANGED-1' },
  cloudbeds: { adults: 3, total: 987.65 },
  guesty: { guestsCount: 7, plannedArrival: '21:15' },
  hospitable: { guests: { total: 3, adult_count: 2, child_count: 1, infant_count: 0, pet_count: 0 } },
  hostaway: { numberOfGuests: 3, totalPrice: 987.65 },
  hostex: { number_of_adults: 3, number_of_guests: 3 },
  hostfully: { adultCount: 3 },
  lodgify: { total_amount: 987.65 },
  mews: { ChannelNumber: 'CHANGED-1' },
  ownerrez: { adults: 3, total_amount: 987.65 },
  smoobu: { adults: 3, price: 987.65 },
  track: { subChannel: 'CHANGED-1' },
  uplisting: { number_of_guests: 9, note: 'changed' },
}

/**
 * Limits in proportion to the vendor's limits, and to a COPY; below 1 the vendor decides. Smoobu allows 1,100 rows a
 * second, about what one core can check, map and store.
 */
const limits = { forced: 2, copy: 150 }
const forcedLimits: Record<string, number> = { smoobu: 5 }

export interface Simulator {
  url: string
  control: string
  credentials: Record<string, string>
  /** Settings of a server that connects to it, if it needs more than an address. */
  partner?: Record<string, string>
  stop(): Promise<void>
}

/** Sizes a portfolio for so many reservations. */
export const sizedFor = (rows: number) => ({
  listings: Math.max(10, Math.round(rows / 100)),
  reservations: rows,
})

/** The simulator is a process of its own, so that its time is not the server's. */
export async function startSimulator(
  vendor: string,
  { listings, reservations, habits = [] }: { listings: number; reservations: number; habits?: string[] },
): Promise<Simulator> {
  const size = ['--listings', String(listings), '--reservations', String(reservations)]
  const args = [vendor, ...size, '--rate-limit', 'off', ...habits.flatMap((habit) => ['--habit', habit])]
  const child = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, '../simulators/cli.ts'), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    ...(JSON.parse(line) as Omit<Simulator, 'stop'>),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const noLimit: Budget = { take: async () => {}, block: async () => {} }

/** Returns the time that the vendor's limits force for so many calls; only the last window is not waited for. */
function forcedMs({ rateLimits }: Manifest, calls: number): number {
  return Math.max(...rateLimits.map((limit) => (calls / limit.calls) * limit.windowSeconds * 1000))
}

/** Keeps only what a reservation needs, since threads and calendars are read one by one. */
export function withReservationsOnly({ operations, ...rest }: Connector): Connector {
  const { probe, listings, reservations } = operations
  return {
    ...rest,
    operations: { probe, ...(listings && { listings }), ...(reservations && { reservations }) },
  }
}

interface Part {
  seen: number
  changed: number
  failed: number
  calls: number
  ms: number
  done: boolean
}

/** Returns what the first run of this kind since a time has read so far. */
export async function part(
  services: Services,
  workspaceId: string,
  kind: string,
  since = new Date(0),
): Promise<Part> {
  const { rows } = await sql<{ progress: Record<string, Partial<Part>> }>`
    select progress from sync_runs
    where workspace_id = ${workspaceId} and kind = ${kind} and started_at >= ${since}
    order by id limit 1`.execute(services.db)
  const nothing: Part = { seen: 0, changed: 0, failed: 0, calls: 0, ms: 0, done: false }
  return { ...nothing, ...rows[0]?.progress.reservations }
}

export async function waitFor(read: () => Promise<Part>, isThere: (part: Part) => boolean): Promise<Part> {
  for (const deadline = performance.now() + giveUpAfterMs; performance.now() < deadline; await pause(100)) {
    const current = await read()
    if (isThere(current)) return current
  }
  throw new Error(`it did not end: ${JSON.stringify(await read())}`)
}

/** Changes one in a hundred future stays, which every vendor's list of changes covers. */
async function change(
  services: Services,
  workspaceId: string,
  { control }: Simulator,
  vendor: string,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select external_id as id from reservations
    where workspace_id = ${workspaceId} and status = 'confirmed' and check_in > current_date + 2
    order by external_id`.execute(services.db)
  const { rows: all } = await sql<{ count: string }>`
    select count(*) as count from reservations where workspace_id = ${workspaceId}`.execute(services.db)
  const wanted = rows.slice(0, Math.ceil(Number(all[0]?.count) / 100))
  for (const { id } of wanted) {
    const response = await fetch(`${control}/reservations/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(amendments[vendor]),
    })
    if (!response.ok) throw new Error(`changing ${id}: ${await response.text()}`)
  }
  return wanted.length
}

async function measure(url: string, vendor: string, rows: number): Promise<Result[]> {
  const simulator = await startSimulator(vendor, sizedFor(rows))
  const clock = {
    aheadMs: 0,
    now: () => new Date(Date.now() + clock.aheadMs),
    monotonicMs: () => performance.now() + clock.aheadMs,
  }
  const base = benchServices(url, { VENDOR_BASE_URLS: `${vendor}=${simulator.url}` })
  const connector = base.connectors[vendor]
  if (!connector) throw new Error(`no vendor ${vendor}`)
  const services: Services = { ...base, clock, connectors: { [vendor]: withReservationsOnly(connector) } }
  const { app } = await createHttpServer(services)
  const { id: workspaceId } = await insertWorkspace(services.db, {
    name: 'Bench',
    plan: 'custom',
    contactConfirmed: true,
  })
  const key = newKey('live')
  await insertApiKey(services.db, workspaceId, key, 'Bench')
  const sync = await startSync(services, { budget: noLimit, askEveryMs: 50 })
  try {
    const connected = await app.inject({
      method: 'POST',
      url: `/v1/connect/${vendor}/credentials`,
      headers: { authorization: `Bearer ${key.key}` },
      payload: { credentials: simulator.credentials },
    })
    if (connected.statusCode !== 200) throw new Error(`connecting answered ${connected.body}`)
    const imported = await waitFor(
      () => part(services, workspaceId, 'first_import'),
      ({ done }) => done,
    )
    const { ms: copyMs } = await copyTime(services.db, workspaceId)
    const wanted = await change(services, workspaceId, simulator, vendor)
    clock.aheadMs += 120_000
    const since = clock.now()
    const changes = await waitFor(
      () => part(services, workspaceId, 'incremental', since),
      ({ done }) => done,
    )
    // The API does not show a few changes, such as a price of an owner's stay.
    if (changes.changed < wanted / 2) throw new Error(`${changes.changed} of ${wanted} changes were found`)
    return report(connector.manifest, { imported, changes, wanted, copyMs })
  } finally {
    await sync.stop()
    await app.close()
    await services.pool.end()
    await simulator.stop()
  }
}

interface Measured {
  imported: Part
  changes: Part
  wanted: number
  copyMs: number
}

function report(manifest: Manifest, { imported, changes, wanted, copyMs }: Measured): Result[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const told = ({ calls, ms, seen }: Part) =>
    `${seen} rows, ${calls} calls, ${seconds(ms)}; the vendor's limits force ${seconds(forcedMs(manifest, calls))}`
  const { id, sync } = manifest
  return [
    {
      label: `${id} (${sync.reservations}): first import, to what the vendor's limits force`,
      ratio: imported.ms / forcedMs(manifest, imported.calls),
      atMost: forcedLimits[id] ?? limits.forced,
      detail: told(imported),
    },
    {
      label: `${id}: the pass after ${wanted} bookings changed, to what the vendor's limits force or to a second`,
      // With one or two calls the limits force less than a second, which nobody notices, so a second counts.
      ratio: changes.ms / Math.max(1000, forcedMs(manifest, changes.calls)),
      atMost: forcedLimits[id] ?? limits.forced,
      detail: told(changes),
    },
    {
      label: `${id}: first import, to a raw COPY of the same rows`,
      ratio: imported.ms / copyMs,
      atMost: limits.copy,
      detail: `COPY ${copyMs.toFixed(0)} ms`,
    },
  ]
}

export const syncBench: Bench = async ({ url, options, show }) => {
  const vendors = options.vendors?.split(',') ?? Object.keys(amendments)
  const rows = Number(options.rows ?? defaultRows)
  for (const vendor of vendors) show(await measure(url, vendor, rows))
  return []
}
