/**
 * Two servers share a transaction pooler with too few connections. Imports, webhooks and key revocation work, also
 * after the pooler was killed.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { runScript } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { startPgBouncer, withoutPgBouncer, type TestPooler } from '../harness/pgbouncer.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'

const lent = 6

describe('behind a pooler by transaction', { skip: withoutPgBouncer() }, () => {
  const place = testFolder()
  let database: TestDatabase
  let pooler: TestPooler
  let simulator: RunningSimulator
  let receiver: Receiver
  let servers: ServerProcess[] = []

  const settings = () => ({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    VENDOR_BASE_URLS: `hostaway=${simulator.url}`,
    ALLOW_PRIVATE_TARGETS: 'true',
    BURST_LIMIT: '100000',
    SYNC_INTERVAL_SECONDS: '1',
  })
  const [first, second] = [() => servers[0] as ServerProcess, () => servers[1] as ServerProcess]
  const ask = <T>(
    server: ServerProcess,
    method: string,
    url: string,
    body?: unknown,
    key = server.keys.liveKey,
  ) => api<T>(server, key, method, url, body)

  before(async () => {
    database = await createTestDatabase()
    pooler = await startPgBouncer(database.url, { lent })
    simulator = await startSimulator('hostaway', {
      ...{ listings: 4, reservations: 60, seed: 7 },
      rateLimit: 'off',
    })
    receiver = await startReceiver()
    servers = [await startServerProcess(place.folder, settings())]
    servers.push(await startServerProcess(place.folder, settings()))
  })
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await receiver?.close()
    await simulator?.close()
    await pooler?.close()
    await database?.drop()
    place.remove()
  })

  it('imports an account, and both servers answer many callers at once', async () => {
    const { credentials } = simulator
    const connected = await ask(first(), 'POST', '/v1/connect/hostaway/credentials', { credentials })
    assert.equal(connected.status, 200, JSON.stringify(connected.body))
    const total = async (server: ServerProcess) =>
      (await ask<{ pagination: { total: number } }>(server, 'GET', '/v1/reservations?limit=1')).body
        .pagination.total
    await until('the import to complete', async () => {
      const { body } = await ask<{ import?: { status: string } }>(first(), 'GET', '/v1/connect/hostaway')
      return body.import?.status === 'completed'
    })
    const wanted = await total(first())
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => total(index % 2 === 0 ? first() : second())),
    )
    assert.ok(wanted > 0)
    assert.deepEqual(new Set(answers), new Set([wanted]))
  })

  it('delivers what changes at the PMS', async () => {
    const made = await ask(first(), 'POST', '/v1/webhooks', {
      url: receiver.url('/hooks'),
      events: ['reservation.created'],
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    simulator.operations.createReservation({})
    await until('the delivery', () => receiver.at('/hooks').length > 0)
    assert.equal(receiver.at('/hooks').length, 1)
  })

  it('ends a key in both servers within seconds', async () => {
    const { body } = await ask<{ id: string; secret: string }>(first(), 'POST', '/v1/keys', {
      name: 'short',
      scopes: ['reservations:read'],
    })
    assert.equal((await ask(second(), 'GET', '/v1/reservations?limit=1', undefined, body.secret)).status, 200)
    const revoked = await ask(first(), 'DELETE', `/v1/keys/${body.id}`)
    assert.equal(revoked.status, 200, JSON.stringify(revoked.body))
    const at = performance.now()
    await until(
      'the key to be refused',
      async () =>
        (await ask(second(), 'GET', '/v1/reservations?limit=1', undefined, body.secret)).status === 401,
    )
    assert.ok(performance.now() - at < 5_000)
  })

  it('goes on when the pooler was killed and is there again', async () => {
    await pooler.kill()
    await until('503', async () => (await ask(first(), 'GET', '/v1/guests?limit=1')).status === 503)
    await pooler.start()
    for (const server of servers)
      await until(
        'the database to be found',
        async () => (await ask(server, 'GET', '/v1/guests?limit=1')).status === 200,
      )
  })

  it('is not started without a way past the pooler, or with one to another database', async () => {
    const other = await createTestDatabase()
    const refusalOf = async (env: Record<string, string>) => {
      const ran = runScript('src/cli.ts', ['start'], { env: { ...env, DATA_DIR: place.folder, PORT: '0' } })
      assert.notEqual(await ran.ended, 0)
      return ran.err()
    }
    try {
      assert.match(
        await refusalOf({ DATABASE_URL: pooler.url }),
        /DATABASE_URL: .* lends connections by transaction.*set DATABASE_DIRECT_URL/,
      )
      assert.match(
        await refusalOf({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: pooler.url }),
        /DATABASE_DIRECT_URL: .* lends connections by transaction/,
      )
      assert.match(
        await refusalOf({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: other.url }),
        /DATABASE_DIRECT_URL: .* another database than the one of DATABASE_URL/,
      )
      assert.match(await refusalOf({ DATABASE_DIRECT_URL: other.url }), /DATABASE_URL, which is not set/)
    } finally {
      await other.drop()
    }
  })
})
