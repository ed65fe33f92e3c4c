/**
 * Compares a first import of reservations from a simulated PMS with a raw COPY of its rows, then passes over unchanged
 * reservations with that import. The vendor is a process of its own without limits.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { request } from 'undici'
import type { Budget } from '../src/connector-kit/ratelimit.ts'
import { createHttpServer } from '../src/features/http-server.ts'
import { requestImport } from '../src/features/sync/run/import-request.ts'
import { startSync } from '../src/features/sync/turn/scheduler.ts'
import { newKey } from '../src/features/tenancy/workspaces/keys.ts'
import { insertApiKey, insertWorkspace } from '../src/features/tenancy/workspaces/queries.ts'
import { collectGarbageEarly } from '../src/platform/garbage.ts'
import type { Queryable } from '../src/platform/tenant.ts'
import type { Bench } from './bench.ts'
import { copyTime } from './copy.ts'
import { parentOf, processorOf } from './processor.ts'
import { benchServices } from './services.ts'
import { part, sizedFor, startSimulator, waitFor, withReservationsOnly, type Simulator } from './sync.ts'
import { takeSchedule } from '../src/upstream/connections/schedule-queries.ts'

const defaultRows = 10_000
/** Milliseconds for each row, on a busy machine. */
const giveUpAfterMs = 60
/** This holds however many reservations are imported. */
const mostMemoryMib = 600
const lookEveryMs = 100
const aMinuteAndMore = 120_000

/** Lets every call through, since waiting for the vendor's limits is not the measured work. */
const noLimit: Budget = { take: async () => {}, block: async () => {} }

interface Passed {
  seen: number
  changed: number
  /** Time from the look before its first page to the look that saw its end. */
  ms: number
  /** Processor time of this process, which is the server, and of the database, without the first page. */
  serverMs: number
  databaseMs: number
}

