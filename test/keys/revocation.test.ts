/** A change of a key is known in every process at once; where nothing can be heard, within a second. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createHttpServer } from '../../src/features/http-server.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Queryable } from '../../src/platform/tenant.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { isOnCitus } from '../harness/database.ts'
import { until } from '../harness/until.ts'

/** Connections that hear of keys. Closed to others, they are not opened again. */
interface Hearing {
  database: Database
  opens: boolean
  stop(): Promise<void>
}

interface Process {
  opens(key: string): Promise<number>
  /** How often this process asked who a key belongs to. */
  lookUps: number
  hearing: Hearing
  close(): Promise<void>
}

let app: TestApp
let url: string
before(async () => {
  app = await startTestApp({ env: { BURST_LIMIT: '1000000' } })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  const address = new URL(String(app.services.pool.options.connectionString))
  address.pathname = `/${String(rows[0]?.name)}`
  url = address.href
})
after(() => app.close())

const opened = new Set<Process>()
// Also those of a test that failed: left open, they would keep the whole run waiting.
afterEach(async () => {
  for (const one of opened) await one.close()
})

const log = createLog({ level: 'silent' })

/** The application once more, with its own memory of keys, as another process has it. */
async function anotherProcess(): Promise<Process> {
  const database = createDatabase(url, { log, max: 4 })
  const own: Process = {
    lookUps: 0,
    hearing: { database, opens: true, stop: async () => {} },
    opens: async (key) => {
      const response = await server.app.inject({ url: '/v1/kv', headers: { authorization: `Bearer ${key}` } })
      return response.statusCode
    },
    close: async () => {
      if (!opened.delete(own)) return
      await own.hearing.stop()
      await server.app.close()
      await database.close()
    },
  }
  const counting = database.kysely.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('previous_hash')) own.lookUps += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }) as Queryable
  const server = await createHttpServer(
    { ...app.services, db: counting, pool: database.pool },
    { strictReplies: true },
  )
  const { hearing } = own
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      name === 'connect' && !hearing.opens
        ? () => Promise.reject(new Error('closed by the test'))
        : (Reflect.get(target, name) as unknown),
  })
  hearing.stop = server.authentication.hear(pool).stop
  opened.add(own)
  return own
}

/** Until it is known that each hears of changes; time passes meanwhile. */
async function heard(processes: Process[], key: string): Promise<void> {
  const all = async () => {
    for (const { opens } of processes) await opens(key)
    return processes.map(({ lookUps }) => lookUps).join()
  }
  await until(
    'processes that hear',
    async () => {
      app.clock.advance(1_000)
      await all()
      app.clock.advance(400)
      const before = await all()
      // The proof that was asked for comes in meanwhile, or in the next round.
      for (let i = 0; i < 5; i += 1) await sql`select 1`.execute(app.db)
      app.clock.advance(500)
      return (await all()) === before
    },
    { withinMs: 20_000 },
  )
}

async function newKey(): Promise<{ id: string; secret: string }> {
  const { body } = await app.post('/v1/keys', { name: 'To be revoked' })
  return { id: String(body['id']), secret: String(body['secret']) }
}

/** As a cut cable does: nobody says goodbye. */
async function cutHearing(): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like any (array['listen lodgewire_own%', 'select pg_notify($1%'])`,
  )
  await client.end()
}

describe('a revoked key', () => {
  it('is refused by every process as soon as each hears of it, while no time passes', async () => {
    const [one, two] = [await anotherProcess(), await anotherProcess()]
    const key = await newKey()
    await heard([one, two], key.secret)
    const asked = one.lookUps
    assert.deepEqual([await one.opens(key.secret), await two.opens(key.secret)], [200, 200])
    assert.equal(one.lookUps, asked, 'a key that is remembered is not asked for')
    await app.delete(`/v1/keys/${key.id}`)
    const frozen = app.clock.monotonicMs()
    for (const process of [one, two]) {
      await until('the notice', async () => (await process.opens(key.secret)) === 401, { withinMs: 20_000 })
    }
    assert.equal(app.clock.monotonicMs(), frozen)
    await one.close()
    await two.close()
  })

  it('is remembered for long while changes are heard, whoever else asks', async () => {
    const process = await anotherProcess()
    const key = await newKey()
    await heard([process], key.secret)
    const before = process.lookUps
    for (let i = 0; i < 20; i += 1) {
      app.clock.advance(300)
      assert.equal(await process.opens(key.secret), 200)
      // The proof that was asked for comes as a notice, which a busy machine takes a while for.
      await new Promise((resolve) => setTimeout(resolve, 30))
      for (let turn = 0; turn < 5; turn += 1) await sql`select 1`.execute(app.db)
    }
    // Unheard it would be seven.
    assert.ok(process.lookUps - before <= 3, `${process.lookUps - before} look-ups in 6 seconds`)
    await process.close()
  })

  it('is refused within a second where the connection that hears is lost', async () => {
    const process = await anotherProcess()
    const key = await newKey()
    await heard([process], key.secret)
    process.hearing.opens = false
    await cutHearing()
    await until('the loss', async () => {
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from pg_stat_activity where datname = current_database()
          and query like any (array['listen lodgewire_own%', 'select pg_notify($1%'])`.execute(app.db)
      return rows[0]?.count === '0'
    })
    assert.equal(await process.opens(key.secret), 200)
    await app.delete(`/v1/keys/${key.id}`)
    app.clock.advance(999)
    assert.equal(await process.opens(key.secret), 401)
    await process.close()
  })

  const sqlIsUnheard = isOnCitus() && 'a distributed database has no triggers that tell of changes by SQL'
  it(
    'is refused at once after its scopes, its workspace or its limits changed',
    { skip: sqlIsUnheard },
    async () => {
      const process = await anotherProcess()
      const { liveKey, id } = await app.addWorkspace()
      const changes: [ReturnType<typeof sql>, number][] = [
        [sql`update api_keys set scopes = '{listings:read}' where workspace_id = ${id}`, 403],
        [sql`update api_keys set scopes = null where workspace_id = ${id}`, 200],
        [sql`update api_keys set listing_ids = '{1}' where workspace_id = ${id}`, 403],
        [sql`update api_keys set listing_ids = null, connection_ids = '{1}' where workspace_id = ${id}`, 403],
        [sql`update api_keys set connection_ids = null where workspace_id = ${id}`, 200],
        [sql`update workspaces set deactivated_at = now() where id = ${id}`, 401],
      ]
      await heard([process], liveKey)
      for (const [change, status] of changes) {
        await process.opens(liveKey)
        await change.execute(app.db)
        await until(`${status}`, async () => (await process.opens(liveKey)) === status, { withinMs: 20_000 })
      }
      await process.close()
    },
  )

  it('is told of by no request that only uses it', async () => {
    const { secret, id } = await newKey()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const heardOf: (string | undefined)[] = []
    client.on('notification', ({ payload }) => heardOf.push(payload))
    await client.query('listen lodgewire_keys')
    const { authentication, app: server } = await createHttpServer(app.services)
    await authentication.authenticate(secret, '203.0.113.7')
    await authentication.flush()
    await client.query('select 1')
    assert.deepEqual(heardOf, [])
    await app.delete(`/v1/keys/${id}`)
    await client.query('select 1')
    assert.deepEqual(heardOf, [id])
    await server.close()
    await client.end()
  })
})
