/** A database that is away: said once, answered 503, and nobody has to start anything again when it is back. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, databaseUrl, execute, type TestDatabase } from '../harness/database.ts'
import { freePort } from '../harness/free-port.ts'
import { testFolder } from '../harness/folder.ts'
import { api, spawnServer, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { startDatabaseDoor } from '../webhooks/database-door.ts'

interface Refusal {
  status?: string
  error: { code: string; message: string; retry_after: number }
}

const get = async (baseUrl: string, path: string, key?: string) => {
  const response = await fetch(`${baseUrl}${path}`, {
    headers: key ? { authorization: `Bearer ${key}` } : {},
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Refusal }
}

const lines = (output: string, pattern: RegExp) => output.split('\n').filter((line) => pattern.test(line))

describe('a database that goes away', () => {
  let database: TestDatabase
  let door: Awaited<ReturnType<typeof startDatabaseDoor>>
  let server: ServerProcess
  const { folder, remove } = testFolder()

  before(async () => {
    database = await createTestDatabase()
    door = await startDatabaseDoor(() => database.url)
    server = await startServerProcess(folder, { DATABASE_URL: door.url, DRAIN_SECONDS: '1' })
  })
  after(async () => {
    if (server.child.exitCode === null) await server.kill()
    await door.close()
    await database.drop()
    remove()
  })

  it('is 503 with a time to come back, one line in the log, and over by itself', async () => {
    const { sandboxKey, liveKey } = server.keys
    assert.equal((await get(server.baseUrl, '/v1/health/ready')).status, 200)
    for (let outage = 1; outage <= 2; outage += 1) {
      await door.shut()
      for (let asked = 0; asked < 20; asked += 1) {
        for (const key of [sandboxKey, liveKey]) {
          const { status, headers, body } = await get(server.baseUrl, '/v1/listings', key)
          assert.deepEqual([status, body.error.code], [503, 'service_unavailable'])
          assert.equal(headers.get('retry-after'), String(body.error.retry_after))
          assert.ok(headers.get('x-request-id'))
        }
      }
      const ready = await get(server.baseUrl, '/v1/health/ready')
      assert.deepEqual([ready.status, ready.body.error.code], [503, 'service_unavailable'])
      assert.match(ready.body.error.message, /database/)
      const alive = await get(server.baseUrl, '/v1/health')
      assert.deepEqual([alive.status, alive.body.status], [200, 'ok'])
      const unknown = await get(server.baseUrl, '/v1/listings')
      assert.equal(unknown.status, 401, 'what needs no database is answered')

      await door.open()
      await until(
        'the database is told to be back',
        () => lines(server.output(), /is back/).length === outage,
      )
      assert.equal((await get(server.baseUrl, '/v1/health/ready')).status, 200)
      assert.equal((await get(server.baseUrl, '/v1/listings', sandboxKey)).status, 200)
      assert.equal(lines(server.output(), /cannot be reached/).length, outage)
      const told = lines(server.output(), /"level":"(?:warn|error)"/)
      assert.equal(told.length, outage * 2, told.join('\n'))
      assert.doesNotMatch(server.output(), /\n +at /)
    }
  })

  it('workers go on, too', async () => {
    const key = server.keys.sandboxKey
    const wanted = { url: 'https://nobody.invalid/hook', events: ['*'] }
    const { body: webhook } = await api<{ id: string }>(server, key, 'POST', '/v1/webhooks', wanted)
    const { body: listings } = await api<{ data: { id: string }[] }>(server, key, 'GET', '/v1/listings')
    await api(server, key, 'PATCH', `/v1/listings/${listings.data[0]?.id}`, { active: false })
    const path = `/v1/webhooks/${webhook.id}/deliveries`
    await until('a delivery that was tried', async () => {
      const { body } = await api<{ data: unknown[] }>(server, key, 'GET', path)
      return body.data.length > 0
    })
  })

  it('one that takes no writes answers what is read, and says of a write to come back', async () => {
    const { pathname } = new URL(database.url)
    const set = async (what: string) => {
      const elsewhere = databaseUrl(database.url, 'postgres')
      await execute(elsewhere, `alter database ${pathname.slice(1)} ${what}`)
      await execute(
        elsewhere,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${pathname.slice(1)}'`,
      )
    }
    const write = () =>
      api<Refusal>(server, server.keys.sandboxKey, 'POST', '/v1/guests', { firstName: 'Ada' })
    await set('set default_transaction_read_only = on')
    await until('the write to be refused', async () => {
      const { status, body } = await write()
      return status === 503 && /takes no writes/.test(body.error.message)
    })
    assert.equal((await get(server.baseUrl, '/v1/listings', server.keys.sandboxKey)).status, 200)
    assert.match(server.output(), /"reason":"[^"]*read-only transaction","refusedWrites":1,/)
    await set('reset default_transaction_read_only')
    await until('a write to be taken', async () => (await write()).status === 201)
  })

  it('a server that was told to stop says so to load balancers before it hangs up', async () => {
    const stopped = server.stop()
    await until('the answer of a server that drains', async () => {
      const { status, body } = await get(server.baseUrl, '/v1/health/ready')
      return status === 503 && /draining/.test(body.error.message)
    })
    assert.equal((await get(server.baseUrl, '/v1/health')).status, 200)
    assert.equal((await get(server.baseUrl, '/v1/listings', server.keys.sandboxKey)).status, 200)
    assert.equal(await stopped, 0)
  })
})

describe('a database that is not there yet', () => {
  it('is waited for, with an answer for who asks meanwhile', async () => {
    const database = await createTestDatabase()
    const door = await startDatabaseDoor(() => database.url)
    await door.shut()
    const { folder, remove } = testFolder()
    const port = await freePort()
    const { child, output } = spawnServer(folder, { DATABASE_URL: door.url, PORT: String(port) })
    try {
      await until('the line', () => /waiting for the database/.test(output()))
      const { status, body } = await get(`http://127.0.0.1:${port}`, '/v1/health/ready')
      assert.deepEqual([status, body.error.message], [503, 'The server is starting.'])
      assert.equal((await get(`http://127.0.0.1:${port}`, '/v1/health')).status, 200)
      await door.open()
      await until('the ready line', () => /Lodgewire is ready/.test(output()))
      assert.equal(lines(output(), /waiting for the database/).length, 1)
      assert.equal(lines(output(), /the database is there/).length, 1)
    } finally {
      child.kill('SIGTERM')
      await until('the end', () => child.exitCode !== null)
      await door.close()
      await database.drop()
      remove()
    }
  })

  it('does not keep a server from being stopped', async () => {
    const { folder, remove } = testFolder()
    const { child, output } = spawnServer(folder, { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })
    await until('the line', () => /waiting for the database/.test(output()))
    child.kill('SIGTERM')
    await until('the end', () => child.exitCode !== null)
    assert.equal(child.exitCode, 0)
    remove()
  })
})