async function look(db: Queryable, workspaceId: string, kind: string) {
  const { rows } = await sql<{ walked: boolean; seen: number; changed: number; state: string }>`
    select coalesce((resume -> 'reservations' ->> 'walked')::boolean, false) as walked, state,
           coalesce((progress -> 'reservations' ->> 'seen')::int, 0) as seen,
           coalesce((progress -> 'reservations' ->> 'changed')::int, 0) as changed
    from sync_runs where workspace_id = ${workspaceId} and kind = ${kind} order by id desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Measures the next run of this kind. */
async function pass(db: Queryable, workspaceId: string, kind: string, rows: number): Promise<Passed> {
  const { rows: asked } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const postmaster = parentOf(asked[0]?.pid ?? 0)
  const spent = () => {
    const { user, system } = process.cpuUsage()
    return { server: (user + system) / 1000, database: processorOf(postmaster) / 1000 }
  }
  let before = performance.now()
  let began: (ReturnType<typeof spent> & { at: number }) | undefined
  for (
    const deadline = before + 60_000 + rows * giveUpAfterMs;
    performance.now() < deadline;
    await pause(lookEveryMs)
  ) {
    const found = await look(db, workspaceId, kind)
    const now = performance.now()
    if (found?.state === 'failed') throw new Error('the import failed')
    // The page under way at the first look counts in full, since its time began before.
    if (found && found.seen > 0) began ??= { at: before, ...spent() }
    if (found?.walked && began !== undefined) {
      const { server, database } = spent()
      return {
        seen: found.seen,
        changed: found.changed,
        ms: now - began.at,
        serverMs: server - began.server,
        databaseMs: database - began.database,
      }
    }
    before = now
  }
  throw new Error('the pass did not end')
}

/** Reads as many pages without using them, which is the least a pass can take. */
async function bareReading({ url, credentials }: Simulator, pages: number) {
  const { accountId = '', apiKey = '' } = credentials
  const asked = await fetch(`${url}/v1/accessTokens`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: accountId,
      client_secret: apiKey,
      scope: 'general',
    }),
  })
  const { access_token: token } = (await asked.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  const [began, before] = [performance.now(), process.cpuUsage()]
  for (let page = 0; page < pages; page += 1) {
    const { body } = await request(`${url}/v1/reservations?limit=100&includeResources=1`, { headers })
    await body.arrayBuffer()
  }
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - began, processorMs: (user + system) / 1000 }
}

const spentText = ({ seen, ms, serverMs, databaseMs }: Passed) => {
  const each = (all: number) => `${((all / seen) * 1000).toFixed(0)} µs`
  return `${seen} in ${(ms / 1000).toFixed(2)} s: ${each(ms)} each, of the processor ${each(serverMs)} in the server and ${each(databaseMs)} in PostgreSQL`
}

export const importBench: Bench = async ({ url, options, database, show }) => {
  const vendor = 'hostaway'
  const rows = Number(options.rows ?? defaultRows)
  // The command that starts a server does the same.
  collectGarbageEarly()
  // In homes with several units each stay names a unit that is read by itself. Until then nothing counts as unchanged.
  const simulator = await startSimulator(vendor, { ...sizedFor(rows), habits: ['wholeHomes=1'] })
  const base = benchServices(url, { VENDOR_BASE_URLS: `${vendor}=${simulator.url}` })
  const connector = base.connectors[vendor]
  if (!connector) throw new Error(`no vendor ${vendor}`)
  const clock = {
    aheadMs: 0,
    now: () => new Date(Date.now() + clock.aheadMs),
    monotonicMs: () => performance.now() + clock.aheadMs,
  }
  const services = { ...base, clock, connectors: { [vendor]: withReservationsOnly(connector) } }
  const { app } = await createHttpServer(services)
  const { id: workspaceId } = await insertWorkspace(services.db, {
    name: 'Bench',
    plan: 'custom',
    contactConfirmed: true,
  })
  const key = newKey('live')
  await insertApiKey(services.db, workspaceId, key, 'Bench')
  const sync = await startSync(services, { budget: noLimit })
  const db = database.kysely
  try {
    const importing = pass(db, workspaceId, 'first_import', rows)
    const connected = await app.inject({
      method: 'POST',
      url: `/v1/connect/${vendor}/credentials`,
      headers: { authorization: `Bearer ${key.key}` },
      payload: { credentials: simulator.credentials },
    })
    if (connected.statusCode !== 200) throw new Error(`connecting answered ${connected.body}`)
    const imported = await importing
    const peakMib = process.resourceUsage().maxRSS / 1024
    const copy = await copyTime(db, workspaceId)
    const { serverMs, databaseMs } = imported
    show([
      {
        label: `resident memory at the peak of a first import of ${copy.rows} rows, to ${mostMemoryMib} MiB`,
        ratio: peakMib / mostMemoryMib,
        atMost: 1,
        detail: `${peakMib.toFixed(0)} MiB, that of this benchmark included, PostgreSQL not`,
      },
      {
        label: `processor time of server and database for that import, to that of the COPY`,
        ratio: (serverMs + databaseMs) / copy.processorMs,
        atMost: 8,
        detail: `${((serverMs + databaseMs) / 1000).toFixed(2)} s, the COPY ${(copy.processorMs / 1000).toFixed(2)} s: who else uses the machine moves it less`,
      },
      {
        label: `first import of ${imported.seen} reservations without the vendor's call limit, to a raw COPY of the same rows into the same tables`,
        ratio: imported.ms / copy.ms,
        atMost: 8,
        detail: `${spentText(imported)}; COPY of ${copy.rows} rows ${copy.ms.toFixed(0)} ms, of the reservations alone ${copy.reservationsMs.toFixed(0)} ms`,
      },
    ])
    const again = pass(db, workspaceId, 'import', rows)
    const scope = { workspaceId }
    await database.transaction(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from connections where workspace_id = ${workspaceId}`.execute(tx)
      const connection = { id: rows[0]?.id ?? '', importing: false }
      await takeSchedule(tx, scope, connection.id)
      await requestImport(tx, scope, connection, { entities: ['reservations'], since: null }, new Date())
    })
    const unchanged = await again
    if (unchanged.changed > 0) throw new Error(`${unchanged.changed} rows changed`)
    const bare = await bareReading(simulator, Math.ceil(unchanged.seen / 100))
    clock.aheadMs += aMinuteAndMore
    const since = clock.now()
    const quiet = await waitFor(
      () => part(services, workspaceId, 'incremental', since),
      ({ done }) => done,
    )
    return [
      {
        label: `reading what changed when nothing did, per reservation that is stored, to the first import of one`,
        ratio: quiet.ms / imported.ms,
        atMost: 0.01,
        detail: `${quiet.calls} calls and ${quiet.ms} ms, however many are stored: the vendor gives what changed first`,
      },
      {
        label: `a pass over all ${unchanged.seen} of them, which did not change, per row, to the first import`,
        ratio: unchanged.ms / unchanged.seen / (imported.ms / imported.seen),
        atMost: 0.01,
        detail: `${spentText(unchanged)}; as many pages read by a bare loop that looks at nothing: ${((bare.ms / unchanged.seen) * 1000).toFixed(0)} µs, of the processor ${((bare.processorMs / unchanged.seen) * 1000).toFixed(0)} µs`,
      },
      {
        label: `processor time of server and database for that pass, per row, to that of the import`,
        ratio:
          (unchanged.serverMs + unchanged.databaseMs) /
          unchanged.seen /
          ((serverMs + databaseMs) / imported.seen),
        atMost: 0.01,
        detail: `the bare loop comes to ${(bare.processorMs / unchanged.seen / ((serverMs + databaseMs) / imported.seen)).toFixed(3)} of it`,
      },
    ]
  } finally {
    await sync.stop()
    await app.close()
    await services.pool.end()
    await simulator.stop()
  }
}
