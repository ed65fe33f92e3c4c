/**
 * The primary is lost and a standby takes its place: two servers behind an address that follows the primary find it by themselves,
 * and replicas change their roles.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { execute } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { startPrimary, type TestPrimary, type TestReplica } from '../harness/streaming-replica.ts'
import { until } from '../harness/until.ts'
import { startVirtualAddress, type VirtualAddress } from '../harness/virtual-address.ts'

/**
 * Eight seconds on a machine at rest. A process that had no processor meanwhile counts anew; without the watch it takes a quarter of an hour.
 */
const longestAnswerMs = 45_000

const token = 'metrics-of-failover'

interface Envelope {
  error?: { code: string; message: string }
}

describe('a primary that falls silent', () => {
  const place = testFolder()
  let primary: TestPrimary
  let standby: TestReplica
  let address: VirtualAddress
  let server: ServerProcess

  before(async () => {
    primary = await startPrimary()
    standby = await primary.replica()
    address = await startVirtualAddress(primary.url)
    server = await startServerProcess(place.folder, { DATABASE_URL: address.url, PAGE_CACHE_MB: '0' })
  })
  after(async () => {
    primary.thaw()
    await server?.kill()
    await address?.close()
    await primary?.close()
    place.remove()
  })

  const ask = async (method: string, url: string, body?: unknown) => {
    const began = performance.now()
    const { status, body: answer } = await api<Envelope>(server, server.keys.liveKey, method, url, body)
    return { status, answer, ms: performance.now() - began }
  }
  const write = () => ask('POST', '/v1/guests', { firstName: 'Ada' })

  it('is not taken for a server that follows it', async () => {
    assert.equal((await write()).status, 201)
    address.pointTo(standby.url)
    await breakConnections(primary.url)
    await until('a read to be refused', async () => (await ask('GET', '/v1/guests')).status === 503)
    assert.equal((await write()).answer.error?.code, 'service_unavailable')
    assert.match(server.output(), /"reason":"the server follows another one and takes no writes"/)
    address.pointTo(primary.url)
    await until('a write to be taken', async () => (await write()).status === 201)
  })

  it('keeps nobody waiting for ten seconds, and is left once the address leads elsewhere', async () => {
    primary.freeze()
    const waiting = Array.from({ length: 30 }, (_, at) => (at % 2 ? write() : ask('GET', '/v1/guests')))
    for (const { status, answer, ms } of await Promise.all(waiting)) {
      assert.deepEqual([status, answer.error?.code], [503, 'service_unavailable'])
      assert.ok(ms < longestAnswerMs, `${ms} ms`)
    }
    await standby.promote()
    address.pointTo(standby.url)
    await until('a write to be taken', async () => (await write()).status === 201, { withinMs: 30_000 })
  })
})

const breakConnections = (url: string) =>
  execute(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'lodgewire%'`,
  )

describe('replicas that change their roles', () => {
  const place = testFolder()
  let primary: TestPrimary
  let [first, second] = [] as TestReplica[]
  let address: VirtualAddress
  let server: ServerProcess

  before(async () => {
    primary = await startPrimary()
    first = await primary.replica()
    second = await primary.replica()
    address = await startVirtualAddress(primary.url)
    server = await start()
  })
  after(async () => {
    await server?.kill()
    await address?.close()
    await primary?.close()
    place.remove()
  })

  const start = () =>
    startServerProcess(place.folder, {
      DATABASE_URL: address.url,
      DATABASE_READ_URLS: [first?.url, second?.url].join(','),
      METRICS_TOKEN: token,
      PAGE_CACHE_MB: '0',
      LOG_LEVEL: 'info',
    })
  async function used(): Promise<number> {
    const response = await fetch(`${server.baseUrl}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return Number(/lodgewire_read_replicas\{state="used"\} (\d+)/.exec(await response.text())?.[1])
  }
  const write = () =>
    api<{ id: string }>(server, server.keys.liveKey, 'POST', '/v1/guests', { firstName: 'Ada' })

  it('leave out the one that is promoted and those that do not follow it, and nobody reads what is gone', async () => {
    assert.ok(first && second)
    await until('both to be used', async () => (await used()) === 2)
    // The other one keeps what this one never had.
    await first.kill()
    const lost = await write()
    assert.equal(lost.status, 201)
    await until('one to have it', async () => {
      const rows = await second?.query(`select from guests where first_name = 'Ada'`)
      return rows?.length === 1
    })
    primary.kill()
    await first.start()
    await first.promote()
    address.pointTo(first.url)
    await until('a write to be taken', async () => (await write()).status === 201, { withinMs: 30_000 })
    for (let asked = 0; asked < 40; asked += 1) {
      const { status, body } = await api<{ data: { id: string }[] }>(
        server,
        server.keys.liveKey,
        'GET',
        '/v1/guests',
      )
      assert.equal(status, 200)
      assert.equal(body.data.length, 1)
    }
    await until('both to be left out', async () => (await used()) === 0)
    // They were left out when the primary was lost, and are looked at once a second.
    await until('the reason to be told', () =>
      /"reason":"it takes writes, so it is the primary or was promoted"/.test(server.output()),
    )
  })

  it('do not keep a server from starting', async () => {
    await server.stop()
    server = await start()
    assert.equal((await write()).status, 201)
    assert.equal(await used(), 0)
  })
})
