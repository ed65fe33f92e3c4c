/** `/v1/health/*` while parts of a running server are taken away, and how soon it says so with default intervals. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { randomBytes } from 'node:crypto'
import { startSimulator } from '../../simulators/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, spawnServer, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { startDatabaseDoor } from '../webhooks/database-door.ts'
import { emit } from '../webhooks/events.ts'

/** Other load on the machine may add this much. */
const slackMs = 15_000

describe('the health of the parts of a running server', () => {
  const undo: (() => unknown)[] = []
  const { folder, remove } = testFolder()
  let database: Database
  let server: ServerProcess
  let databaseDoor: Awaited<ReturnType<typeof startDatabaseDoor>>
  let channelDoor: Awaited<ReturnType<typeof startDatabaseDoor>>
  let settings: Record<string, string>
  let worker: ReturnType<typeof spawnServer>
  let received = 0

  async function startWorker() {
    const started = spawnServer(path.join(folder, 'worker'), { ...settings, ROLES: 'worker' })
    await until('a worker', () => started.output().includes('a worker without an address'))
    return started
  }
  async function endWorker(signal: 'SIGKILL' | 'SIGTERM') {
    if (worker.child.exitCode !== null || worker.child.signalCode !== null) return
    const exited = once(worker.child, 'exit')
    worker.child.kill(signal)
    await exited
  }

  before(async () => {
    const simulator = await startSimulator('booking', { listings: 2, reservations: 2, rateLimit: 'off' })
    undo.push(simulator.close)
    const made = await createTestDatabase()
    undo.push(made.drop)
    databaseDoor = await startDatabaseDoor(() => made.url)
    channelDoor = await startDatabaseDoor(() => simulator.url)
    undo.push(databaseDoor.close, channelDoor.close)
    database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 2 })
    undo.push(database.close)
    settings = {
      ...simulator.partner,
      DATABASE_URL: databaseDoor.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      VENDOR_BASE_URLS: `booking=${channelDoor.url.replace(/\/$/, '')}`,
      ALLOW_PRIVATE_TARGETS: 'true',
    }
    server = await startServerProcess(path.join(folder, 'server'), { ...settings, ROLES: 'api' })
    undo.push(server.stop)
    worker = await startWorker()
    undo.push(() => endWorker('SIGTERM'))
    const receiver = createServer((_request, response) => {
      received += 1
      response.writeHead(200).end()
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    undo.push(async () => {
      receiver.closeAllConnections()
      receiver.close()
      await once(receiver, 'close')
    })
    const call = (url: string, body: object) => api<object>(server, server.keys.liveKey, 'POST', url, body)
    const { port } = receiver.address() as AddressInfo
    const hook = await call('/v1/webhooks', {
      url: `http://127.0.0.1:${port}/`,
      events: ['reservation.created'],
    })
    assert.equal(hook.status, 201, JSON.stringify(hook.body))
    const { credentials } = simulator
    const connected = await call('/v1/connect/booking/credentials', { credentials })
    assert.ok([200, 201].includes(connected.status), JSON.stringify(connected.body))
    await until('the channel to be read', async () => {
      const { rows } = await database.pool.query(
        `select from sync_runs where state in ('completed', 'partial')`,
      )
      return rows.length > 0
    })
  })
  after(async () => {
    for (const one of undo.toReversed()) await one()
    remove()
  })

  const healthOf = async (part: string) => {
    const answer = await fetch(`${server.baseUrl}/v1/health/${part}`)
    const { status } = (await answer.json()) as { status: string }
    return { http: answer.status, status }
  }
  const parts = ['auth', 'webhooks', 'channels/booking']
  const allOk = () =>
    until('all to be well', async () =>
      (await Promise.all(parts.map(healthOf))).every(({ status }) => status === 'ok'),
    )
  /** Measures how long it takes until the part has one of these statuses. */
  async function toldAs(part: string, statuses: string[], withinMs: number): Promise<number> {
    const begun = performance.now()
    const found = await until(`${part} to be ${statuses.join(' or ')}`, async () => {
      const { http, status } = await healthOf(part)
      return statuses.includes(status) ? { http, status } : null
    })
    const isChannel = part.startsWith('channels/')
    assert.equal(found.http, isChannel && found.status !== 'ok' ? 503 : 200)
    const ms = performance.now() - begun
    console.log(`# ${part} is told as ${found.status} after ${(ms / 1000).toFixed(1)} s`)
    assert.ok(ms < withinMs + slackMs, `${part} was told as ${found.status} after ${ms} ms`)
    return ms
  }
  const emitOne = () =>
    emit({ db: database.kysely, clock: systemClock }, { workspaceId: server.keys.workspaceId }, [{}])

  it('is well while all of them work', async () => {
    await allOk()
    await emitOne()
    await until('a delivery', () => received === 1)
    assert.equal((await healthOf('webhooks')).status, 'ok')
  })

  it('tells that the worker that delivers was killed, and that another one delivers', async () => {
    await allOk()
    await endWorker('SIGKILL')
    await emitOne()
    await toldAs('webhooks', ['degraded', 'down'], 15_000)
    assert.equal((await healthOf('auth')).status, 'ok')
    await toldAs('webhooks', ['down'], 55_000)
    worker = await startWorker()
    await toldAs('webhooks', ['ok'], 10_000)
    await until('the delivery', () => received === 2)
  })

  it('tells that a channel cannot be reached, and that it can again', async () => {
    await allOk()
    await channelDoor.shut()
    await toldAs('channels/booking', ['down'], 60_000)
    assert.deepEqual(await healthOf('channels/airbnb'), { http: 200, status: 'ok' })
    await channelDoor.open()
    await toldAs('channels/booking', ['ok'], 90_000)
  })

  it('tells that the database is away, and that it is back', async () => {
    await allOk()
    await databaseDoor.shut()
    await Promise.all(parts.map((part) => toldAs(part, ['down'], 8_000)))
    await databaseDoor.open()
    await toldAs('auth', ['ok'], 10_000)
    await allOk()
  })
})
