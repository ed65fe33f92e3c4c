/**
 * Events go to fifty endpoints of every behaviour through two worker processes, one killed every few seconds, and a
 * PostgreSQL restart. Every healthy endpoint gets every event, in order on request. `CHAOS_EVENTS` and
 * `CHAOS_WORKSPACES` set the numbers; each event goes to all endpoints of its workspace.
 */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createWebhookSecret } from '../../src/features/webhooks/delivery/signature.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createVault } from '../../src/platform/crypto.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { startPrivatePostgres, type PrivatePostgres } from '../../src/platform/embedded-postgres/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { runScript, type Child } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { until } from '../harness/until.ts'
import { healthy, startChaosReceiver, type Temper } from '../webhooks/chaos-receiver.ts'
import { startDatabaseDoor } from '../webhooks/database-door.ts'
import { emit } from '../webhooks/events.ts'

const eventCount = Number(process.env.CHAOS_EVENTS ?? 6_000)
const workspaceCount = Number(process.env.CHAOS_WORKSPACES ?? 10)
const endpointCount = 50
const recordsPerWorkspace = 40
/** Two shared cores deliver more than this a second. */
const deliveriesPerSecond = 150
const patienceMs = 120_000 + ((eventCount * endpointCount) / workspaceCount / deliveriesPerSecond) * 1000
const perTransaction = 20
const killEveryMs = 4_000
const ackTimeoutMs = 1_000
const leaseSlackMs = 1_000
const retryDelays = '200,400,800,1600,3200'

/** Four of five are healthy. */
const well: Temper[] = ['fast', 'ordered', 'slow', 'flaky']
const others: Temper[] = [
  ...(['failing', 'hanging', 'slamming', 'gone', 'redirecting'] as const),
  ...(['failing', 'hanging', 'cutsBody', 'gone', 'redirecting'] as const),
]
const tempers = others.flatMap((other) => [...well, other])

interface Endpoint {
  workspaceId: string
  id: string
  path: string
  temper: Temper
}

const log = createLog({ level: 'silent' })
const folder = testFolder()
const keyRing = randomBytes(32).toString('base64')
const children: Child[] = []
let postgres: PrivatePostgres
let door: Awaited<ReturnType<typeof startDatabaseDoor>>
let database: Database
let receiver: Awaited<ReturnType<typeof startChaosReceiver>>

const startPostgres = () => startPrivatePostgres({ dataDir: folder.folder, log, mode: 'test' })

before(async () => {
  postgres = await startPostgres()
  door = await startDatabaseDoor(() => postgres.url)
  database = createDatabase(door.url, { log, max: 5 })
  await migrate(database.pool, { log })
  receiver = await startChaosReceiver()
})

after(async () => {
  for (const child of children) child.process.kill('SIGKILL')
  await Promise.all(children.map((child) => child.ended))
  await receiver?.close()
  await database?.close()
  await door?.close()
  await postgres?.stop()
  folder.remove()
})

function startWorker(): Child {
  const args = [door.url, keyRing, String(ackTimeoutMs), String(leaseSlackMs), retryDelays]
  const child = runScript('test/webhooks/worker-process.ts', args)
  children.push(child)
  return child
}

async function subscribeAll(): Promise<Endpoint[]> {
  const vault = createVault(keyRing)
  const endpoints: Endpoint[] = []
  for (let index = 0; index < workspaceCount; index += 1) {
    await database.kysely
      .insertInto('workspaces')
      .values({ id: String(index + 1), name: 'Chaos' })
      .execute()
  }
  for (const [index, temper] of tempers.entries()) {
    const workspaceId = String(1 + Math.floor((index * workspaceCount) / endpointCount))
    const id = randomUUID()
    const path = `/${temper}/${index}`
    await database.kysely
      .insertInto('webhooks')
      .values({
        workspace_id: workspaceId,
        id,
        url: receiver.url(path),
        events: ['reservation.*'],
        api_version: '2026-04',
        ordered: temper === 'ordered',
        secret: vault.encrypt(createWebhookSecret(), `webhook:${workspaceId}:${id}`),
        secret_key_id: vault.keyId,
        secret_masked: '',
      })
      .execute()
    endpoints.push({ workspaceId, id, path, temper })
  }
  return endpoints
}

/** Writes events in transactions, workspace by workspace; waits while the database is away. */
async function emitAll(isUp: () => boolean): Promise<void> {
  const numbers = new Map<string, number>()
  for (let written = 0; written < eventCount; written += perTransaction) {
    await until('the database', isUp, { withinMs: 60_000 })
    const workspaceId = String(((written / perTransaction) % workspaceCount) + 1)
    const events = Array.from({ length: perTransaction }, () => {
      const record = String(1 + Math.floor(Math.random() * recordsPerWorkspace))
      const key = `${workspaceId}/${record}`
      const number = (numbers.get(key) ?? 0) + 1
      numbers.set(key, number)
      return {
        type: 'reservation.updated',
        object: { type: 'reservation', id: record, revision: number },
        data: { record, number },
      }
    })
    // Nobody asks whether a cut-off transaction was committed, since the log shows it later. The pause avoids further
    // quick refusals.
    await emit({ db: database.kysely, clock: systemClock }, { workspaceId }, events).catch(() => pause(200))
  }
}

