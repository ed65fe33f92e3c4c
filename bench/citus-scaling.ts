/**
 * What a distributed database costs beside a plain one: the same server sends the same requests to both in turn. Both are databases of the
 * cluster of `CITUS_URL`, whose machines have to run on this one.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase } from '../src/platform/db.ts'
import { distribute, readDistributionPlan } from '../src/platform/distribution/coordinator.ts'
import type { Log } from '../src/platform/log.ts'
import { migrate } from '../src/platform/migrate.ts'
import { createPlainOnCluster, readCluster, type CitusCluster } from '../test/harness/citus-cluster.ts'
import { databaseUrl, type TestDatabase } from '../test/harness/database.ts'
import { median, type BenchContext, type Result } from './bench.ts'
import { insertWorkspaceKey } from './changes.ts'
import { changeKinds, fillForChanges, sendChanges, type ChangedWorkspace } from './changes-load.ts'
import { load } from './load.ts'
import { startMeasured, type MeasuredServer } from './measured-server.ts'
import { postmasterOf, processorOf } from './processor.ts'

const rounds = 3
const seconds = 3
/** What a request may cost on a distributed database, to that on a plain one. */
const mostOnCitus = 1.5
/** The coordinator sees every statement. If it takes as long as a plain primary for it, more machines carry no more requests. */
const mostOfCoordinator = 1
const workspaceCount = 8

interface ComparedSide {
  /** It reads every page anew. */
  server: MeasuredServer
  /** It answers from the pages it remembers, as servers do unless they are set otherwise. */
  remembering: MeasuredServer
  workspaces: ChangedWorkspace[]
  /** Microseconds of both servers and the given machines. */
  processor(): SideCost
}

interface SideCost {
  server: number
  /** Of the first machine, which is the coordinator or the only one. */
  first: number
  workers: number
}

interface ComparedLoad {
  label: string
  /** Returns how many were answered. */
  send(side: ComparedSide): Promise<number>
}

const dayIn = (days: number) => String(Temporal.Now.plainDateISO('UTC').add({ days }))

type Read = readonly [label: string, pathsOf: (workspace: ChangedWorkspace) => string[]]

const reads: readonly Read[] = [
  ['a page of 40 guests with its total', () => ['/v1/guests?limit=40']],
  ['one guest', ({ guests }) => guests.map((id) => `/v1/guests/${id}`)],
  ['a poll with nothing new', () => ['/v1/reservations?updated_since=2100-01-01']],
  [
    'the nights of a listing',
    ({ listings }) => listings.map((id) => `/v1/availability/${id}?from=${dayIn(2)}&to=${dayIn(30)}`),
  ],
]

const texts = {
  guest: 'a change of a guest',
  nights: 'prices set for two nights',
  booking: 'a booking',
} as const

const readLoads = reads.flatMap(([label, pathsOf]) =>
  (['server', 'remembering'] as const).map((asked) => ({
    label: asked === 'remembering' ? `${label}, remembered` : label,
    async send(side: ComparedSide) {
      const [workspace = fail()] = side.workspaces
      const headers = [{ authorization: `Bearer ${workspace.key}` }]
      const target = { origin: side[asked].origin, paths: pathsOf(workspace), headers }
      return (await load(target, seconds, 4)).answers
    },
  })),
)

const loads: readonly ComparedLoad[] = [
  ...readLoads,
  ...changeKinds.map((kind) => ({
    label: texts[kind],
    send: async ({ workspaces }: ComparedSide) =>
      (await sendChanges(kind, workspaces, { clients: 4, seconds })).count,
  })),
]

function fail(): never {
  throw new Error('there is no workspace')
}

export async function compareWithCitus(url: string, { log, show }: BenchContext): Promise<Result[]> {
  const cluster = await readCluster(url)
  const databases: TestDatabase[] = []
  const sides: ComparedSide[] = []
  try {
    for (const isDistributed of [false, true]) {
      const database = await createPlainOnCluster(cluster)
      databases.push(database)
      await prepare(database.url, isDistributed, log)
      const machines = isDistributed ? cluster.machines : cluster.machines.slice(0, 1)
      sides.push(await openSide(database.url, machines, log))
    }
    const [plain = fail(), distributed = fail()] = sides
    for (const one of loads) show(await compare(one, plain, distributed))
    return await proveApart(distributed, databases[1]?.url ?? '', cluster)
  } finally {
    for (const { server, remembering } of sides) for (const one of [server, remembering]) one.stop()
    await pause(500)
    for (const database of databases) await database.drop()
  }
}

async function prepare(url: string, isDistributed: boolean, log: Log): Promise<void> {
  const { pool, close } = createDatabase(url, { log, max: 1 })
  await migrate(pool, { log })
  if (isDistributed) await distribute(pool, await readDistributionPlan(pool))
  await close()
}

