/**
 * Reads an account stage by stage in proportion to the vendor's limits, then exports and imports a workspace in
 * proportion to a bare COPY of the lines.
 */
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Manifest } from '../src/connector-kit/manifest.ts'
import type { Budget } from '../src/connector-kit/ratelimit.ts'
import { connectors } from '../src/connectors/index.ts'
import { createHttpServer } from '../src/features/http-server.ts'
import { exportLines } from '../src/features/migrations/export/export.ts'
import { startSync } from '../src/features/sync/turn/scheduler.ts'
import { insertChildWorkspace } from '../src/features/tenancy/workspaces/child-queries.ts'
import { newKey } from '../src/features/tenancy/workspaces/keys.ts'
import { insertApiKey, insertWorkspace } from '../src/features/tenancy/workspaces/queries.ts'
import type { Queryable, Scope } from '../src/platform/tenant.ts'
import type { Services } from '../src/services.ts'
import type { Bench, Result } from './bench.ts'
import { benchServices } from './services.ts'
import { sizedFor, startSimulator } from './sync.ts'

/** `--vendors` overrides it. */
const usualVendor = 'hostaway'
const defaultRows = 2000
/** In proportion to the vendor's limits. Smoobu allows a hundred reservations in a twelfth of a second. */
const stageLimits: Record<string, number> = { smoobu: 0.15 }
const stageLimit = 0.5
const giveUpAfterMs = 900_000
/** The command line sends parts of this many lines. */
const partLines = 500
const mebibyte = 1024 * 1024

const noLimit: Budget = { take: async () => {}, block: async () => {} }

type Stages = Record<string, { seen: number; calls: number; ms: number; done?: boolean }>

async function stagesOf(db: Queryable, { workspaceId }: Scope): Promise<{ over: boolean; progress: Stages }> {
  const { rows } = await sql<{ over: boolean; progress: Stages }>`
    select finished_at is not null as over, progress from sync_runs
    where workspace_id = ${workspaceId} and kind = 'first_import' order by id limit 1`.execute(db)
  return rows[0] ?? { over: false, progress: {} }
}

async function imported(db: Queryable, scope: Scope): Promise<Stages> {
  for (const deadline = performance.now() + giveUpAfterMs; performance.now() < deadline; await pause(200)) {
    const { over, progress } = await stagesOf(db, scope)
    if (over) return progress
  }
  throw new Error('the import did not end')
}

const forcedMs = ({ rateLimits }: Manifest, calls: number): number =>
  Math.max(...rateLimits.map((limit) => (calls / limit.calls) * limit.windowSeconds * 1000))

const shown = (rate: number) => rate.toFixed(rate < 10 ? 1 : 0)

function stageResults(manifest: Manifest, stages: Stages): Result[] {
  return Object.entries(stages)
    .filter(([, { seen, calls, ms }]) => seen > 0 && calls > 0 && ms > 0)
    .map(([stage, { seen, calls, ms }]) => {
      const allowed = seen / (forcedMs(manifest, calls) / 1000)
      const rate = seen / (ms / 1000)
      return {
        label: `${manifest.id}: ${stage} a second, to what the vendor's limits let through`,
        ratio: rate / allowed,
        atLeast: stageLimits[manifest.id] ?? stageLimit,
        detail: `${seen} rows in ${calls} calls, ${shown(rate)} a second; the vendor lets ${shown(allowed)} through`,
      }
    })
}

/** Returns the most memory the work held beyond what was held before. */
async function growthDuring<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; grownMib: number }> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const started = performance.now()
  try {
    const result = await work()
    return { result, ms: performance.now() - started, grownMib: (peak - before) / mebibyte }
  } finally {
    clearInterval(timer)
  }
}

/** Copies the same lines out and in the database's fastest way. */
async function copyTimes(db: Queryable, lines: readonly string[]): Promise<{ outMs: number; inMs: number }> {
  const file = `/tmp/lodgewire-bench-lines-${process.pid}`
  await sql`create table bench_lines (line jsonb)`.execute(db)
  for (let at = 0; at < lines.length; at += 1000) {
    await sql`insert into bench_lines select value from jsonb_array_elements(${`[${lines.slice(at, at + 1000).join(',')}]`}::jsonb)`.execute(
      db,
    )
  }
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  const outMs = await timed(() => sql`copy bench_lines to ${sql.lit(file)}`.execute(db))
  const inMs = await timed(() => sql`copy bench_lines from ${sql.lit(file)}`.execute(db))
  await sql`drop table bench_lines`.execute(db)
  rmSync(file, { force: true })
  return { outMs, inMs }
}

