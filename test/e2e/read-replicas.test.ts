/**
 * Two servers read from two replicas: a write through one is readable through the other at once. This holds while
 * replicas follow, one stands still, or one is killed under load.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runScript } from '../harness/child.ts'
import { createTestDatabase, databaseUrl } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { startPrimary, type TestPrimary, type TestReplica } from '../harness/streaming-replica.ts'
import { until } from '../harness/until.ts'

const token = 'metrics-of-replicas'
const callers = 4

describe('read replicas', () => {
  const place = testFolder()
  let primary: TestPrimary
  let replicas: TestReplica[]
  let servers: ServerProcess[] = []

  const settings = () => ({
    DATABASE_URL: primary.url,
    DATABASE_READ_URLS: replicas.map(({ url }) => url).join(','),
    METRICS_TOKEN: token,
    BURST_LIMIT: '1000000',
    // Otherwise most answers would come from the cache.
    PAGE_CACHE_MB: '0',
  })
  const ask = <T>(server: ServerProcess, method: string, url: string, body?: unknown) =>
    api<T>(server, server.keys.liveKey, method, url, body)

  async function used(server: ServerProcess): Promise<number> {
    const response = await fetch(`${server.baseUrl}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const [, count] = /lodgewire_read_replicas\{state="used"\} (\d+)/.exec(await response.text()) ?? []
    return Number(count)
  }

  /** Returns how often the replica looked up guests, by its own count. */
  async function reads(replica: TestReplica): Promise<number> {
    const [row] = await replica.query<{ reads: string }>(
      `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as reads from pg_stat_user_tables where relname = 'guests'`,
    )
    return Number(row?.reads ?? 0)
  }

  let made = 0
  /** Writes through one server and reads through the other; returns what was not found. */
  async function writeAndRead(until: () => boolean): Promise<{ rounds: number; missed: string[] }> {
    let rounds = 0
    const missed: string[] = []
    const caller = async (from: number) => {
      while (!until()) {
        const name = `Reader${(made += 1)}`
        const [writer, reader] = [servers[(from + rounds) % 2], servers[(from + rounds + 1) % 2]]
        if (!writer || !reader) throw new Error('there are two servers')
        const written = await ask<{ id: string }>(writer, 'POST', '/v1/guests', { firstName: name })
        assert.equal(written.status, 201, JSON.stringify(written.body))
        const read = await ask<{ data: { id: string }[] }>(reader, 'GET', `/v1/guests?limit=5&q=${name}`)
        assert.equal(read.status, 200, JSON.stringify(read.body))
        if (!read.body.data.some(({ id }) => id === written.body.id)) missed.push(name)
        rounds += 1
      }
    }
    await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
    return { rounds, missed }
  }
  const forMs = (ms: number) => {
    const end = performance.now() + ms
    return () => performance.now() > end
  }

  before(async () => {
    primary = await startPrimary()
    replicas = [await primary.replica(), await primary.replica()]
    servers = [await startServerProcess(place.folder, settings())]
    servers.push(await startServerProcess(place.folder, settings()))
  })
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await primary?.close()
    place.remove()
  })

  it('are read from, and never too old', async () => {
    for (const server of servers) await until('both to be used', async () => (await used(server)) === 2)
    const { rounds, missed } = await writeAndRead(forMs(4_000))
    assert.deepEqual(missed, [])
    // Nobody writes any more, so both replicas have caught up and are asked in turn.
    const before = await Promise.all(replicas.map(reads))
    await until('both to be asked', async () => {
      for (const server of servers) await ask(server, 'GET', '/v1/guests?limit=5')
      const after = await Promise.all(replicas.map(reads))
      return after.every((count, index) => count > (before[index] ?? 0))
    })
    assert.ok(rounds > 10, `${rounds} rounds`)
  })

  it('one that stands still is left out, and used again when it has caught up', async () => {
    const [still] = replicas
    await still?.query('select pg_wal_replay_pause()')
    const standing = writeAndRead(forMs(4_000))
    for (const server of servers) await until('it to be left out', async () => (await used(server)) === 1)
    assert.deepEqual((await standing).missed, [])
    await still?.letGoOn()
    for (const server of servers) await until('it to be used again', async () => (await used(server)) === 2)
  })

  it('one that is killed under load fails nobody, and is used when it is back', async () => {
    const [, killed] = replicas
    let isOver = false
    const load = writeAndRead(() => isOver)
    await until('some reads', async () => made > 40)
    await killed?.kill()
    for (const server of servers) await until('it to be left out', async () => (await used(server)) === 1)
    await killed?.start()
    for (const server of servers) await until('it to be used again', async () => (await used(server)) === 2)
    isOver = true
    const { rounds, missed } = await load
    assert.deepEqual(missed, [])
    assert.ok(rounds > 10, `${rounds} rounds`)
  })

  it('a server of another database is refused at the start', async () => {
    const other = await createTestDatabase()
    const refusalOf = async (env: Record<string, string>) => {
      const ran = runScript('src/cli.ts', ['start'], { env: { ...env, DATA_DIR: place.folder, PORT: '0' } })
      assert.notEqual(await ran.ended, 0)
      return ran.err()
    }
    try {
      assert.match(
        await refusalOf({ DATABASE_URL: other.url, DATABASE_READ_URLS: replicas[0]?.url ?? '' }),
        /DATABASE_READ_URLS: the server at .* has another database/,
      )
      const template = databaseUrl(primary.url, 'template1')
      assert.match(
        await refusalOf({ DATABASE_URL: primary.url, DATABASE_READ_URLS: template }),
        /DATABASE_READ_URLS: the server at .* takes writes and has no installation/,
      )
      assert.match(
        await refusalOf({ DATABASE_READ_URLS: primary.url }),
        /DATABASE_READ_URLS: .*DATABASE_URL, which is not set/,
      )
    } finally {
      await other.drop()
    }
  })
})