/** Kills one worker after the other until it is stopped, and returns the number of kills. */
function killWorkers() {
  const running = [startWorker(), startWorker()]
  let kills = 0
  const timer = setInterval(() => {
    running.shift()?.process.kill('SIGKILL')
    kills += 1
    running.push(startWorker())
  }, killEveryMs)
  return {
    stop() {
      clearInterval(timer)
      return kills
    },
  }
}

async function eventIds(workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from events where workspace_id = ${workspaceId} and type like 'reservation.%' order by sequence`.execute(
    database.kysely,
  )
  return rows.map(({ id }) => id)
}

test(
  `${eventCount} events, fifty endpoints, workers that are killed and a database that is restarted`,
  { timeout: 2 * patienceMs + 60_000 },
  async (t) => {
    const endpoints = await subscribeAll()
    assert.equal(endpoints.length, endpointCount)
    const reachable = endpoints.filter(({ temper }) => healthy.has(temper))
    // Approximately the number of deliveries.
    const planned = (eventCount / workspaceCount) * reachable.length
    const started = Date.now()

    let up = true
    const killing = killWorkers()
    t.after(() => killing.stop())
    const emitting = emitAll(() => up)
    const arrived = () => reachable.reduce((sum, { path }) => sum + receiver.at(path).length, 0)

    await until('a third of the deliveries', () => arrived() > planned / 3, {
      withinMs: patienceMs,
      everyMs: 50,
    })
    up = false
    await postgres.stop()
    await pause(500)
    postgres = await startPostgres()
    up = true

    await emitting
    // The restart may still be closing earlier connections.
    await until('the database to answer', () =>
      eventIds(endpoints[0]?.workspaceId ?? '').then(
        () => true,
        () => false,
      ),
    )
    const expected = new Map<string, string[]>()
    for (const { workspaceId } of endpoints) expected.set(workspaceId, await eventIds(workspaceId))
    const written = [...expected.values()].flat().length
    assert.ok(written > eventCount * 0.99 && written <= eventCount, `${written} events were written`)
    const wanted = reachable.reduce(
      (sum, { workspaceId }) => sum + (expected.get(workspaceId)?.length ?? 0),
      0,
    )
    const missingAt = ({ path, workspaceId }: Endpoint) => {
      const have = new Set(receiver.at(path).map(({ eventId }) => eventId))
      return (expected.get(workspaceId) ?? []).filter((id) => !have.has(id)).length
    }
    await until(
      'every event at every endpoint that is well',
      () => arrived() >= wanted && reachable.every((endpoint) => missingAt(endpoint) === 0),
      { withinMs: patienceMs, everyMs: 250 },
    ).catch(() => {
      for (const endpoint of reachable) assert.equal(missingAt(endpoint), 0, `missing at ${endpoint.path}`)
    })
    const kills = killing.stop()
    const crashed = children.filter(({ process: child }) => child.exitCode !== null)
    assert.deepEqual(
      crashed.map((child) => child.err()),
      [],
      'a worker ended by itself',
    )
    const seconds = (Date.now() - started) / 1000

    // In order and one at a time: a repeated delivery comes before what follows it.
    for (const { path } of reachable.filter(({ temper }) => temper === 'ordered')) {
      for (const [record, list] of Map.groupBy(receiver.at(path), (one) => one.record)) {
        const numbers = list.map(({ number }) => number)
        assert.deepEqual(
          numbers,
          numbers.toSorted((a, b) => a - b),
          `${path}, record ${record}`,
        )
      }
    }
    assert.deepEqual(receiver.strayPaths, [], 'a redirect was followed')
    const { rows: logs } = await sql<{ gaps: string }>`
      select count(*) as gaps from (
        select sequence - lag(sequence, 1, 0::bigint) over (partition by workspace_id order by sequence) as step
        from events where sequence > 0) steps where step <> 1`.execute(database.kysely)
    assert.equal(Number(logs[0]?.gaps), 0)

    // Failing endpoints are known as such, and those gone for good are not asked again.
    const rows = await until('the failures to be known', async () => {
      const bad = endpoints.filter(({ temper }) => !healthy.has(temper)).map(({ id }) => id)
      const found = await database.kysely
        .selectFrom('webhooks')
        .select(['id', 'status', 'disabled_reason', 'consecutive_failures', 'last_success_at'])
        .where('id', 'in', bad)
        .execute()
      const gone = found.filter(({ id }) => endpoints.find((one) => one.id === id)?.temper === 'gone')
      return gone.every(({ disabled_reason: reason }) => reason !== null) ? found : null
    })
    // If a busy machine missed a 410 in time, that endpoint is given up like any other.
    assert.ok(rows.some(({ disabled_reason: reason }) => reason === 'gone'))
    for (const row of rows) {
      assert.ok(row.consecutive_failures > 0)
      assert.equal(row.last_success_at, null)
    }

    const duplicates = arrived() - wanted
    t.diagnostic(
      `${wanted} deliveries in ${seconds.toFixed(0)} s, ${receiver.requests()} requests, ${kills} workers killed, ` +
        `${duplicates} arrived twice (${((duplicates / wanted) * 100).toFixed(2)} %)`,
    )
    assert.ok(kills > 0)
  },
)
