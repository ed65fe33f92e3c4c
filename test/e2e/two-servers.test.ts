/**
 * Two servers under load with one key: by how much they may exceed a limit together, as docs/operate/operations.md
 * states.
 */
import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { insertWorkspace, type TestWorkspace } from '../harness/app.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { startRedis, withoutRedis, type TestRedis } from '../harness/redis.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

/** How late a process learns of the others' requests, plus what a busy machine adds. */
const learnsAfterMs = 5_000
const slackMs = 2_500

interface Answered {
  server: number
  status: number
  code: string | undefined
  scope: string | undefined
  at: number
  ms: number
}

interface Pair {
  servers: ServerProcess[]
  database: Database
  close(): Promise<void>
}

async function startPair(env: Record<string, string>): Promise<Pair> {
  const made = await createTestDatabase()
  const { folder, remove } = testFolder()
  const database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 2 })
  const settings = { DATABASE_URL: made.url, ROLES: 'api', ...env }
  // The first start writes the keys that both find in the folder.
  const servers = [await startServerProcess(folder, settings)]
  servers.push(await startServerProcess(folder, settings))
  return {
    servers,
    database,
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await database.close()
      await made.drop()
      remove()
    },
  }
}

const lost = 'Redis does not answer'
const back = 'Redis is back'
const said = (server: ServerProcess, text: string) => server.output().split(text).length - 1

/** Whether Redis is available, by both servers' logs. */
const isRedisThere = ({ servers }: Pair) =>
  servers.every((server) => said(server, back) === said(server, lost))

/** Sends requests to both over several connections for so long. */
async function underLoad(
  { servers }: Pair,
  key: string,
  { ms, callers }: { ms: number; callers: number },
): Promise<Answered[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: callers * 2 })
  const answered: Answered[] = []
  const ask = (server: ServerProcess) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const url = `${server.baseUrl}/v1/kv?limit=1`
      http
        .get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => (text += chunk))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        })
        .on('error', reject)
    })
  const until = performance.now() + ms
  const caller = async (server: ServerProcess, place: number) => {
    while (performance.now() < until) {
      const at = performance.now()
      const { status, text } = await ask(server)
      const { error } = JSON.parse(text) as { error?: { code: string; scope?: string } }
      answered.push({
        ...{ server: place, status, code: error?.code, scope: error?.scope, at },
        ms: performance.now() - at,
      })
    }
  }
  await Promise.all(
    servers.flatMap((server, place) => Array.from({ length: callers }, () => caller(server, place))),
  )
  agent.destroy()
  return answered
}

const letIn = (all: readonly Answered[]) =>
  all.filter(({ code }) => code === undefined || code === 'unknown_params')

function quotaTests(env: () => Record<string, string>): void {
  let pair: Pair
  let workspace: TestWorkspace
  const limit = 300
  before(async () => {
    pair = await startPair({ BURST_LIMIT: '1000000', ...env() })
    workspace = await insertWorkspace(pair.database.kysely, { plan: 'starter' })
    await pair.database.pool.query(
      `insert into limit_overrides (workspace_id, name, value, set_at)
       values ($1, 'dailyRequests', $2, now()), ($1, 'monthlyRequests', 1000000, now())`,
      [workspace.id, limit],
    )
  })
  after(() => pair?.close())

  it('a day is over for both as soon as each knows what the other let in', async () => {
    const answered = await underLoad(pair, workspace.liveKey, { ms: learnsAfterMs * 2 + slackMs, callers: 2 })
    const admitted = letIn(answered).toSorted((a, b) => a.at - b.at)
    const spent = admitted[limit - 1]
    assert.ok(spent, `only ${admitted.length} were let in`)
    const late = admitted.filter(({ at }) => at > spent.at + learnsAfterMs + slackMs)
    assert.equal(late.length, 0, `${late.length} were let in after both knew`)
    // Neither exceeds the limit alone, so both admit twice as much at most.
    for (const server of [0, 1]) {
      const own = admitted.filter((one) => one.server === server).length
      assert.ok(own <= limit, `server ${server} let in ${own} of ${limit}`)
    }
    const refused = answered.filter(({ code }) => code !== undefined && code !== 'unknown_params')
    assert.ok(refused.length > 0)
    for (const { status, code, scope } of refused) {
      assert.deepEqual([status, code, scope], [429, 'daily_limit_exceeded', 'daily'])
    }
    // Admitted requests are recorded, without refusals.
    for (const server of pair.servers) await server.stop()
    const { rows } = await pair.database.pool.query<{ requests: string }>(
      'select sum(requests) as requests from usage_days where workspace_id = $1',
      [workspace.id],
    )
    assert.equal(Number(rows[0]?.requests), admitted.length)
  })
}

