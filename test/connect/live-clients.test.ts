/** One client for each connection, and never one with access that was taken back. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callConnection, connectionAccess, type ConnectionAccess } from '../../src/upstream/access.ts'
import type { VendorContext } from '../../src/connector-kit/connector.ts'
import { rememberSettings } from '../../src/connector-kit/remember.ts'
import { createDatabase } from '../../src/platform/db.ts'
import type { AuthSession } from '../../src/connector-kit/auth/auth.ts'
import { sharedSession, storedSession } from '../../src/upstream/session.ts'
import { createLiveClients } from '../../src/upstream/live-clients.ts'
import { workerServices } from '../../src/upstream/worker-services.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { vendorCallsOf } from '../harness/vendor-calls.ts'
import { startWorld, unlimited, type World } from '../sync/world.ts'

let world: World
let connectionId: string
before(async () => {
  world = await startWorld({ listings: 2, reservations: 5 })
  connectionId = await world.connect()
})
after(() => world.close())

const access = async (): Promise<ConnectionAccess> => {
  const found = await connectionAccess(world.services, world.app.scope, connectionId)
  assert.ok(found)
  return found
}
const probe = (context: VendorContext) => context.http.get('/v1/listings', { query: { limit: 1 } })
const probed = async (given?: ConnectionAccess) => callConnection(given ?? (await access()), probe, unlimited)
const calls = async (work: () => Promise<unknown>) =>
  (await vendorCallsOf(world.simulator, work)).calls.map(({ path }) => path)

test('many requests share one client and what it remembers of the settings', async () => {
  let asked = 0
  const names = (context: VendorContext) =>
    rememberSettings(context, 'names', 60_000, async () => (asked += 1))
  for (let i = 0; i < 3; i += 1) assert.equal(await callConnection(await access(), names, unlimited), 1)
  assert.deepEqual([asked, world.services.clients.size()], [1, 1])
  world.app.clock.advance(61_000)
  assert.equal(await callConnection(await access(), names, unlimited), 2)
})

test('once it was cut, by another process even, nobody calls with the access that it had', async () => {
  await probed()
  const early = await access()
  // Another process: it has the same database, and this one hears nothing of it.
  const { rows } = await world.services.pool.query<{ credentials: Buffer }>(
    'select credentials from connections where id = $1',
    [connectionId],
  )
  await world.services.pool.query(
    `update connections set credentials = null, session = null, status = 'disconnected' where id = $1`,
    [connectionId],
  )
  const isCut = (error: unknown) => error instanceof VendorError && error.kind === 'credentials'
  assert.deepEqual(await calls(async () => assert.rejects(probed(), isCut)), [])
  assert.equal(world.services.clients.size(), 0, 'its access is not kept either')
  // Nothing is opened with what was read before.
  assert.deepEqual(await calls(async () => assert.rejects(probed(early), isCut)), [])
  await world.services.pool.query(
    `update connections set credentials = $2, status = 'active' where id = $1`,
    [connectionId, rows[0]?.credentials],
  )
  await probed()
})

test('connecting again makes a new client, which nobody with older access takes back', async () => {
  const early = await access()
  await probed(early)
  let asked = 0
  const names = (context: VendorContext) =>
    rememberSettings(context, 'after', 60_000, async () => (asked += 1))
  await callConnection(early, names, unlimited)
  await world.connect()
  await callConnection(await access(), names, unlimited)
  assert.equal(asked, 2, 'what the client before it remembered is gone')
  await callConnection(early, names, unlimited)
  await callConnection(await access(), names, unlimited)
  assert.deepEqual([asked, world.services.clients.size()], [2, 1])
})

test('work that hangs up ends its own calls, not those of others', async () => {
  const { scope, connector, connection } = await access()
  const work = { budget: unlimited, sleep: async () => {}, use: 'request' as const }
  const [mine, theirs] = await Promise.all([
    world.services.clients.lend(scope, connector, connection, work),
    world.services.clients.lend(scope, connector, connection, work),
  ])
  assert.equal(world.services.clients.size(), 1)
  await mine.get('/v1/listings', { query: { limit: 1 } })
  await mine.close()
  await assert.rejects(mine.get('/v1/listings'), VendorError)
  await theirs.get('/v1/listings', { query: { limit: 1 } })
  await theirs.close()
})

test('after a stop nobody is called, and a sandbox never gets a client of a vendor', async () => {
  const { scope, connector, connection } = await access()
  const own = createLiveClients(world.services)
  const work = { budget: unlimited, sleep: async () => {}, use: 'request' as const }
  await assert.rejects(own.lend(world.app.workspace.sandbox, connector, connection, work), /sandbox/)
  const client = await own.lend(scope, connector, connection, work)
  await own.close()
  await assert.rejects(client.get('/v1/listings'), VendorError)
  await assert.rejects(own.lend(scope, connector, connection, work), VendorError)
})

test('workers get their clients while callers keep every connection that callers have', async () => {
  const { services } = world
  const { scope, connector, connection } = await access()
  const { connectionString, max } = services.pool.options
  assert.ok(connectionString && max)
  const own = createDatabase(connectionString, { log: services.log, max: 2 })
  const workers = workerServices(services, own)
  const held = await Promise.all(Array.from({ length: max }, () => services.pool.connect()))
  try {
    const client = await workers.clients.lend(scope, connector, connection, {
      budget: workers.clients.budget,
      sleep: async () => {},
      use: 'request' as const,
    })
    await client.get('/v1/listings', { query: { limit: 1 } })
    await client.close()
  } finally {
    for (const one of held) one.release()
    await workers.clients.close()
    await own.close()
  }
})

test('accesses that end at the same time are renewed, though more are than there are connections', async () => {
  const { services } = world
  const { scope } = await access()
  const { connectionString } = services.pool.options
  assert.ok(connectionString)
  const { kysely: db, pool, close } = createDatabase(connectionString, { log: services.log, max: 3 })
  const place = { ...services, db, pool }
  const shared = Array.from({ length: 6 }, () => sharedSession(place, 'one for all'))
  const own = Array.from({ length: 6 }, (_, n) =>
    storedSession({ ...place, scope, connectionId: String(900 + n) }),
  )
  const renewed: number[] = []
  const renew = async (session: AuthSession, n: number) => {
    await session.load()
    renewed.push(n)
  }
  try {
    await Promise.all([...shared, ...own].map((session, n) => session.lock(() => renew(session, n))))
    assert.equal(renewed.length, 12)
    // What fails keeps nobody from trying.
    const failing = shared.map((session) => session.lock(() => Promise.reject(new Error('refused'))))
    assert.ok((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected'))
  } finally {
    await close()
  }
})
