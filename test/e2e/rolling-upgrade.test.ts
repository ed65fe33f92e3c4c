/**
 * Processes of the last release are replaced one by one by this version, under load: no request is refused, no event is
 * lost or told twice, and no statement waits long for the migrations. Then the way back, on the schema of a version to come.
 */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { readKeysFile, type KeysFile } from '../../src/features/tenancy/workspaces/keys-file.ts'
import { root, runScript } from '../harness/child.ts'
import { createTestDatabase, openTestPool, type TestDatabase } from '../harness/database.ts'
import { checkOut, findReleaseCommit, lastRelease } from '../harness/earlier-release.ts'
import { testFolder } from '../harness/folder.ts'
import { startLoadBalancer, type LoadBalancer } from '../harness/load-balancer.ts'
import { api, walk } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

const release = lastRelease()
const commit = findReleaseCommit(release)
const skip = commit === undefined ? `this clone has no history of ${release}` : false
if (skip !== false) {
  if (process.env['LODGEWIRE_REQUIRE_DEPLOY'] !== undefined) throw new Error(skip)
  console.error(`\n!! The upgrade from ${release} under load is NOT tested: ${skip}\n`)
}

/** A statement may wait 200 ms behind a migration; the rest is the time between two looks on a busy machine. */
const longestWaitMs = 200
const lookSlackMs = 150
const callers = 6

interface Received {
  eventId: string
  sequence: number
}