function burstTests(
  env: () => Record<string, string>,
  most: (limit: number, servers: ServerProcess[]) => number,
): void {
  const limit = 100
  let pair: Pair
  before(async () => {
    pair = await startPair({ BURST_LIMIT: String(limit), LOG_LEVEL: 'info', ...env() })
  })
  after(() => pair?.close())

  it('the minute of a key lets in as many as is stated, and no more', async () => {
    let answered: Answered[] = []
    // A busy machine may lose Redis for a moment, as logs then say, and the servers count apart meanwhile.
    await until('a load during which Redis was there', async () => {
      const toldBefore = pair.servers.map((server) => said(server, lost))
      const wasThere = isRedisThere(pair)
      const { liveKey } = await insertWorkspace(pair.database.kysely, { plan: 'custom' })
      answered = await underLoad(pair, liveKey, { ms: 3_000, callers: 4 })
      return wasThere && pair.servers.every((server, place) => said(server, lost) === toldBefore[place])
    })
    const admitted = letIn(answered)
    const told = pair.servers.map((server) => server.output()).join('\n')
    assert.equal(admitted.length, most(limit, pair.servers), told)
    const refused = answered.filter(({ code }) => code === 'rate_limit_exceeded')
    assert.equal(admitted.length + refused.length, answered.length)
    assert.ok(refused.length > limit)
    assert.ok(refused.every(({ scope }) => scope === 'per_api_key'))
  })
}

describe('two servers without Redis', () => {
  describe('quotas', () => quotaTests(() => ({})))
  describe('bursts', () =>
    burstTests(
      () => ({}),
      (limit, servers) => limit * servers.length,
    ))
})

/** Redis halts or is gone in the middle of the load, and returns. */
function lostRedisTests(redis: () => TestRedis): void {
  const limit = 400
  let pair: Pair
  before(async () => {
    pair = await startPair({ BURST_LIMIT: String(limit), REDIS_URL: redis().url, LOG_LEVEL: 'info' })
  })
  after(() => pair?.close())

  for (const [what, take, giveBack] of [
    ['stands still', async () => redis().halt(), async () => redis().goOn()],
    ['is killed', () => redis().kill(), () => redis().start()],
  ] as const) {
    it(`a Redis that ${what} under load keeps nobody from being answered, within the stated bound`, async () => {
      const { liveKey } = await insertWorkspace(pair.database.kysely, { plan: 'custom' })
      const told = pair.servers.map((server) => said(server, lost))
      const loaded = underLoad(pair, liveKey, { ms: 6_000, callers: 4 })
      await pause(300)
      await take()
      await pause(2_500)
      await giveBack()
      const answered = await loaded
      assert.deepEqual(
        answered.filter(({ status }) => ![200, 400, 429].includes(status)),
        [],
      )
      const admitted = letIn(answered)
      assert.ok(admitted.length <= limit * pair.servers.length, `${admitted.length} were let in`)
      assert.ok(admitted.length >= limit, `only ${admitted.length} were let in`)
      // Requests of that moment lose 50 ms once a second; the rest is the machine's.
      const times = answered.map(({ ms }) => ms).toSorted((a, b) => a - b)
      const slow = times[Math.floor(times.length * 0.99)] ?? 0
      assert.ok(slow < 1_000, `one in a hundred took ${slow} ms`)
      await until('both to have told of it, once, and that it is back', async () => {
        await underLoad(pair, liveKey, { ms: 10, callers: 1 })
        const isTold = pair.servers.every((server, place) => said(server, lost) === (told[place] ?? 0) + 1)
        return isTold && isRedisThere(pair)
      })
      // A busy machine may lose it again for a moment, as logs then say, and the servers count apart meanwhile.
      await until('both to count together again', async () => {
        const toldBefore = pair.servers.map((server) => said(server, lost))
        const wasThere = isRedisThere(pair)
        const next = await insertWorkspace(pair.database.kysely, { plan: 'custom' })
        const together = letIn(await underLoad(pair, next.liveKey, { ms: 2_000, callers: 4 }))
        if (!wasThere || pair.servers.some((server, place) => said(server, lost) !== toldBefore[place]))
          return false
        assert.equal(together.length, limit)
        return true
      })
    })
  }
}

describe('two servers with Redis', { skip: withoutRedis() }, () => {
  /** Shared, though keys of two databases have the same ids. */
  let redis: TestRedis
  before(async () => void (redis = await startRedis()))
  after(() => redis?.close())
  const env = () => ({ REDIS_URL: redis.url })
  describe('quotas', () => quotaTests(env))
  describe('bursts', () => burstTests(env, (limit) => limit))
  describe('bursts of another installation on the same Redis', () => burstTests(env, (limit) => limit))
  describe('that is lost', () => lostRedisTests(() => redis))
})
