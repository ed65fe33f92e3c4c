/**
 * Measures the processor cost of a request, an imported reservation and a change, for a real server and PostgreSQL
 * without remembered pages. With `CITUS_URL` it measures what a distributed database costs beside a plain one instead.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startSimulator } from '../simulators/index.ts'
import { api, startServerProcess, walk, type ServerProcess } from '../test/harness/server-process.ts'
import { until } from '../test/harness/until.ts'
import type { Bench, Result } from './bench.ts'
import { compareWithCitus } from './citus-scaling.ts'
import { requestsPerSecond, type Target } from './load.ts'
import { postmasterOf, processorOf } from './processor.ts'

const fullSpeed = new URL('../test/e2e/portfolio/full-speed.ts', import.meta.url).href
const seconds = 4
const changes = 300

/** Microseconds for one. */
interface Cost {
  server: number
  database: number
}

const µs = ({ server, database }: Cost) =>
  `${server.toFixed(0)} µs of the server's processor and ${database.toFixed(0)} µs of PostgreSQL's`

/** If PostgreSQL's share were higher, the server would not be the bottleneck. */
const mostOfDatabase = 0.85

const result = (label: string, cost: Cost): Result => ({
  label: `${label}: PostgreSQL's share of what it costs`,
  ratio: cost.database / (cost.server + cost.database),
  atMost: mostOfDatabase,
  detail: µs(cost),
})

async function numberOf(url: string, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ number: string }>(`select ${query} as number`)
  await client.end()
  return Number(rows[0]?.number)
}
const sizeOf = (url: string) => numberOf(url, 'pg_database_size(current_database())')

/** `work` returns how many there were. */
type Measure = (work: () => Promise<number>) => Promise<Cost>

const measureOf =
  (server: number, database: number): Measure =>
  async (work) => {
    const before = [processorOf(server), processorOf(database)] as const
    const count = await work()
    return {
      server: (processorOf(server) - before[0]) / count,
      database: (processorOf(database) - before[1]) / count,
    }
  }

async function readCosts(server: ServerProcess, measure: Measure): Promise<Result[]> {
  const { liveKey } = server.keys
  const headers = [{ authorization: `Bearer ${liveKey}` }]
  const [row] = await walk<{ id: string }>(server, liveKey, '/v1/reservations')
  const asked: [label: string, path: string][] = [
    ['a page of 50 reservations with its total', '/v1/reservations?limit=50'],
    ['one reservation', `/v1/reservations/${row?.id}`],
    ['a poll with nothing new', '/v1/reservations?updated_since=2100-01-01'],
  ]
  const found: Result[] = []
  for (const [label, path] of asked) {
    const target: Target = { origin: server.baseUrl, paths: [path], headers }
    await requestsPerSecond(target, 1)
    const cost = await measure(async () => (await requestsPerSecond(target, seconds)) * seconds)
    found.push(result(label, cost))
  }
  return found
}

async function changeCosts(server: ServerProcess, measure: Measure): Promise<Result[]> {
  const { liveKey } = server.keys
  const ask = async (method: string, url: string, body: object): Promise<{ id: string }> => {
    const answer = await api<{ id: string }>(server, liveKey, method, url, body)
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const { id } = await ask('POST', '/v1/guests', { firstName: 'A' })
  let turn = 0
  const change = async () => {
    for (let n = 0; n < changes; n++) await ask('PATCH', `/v1/guests/${id}`, { firstName: `A${turn++}` })
    return changes
  }
  await change()
  return [result('a change of a guest', await measure(change))]
}

export const scalingBench: Bench = async (context) => {
  const citusUrl = process.env['CITUS_URL']
  if (citusUrl) return compareWithCitus(citusUrl, context)
  const { url, options } = context
  const reservations = Number(options.rows ?? 1_000)
  const simulator = await startSimulator('hostaway', {
    ...{ listings: 20, reservations, seed: 7 },
    rateLimit: 'off',
  })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-bench-'))
  const server = await startServerProcess(folder, {
    DATABASE_URL: url,
    VENDOR_BASE_URLS: `hostaway=${simulator.url}`,
    ALLOW_PRIVATE_TARGETS: 'true',
    BURST_LIMIT: '1000000',
    PAGE_CACHE_MB: '0',
    // Waiting for the vendor's limits is not the measured work.
    NODE_OPTIONS: `--import=${fullSpeed}`,
    VENDOR_TIMEOUT_MS: '30000',
  })
  try {
    const { liveKey } = server.keys
    const measure = measureOf(server.child.pid ?? 0, await postmasterOf(url))
    const empty = await sizeOf(url)
    const imported = await measure(async () => {
      const connected = await api(server, liveKey, 'POST', '/v1/connect/hostaway/credentials', {
        credentials: simulator.credentials,
      })
      if (connected.status >= 300) throw new Error(`connecting: ${JSON.stringify(connected.body)}`)
      await until(
        'the import',
        async () => {
          const { body } = await api<{ import?: { status: string } }>(
            server,
            liveKey,
            'GET',
            '/v1/connect/hostaway',
          )
          return body.import?.status === 'completed'
        },
        { withinMs: 20 * 60_000, everyMs: 1_000 },
      )
      return reservations
    })
    const bytes = ((await sizeOf(url)) - empty) / reservations
    const label = `an imported reservation, with its guest, nights and messages (${(bytes / 1024).toFixed(1)} kB of the database)`
    return [
      result(label, imported),
      ...(await readCosts(server, measure)),
      ...(await changeCosts(server, measure)),
    ]
  } finally {
    await server.stop()
    await simulator.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