describe(`an upgrade from ${release}`, { skip, concurrency: false }, () => {
  const place = testFolder()
  const dataDir = path.join(place.folder, 'data')
  const earlier = path.join(place.folder, 'earlier')
  const running = new Set<ChildProcess>()
  const received: Received[] = []
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Received)
    response.writeHead(200).end()
  })
  let database: TestDatabase
  let pool: pg.Pool
  let simulator: RunningSimulator
  let balancer: LoadBalancer
  let keys: KeysFile

  before(async () => {
    checkOut(commit ?? '', earlier)
    database = await createTestDatabase({ empty: true })
    pool = openTestPool({ connectionString: database.url })
    simulator = await startSimulator('hostaway', { listings: 4, reservations: 60, seed: 7, rateLimit: 'off' })
    balancer = await startLoadBalancer()
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
  })
  after(async () => {
    for (const child of running) child.kill('SIGKILL')
    await pool.end()
    await Promise.all([balancer.close(), simulator.close()])
    receiver.closeAllConnections()
    receiver.close()
    await database.drop()
    place.remove()
  })

  const settings = () => ({
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    VENDOR_BASE_URLS: `hostaway=${simulator.url}`,
    ALLOW_PRIVATE_TARGETS: 'true',
    SYNC_INTERVAL_SECONDS: '5',
    BURST_LIMIT: '1000000',
    DRAIN_SECONDS: '1',
  })

  /** Starts a process of either version and waits until the load balancer sends it requests. */
  async function start(cwd: string): Promise<{ baseUrl: string; stop(): Promise<void> }> {
    const child = spawn(process.execPath, ['src/cli.ts', 'start'], {
      cwd,
      env: settings(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
    const ended = once(child, 'exit')
    const baseUrl = await until('the ready line', () => {
      if (child.exitCode !== null) throw new Error(text)
      return /Lodgewire is ready: (http\S+)/.exec(text)?.[1]
    })
    balancer.add(baseUrl)
    await until('requests', () => balancer.isServing(baseUrl))
    return {
      baseUrl,
      async stop() {
        child.kill('SIGTERM')
        const [code] = (await ended) as [number | null]
        running.delete(child)
        balancer.remove(baseUrl)
        assert.equal(code, 0, text)
      },
    }
  }

  const call = <T>(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
    api<T>(balancer, keys.liveKey, method, url, body, headers)

  test('refuses nobody, loses nothing, and lets nobody wait', { timeout: 600_000 }, async () => {
    const first = await start(earlier)
    keys = readKeysFile(dataDir) ?? assert.fail('keys.json was not written')
    const second = await start(earlier)
    const { port } = receiver.address() as AddressInfo
    const hook = await call('POST', '/v1/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['*'] })
    assert.equal(hook.status, 201, JSON.stringify(hook.body))
    const connected = await call('POST', '/v1/connect/hostaway/credentials', {
      credentials: simulator.credentials,
    })
    assert.equal(connected.status, 200, JSON.stringify(connected.body))
    await until('the first import', async () => {
      const { body } = await call<{ import?: { status: string } }>('GET', '/v1/connect/hostaway')
      return body.import?.status === 'completed'
    })

    const load = startLoad()
    const waits = watchWaits(pool)
    await pause(1_000)
    const migrating = runScript('src/cli.ts', ['migrate'], { env: settings() })
    assert.equal(await migrating.ended, 0, migrating.err())
    assert.match(migrating.out(), /applied /)
    await pause(500)
    const third = await start(root)
    await first.stop()
    const fourth = await start(root)
    await second.stop()
    await pause(1_500)
    const longest = await waits.stop()
    const made = await load.stop()

    console.log(
      `upgrade from ${release}: ${load.count()} requests, ${made.size} bookings, ${received.length} deliveries, longest wait for a lock ${longest.toFixed(0)} ms`,
    )
    assert.deepEqual(load.refused(), [])
    assert.ok(longest < longestWaitMs + lookSlackMs, `${longest} ms`)
    const stays = await walk<{ id: string }>(balancer, keys.liveKey, '/v1/reservations')
    const held = new Set(stays.map(({ id }) => id))
    assert.deepEqual(
      [...made].filter((id) => !held.has(id)),
      [],
    )
    await everyEventOnce()
    await third.stop()
    await fourth.stop()
  })

  test('has a way back: this version works on the schema of the next one', async () => {
    await pool.query(
      `insert into lodgewire_migrations (number, file, checksum) values (9000, '9000_to_come.sql', 'x')`,
    )
    const back = await start(root)
    const { status } = await call('GET', '/v1/reservations')
    assert.equal(status, 200)
    await back.stop()
  })

  /** Reads, books and changes all the time, also at the vendor. */
  function startLoad() {
    const refused: string[] = []
    const made = new Set<string>()
    let count = 0
    let isOver = false
    const judge = (what: string, { status, body }: { status: number; body: unknown }) => {
      count += 1
      if (status >= 300) refused.push(`${what}: ${status} ${JSON.stringify(body)}`)
    }
    async function work(caller: number): Promise<void> {
      const listing = await call<{ id: string }>('POST', '/v1/listings', { name: `Home ${caller}` })
      judge('a listing', listing)
      for (let round = 0; !isOver; round += 1) {
        for (const url of ['/v1/reservations?limit=20', '/v1/listings', '/v1/conversations', '/v1/guests'])
          judge(url, await call('GET', url))
        const nights = dayAfter(round * 2)
        const booking = await call<{ id: string }>(
          'POST',
          '/v1/reservations',
          { listingId: listing.body.id, ...nights, guest: { firstName: 'Ada', lastName: `Load ${caller}` } },
          { 'idempotency-key': `upgrade-${caller}-${round}` },
        )
        judge('a booking', booking)
        if (booking.status < 300) made.add(booking.body.id)
        if (caller === 0 && round % 5 === 0) simulator.operations.createReservation({})
      }
    }
    const works = Array.from({ length: callers }, (_, caller) =>
      work(caller).catch((error: unknown) => void refused.push(String(error))),
    )
    return {
      refused: () => refused,
      count: () => count,
      async stop() {
        isOver = true
        await Promise.all(works)
        return made
      },
    }
  }

  /** Compares the log of events with what arrived, once everything is quiet. */
  async function everyEventOnce(): Promise<void> {
    const told = new Set<string>()
    for (let after = 0, hasMore = true; hasMore;) {
      const { body } = await call<{ data: { eventId: string }[]; nextAfter: number; hasMore: boolean }>(
        'GET',
        `/v1/events?limit=100&after=${after}`,
      )
      for (const { eventId } of body.data) told.add(eventId)
      ;({ nextAfter: after, hasMore } = body)
    }
    assert.ok(told.size > 0)
    const arrived = () => new Set(received.map(({ eventId }) => eventId))
    await until('every event', () => [...told].every((id) => arrived().has(id))).catch(() => {
      const missing = [...told].filter((id) => !arrived().has(id))
      assert.fail(`${missing.length} of ${told.size} events did not arrive`)
    })
    assert.equal(received.length, arrived().size, 'no event arrived twice')
  }
})

function dayAfter(days: number): { checkIn: string; checkOut: string } {
  const day = (offset: number) => new Date(Date.now() + (30 + offset) * 86_400_000).toISOString().slice(0, 10)
  return { checkIn: day(days), checkOut: day(days + 1) }
}

/** Looks again and again at which statements of servers wait for a lock, and since when. */
function watchWaits(pool: pg.Pool) {
  let isOver = false
  let longest = 0
  const looking = (async () => {
    while (!isOver) {
      const { rows } = await pool.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float as ms
         from pg_locks where not granted and locktype = 'relation'`,
      )
      longest = Math.max(longest, rows[0]?.ms ?? 0)
      await pause(10)
    }
  })()
  return {
    async stop() {
      isOver = true
      await looking
      return longest
    },
  }
}