async function fileResults(
  services: Services,
  { child, empty }: { child: Scope; empty: Scope },
  send: (body: object) => Promise<void>,
): Promise<Result[]> {
  const lines: string[] = []
  // Lines are only counted, since holding them would count as the export's memory.
  const taken = await growthDuring(async () => {
    let count = 0
    for await (const text of exportLines(services, child, { name: 'Bench', after: null }))
      count += text.split('\n').length - 1
    return count
  })
  for await (const text of exportLines(services, child, { name: 'Bench', after: null }))
    lines.push(...text.trimEnd().split('\n'))
  const put = await growthDuring(async () => {
    for (let at = 0; at < lines.length; at += partLines) {
      const records = lines.slice(at, at + partLines).map((line) => JSON.parse(line) as object)
      await send({ line: at + 1, records })
    }
  })
  const { rows } = await sql<{ done: boolean }>`
    select finished_at is not null as done from file_imports where workspace_id = ${empty.workspaceId}`.execute(
    services.db,
  )
  if (rows[0]?.done !== true) throw new Error('the file was not taken in whole')
  const copy = await copyTimes(services.db, lines)
  const rate = (ms: number) => `${((taken.result / ms) * 1000).toFixed(0)} lines a second`
  return [
    {
      label: 'export, lines a second to those of a bare COPY of the same lines to a file',
      ratio: copy.outMs / taken.ms,
      atLeast: 0.04,
      detail: `${taken.result} lines, ${rate(taken.ms)}; COPY ${rate(copy.outMs)}`,
    },
    {
      label: 'import of the file, lines a second to those of a bare COPY of the same lines into one column',
      ratio: copy.inMs / put.ms,
      atLeast: 0.02,
      detail: `${rate(put.ms)} (checked, ids mapped, rows with their indexes, texts rendered); COPY ${rate(copy.inMs)}`,
    },
    {
      label: 'memory at its peak beyond the beginning, of the export, to 100 MiB',
      ratio: taken.grownMib / 100,
      atMost: 1,
      detail: `${taken.grownMib.toFixed(0)} MiB; of the import ${put.grownMib.toFixed(0)} MiB, lines that this benchmark holds included`,
    },
  ]
}

/** Reads one vendor's account. The file's cost depends on no vendor, so it is measured once. */
async function moved(
  { url, options, show }: Parameters<Bench>[0],
  vendor: string,
  withFile: boolean,
): Promise<Result[]> {
  const simulator = await startSimulator(vendor, sizedFor(Number(options.rows ?? defaultRows)))
  const env = { VENDOR_BASE_URLS: `${vendor}=${simulator.url}` }
  const services = benchServices(url, env)
  const { app } = await createHttpServer(services)
  const { id } = await insertWorkspace(services.db, { name: 'Bench', plan: 'custom', contactConfirmed: true })
  const key = newKey('live')
  await insertApiKey(services.db, id, key, 'Bench')
  const named = (name: string) =>
    insertChildWorkspace(services.db, { workspaceId: id }, { name, externalRef: null })
  const [child, empty] = [await named('Moved'), await named('Empty')]
  const sync = await startSync(services, { budget: noLimit, askEveryMs: 50 })
  const post = async (path: string, payload: object, headers: Record<string, string> = {}) => {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${key.key}`, ...headers },
      payload,
    })
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.body}`)
  }
  try {
    const { credentials } = simulator
    await post(`/v1/connect/${vendor}/credentials`, { credentials }, { 'x-workspace-id': child.workspaceId })
    const stages = await imported(services.db, child)
    await sync.stop()
    const manifest = services.connectors[vendor]?.manifest
    if (!manifest) throw new Error(`no vendor ${vendor}`)
    show(stageResults(manifest, stages))
    if (!withFile) return []
    const send = (body: object) => post(`/v1/migrations/${empty.workspaceId}/records`, body)
    return await fileResults(services, { child, empty }, send)
  } finally {
    await sync.stop()
    await app.close()
    await services.pool.end()
    await simulator.stop()
  }
}

const systems = Object.values(connectors)
  .filter(({ manifest }) => manifest.category === 'pms')
  .map(({ manifest }) => manifest.id)

function vendorsOf(vendorNames = usualVendor): string[] {
  const vendors = vendorNames === 'all' ? systems : vendorNames.split(',')
  const unknown = vendors.find((vendor) => !systems.includes(vendor))
  if (unknown !== undefined)
    throw new Error(`No vendor "${unknown}". There are: ${systems.join(', ')}, or all.`)
  return vendors
}

export const migrationBench: Bench = async (context) => {
  const results: Result[] = []
  for (const [at, vendor] of vendorsOf(context.options.vendors).entries())
    results.push(...(await moved(context, vendor, at === 0)))
  return results
}