async function openSide(url: string, machines: readonly string[], log: Log): Promise<ComparedSide> {
  const server = await startMeasured('full-server.ts', url, JSON.stringify({ PAGE_CACHE_MB: '0' }))
  const remembering = await startMeasured('full-server.ts', url, '{}')
  const { kysely, pool, close } = createDatabase(url, { log, max: 1 })
  const workspaces: ChangedWorkspace[] = []
  for (let n = 0; n < workspaceCount; n += 1)
    workspaces.push(await fillForChanges(server.origin, await insertWorkspaceKey(kysely)))
  await pool.query('vacuum analyze')
  await close()
  const postmasters = await Promise.all(machines.map(postmasterOf))
  return {
    server,
    remembering,
    workspaces,
    processor: () => ({
      server: [server, remembering].reduce((sum, { child }) => sum + processorOf(child.pid ?? 0), 0),
      first: processorOf(postmasters[0] ?? 0),
      workers: postmasters.slice(1).reduce((sum, pid) => sum + processorOf(pid), 0),
    }),
  }
}

async function once<Row extends pg.QueryResultRow>(url: string, query: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<Row>(query)
  } finally {
    await client.end()
  }
}

async function costOf({ send }: ComparedLoad, side: ComparedSide): Promise<SideCost> {
  const before = side.processor()
  const count = await send(side)
  const after = side.processor()
  return {
    server: (after.server - before.server) / count,
    first: (after.first - before.first) / count,
    workers: (after.workers - before.workers) / count,
  }
}

async function compare(one: ComparedLoad, plain: ComparedSide, distributed: ComparedSide): Promise<Result[]> {
  // The statements are prepared before anything counts.
  await one.send(plain)
  await one.send(distributed)
  const found: { plain: SideCost; distributed: SideCost }[] = []
  for (let round = 0; round < rounds; round += 1)
    found.push({ plain: await costOf(one, plain), distributed: await costOf(one, distributed) })
  const sum = ({ server, first, workers }: SideCost) => server + first + workers
  const of = (side: 'plain' | 'distributed', name: keyof SideCost) =>
    `${median(found.map((both) => both[side][name])).toFixed(0)} µs`
  return [
    {
      label: `${one.label} on Citus, to that on a plain PostgreSQL`,
      ratio: median(found.map((both) => sum(both.distributed) / sum(both.plain))),
      atMost: mostOnCitus,
      detail:
        `server ${of('distributed', 'server')}, coordinator ${of('distributed', 'first')}, workers ${of('distributed', 'workers')}; ` +
        `on a plain one server ${of('plain', 'server')}, PostgreSQL ${of('plain', 'first')}`,
    },
    {
      label: `${one.label}: the coordinator alone, to a plain PostgreSQL`,
      ratio: median(found.map((both) => both.distributed.first / both.plain.first)),
      atMost: mostOfCoordinator,
      detail: `${of('distributed', 'first')} beside ${of('plain', 'first')}`,
    },
  ]
}

/** Two workspaces on two workers are changed at once, and nobody is seen waiting for the other. */
async function proveApart(side: ComparedSide, url: string, cluster: CitusCluster): Promise<Result[]> {
  const name = new URL(url).pathname.slice(1)
  const machines = cluster.machines.map((machine) => databaseUrl(machine, name))
  const pair = await onTwoWorkers(side, url)
  const waits: string[] = []
  const over = { now: false }
  let looks = 0
  const looking = (async () => {
    const clients = machines.map((connectionString) => new pg.Client({ connectionString }))
    for (const client of clients) await client.connect()
    while (!over.now) {
      for (const client of clients) {
        const { rows } = await client.query<{ query: string }>(
          `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        waits.push(...rows.map(({ query }) => query))
      }
      looks += 1
      await pause(5)
    }
    for (const client of clients) await client.end()
  })()
  let count = 0
  for (const kind of changeKinds) count += (await sendChanges(kind, pair, { clients: 2, seconds: 4 })).count
  over.now = true
  await looking
  return [
    {
      label: 'sessions seen waiting for a lock while two workspaces on two workers are changed',
      ratio: waits.length,
      atMost: 0,
      detail: `${looks} looks at ${machines.length} machines during ${count} changes${waits[0] ? `; ${waits[0]}` : ''}`,
    },
  ]
}

/** A workspace of each of two workers. */
async function onTwoWorkers(side: ComparedSide, url: string): Promise<ChangedWorkspace[]> {
  const { rows } = await once<{ port: number; listing: string }>(
    url,
    `select s.nodeport as port, min(l.id)::text as listing from (
        select workspace_id, id, get_shard_id_for_distribution_column('listings', workspace_id) as shard from listings) l
      join citus_shards s on s.shardid = l.shard group by l.workspace_id, s.nodeport`,
  )
  const chosen = [...Map.groupBy(rows, ({ port }) => port).values()].map(([first]) => first?.listing)
  const found = side.workspaces.filter(({ listings }) => listings.some((id) => chosen.includes(id)))
  if (found.length < 2) throw new Error('all workspaces are on one worker')
  return found
}
