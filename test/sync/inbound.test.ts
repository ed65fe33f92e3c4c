/** Webhooks of the PMS: hints that are stored before they are answered, and never believed. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '../harness/until.ts'
import type { InboundRequest } from '../../src/connector-kit/connector.ts'
import { fakeVendor } from './fake-vendor.ts'
import { basic, registrations, type Registration } from './registrations.ts'
import { startFakeWorld, startWorld, type VendorRow, type World } from './world.ts'

let world: World
let registration: Registration
let told = 0
before(async () => {
  world = await startWorld({ listings: 4, reservations: 20, seed: 5 })
  await world.connect()
  await world.startWorker()
  await world.settle()
  const found = await registrations(world)
  assert.equal(found.length, 1)
  registration = found[0] as Registration
})
after(() => world.close())
beforeEach(async () => {
  told = (await world.events()).length
})

const path = () => new URL(registration.url).pathname
const deliver = (row: { id: number }, data: object = {}, authorization?: string) =>
  world.app.post(
    path(),
    { object: 'reservation', event: 'reservation.updated', accountId: 1, data: { id: row.id, ...data } },
    { headers: { authorization: authorization ?? basic(registration) } },
  )
const book = () => world.simulator.operations.createReservation({}) as VendorRow
const news = async () => (await world.events()).slice(told)
const waiting = async () => {
  const { rows } = await sql`select from sync_fetches where entity = 'reservations'`.execute(world.app.db)
  return rows.length
}

test('the registered address is this server’s', () => {
  assert.match(registration.url, /^http:\/\/lodgewire\.test\/v1\/inbound\/hostaway\//)
})

test('a hint has the record fetched long before the next incremental reading', async () => {
  const row = book()
  assert.equal((await deliver(row)).status, 200)
  await world.pass(1)
  const events = await news()
  assert.deepEqual(
    events.map(({ type }) => type),
    ['reservation.created'],
  )
})

test('a hint whose record stands in a payload is one too', async () => {
  const row = book()
  const body = {
    object: 'reservation',
    event: 'reservation.created',
    accountId: 1,
    payload: { data: { id: row.id } },
  }
  const answer = await world.app.post(path(), body, { headers: { authorization: basic(registration) } })
  assert.equal(answer.status, 200)
  await world.pass(1)
  assert.deepEqual(
    (await news()).map(({ type }) => type),
    ['reservation.created'],
  )
})

test('what the delivery claims is not believed, and its order does not matter', async () => {
  const row = book()
  world.simulator.operations.cancelReservation(String(row.id), { cancelledBy: 'guest' })
  await deliver(row, { status: 'cancelled' })
  await world.pass(1)
  // The older delivery arrives last.
  await deliver(row, { status: 'new', totalPrice: 1 })
  await world.pass(1)
  assert.deepEqual(
    (await news()).map(({ type }) => type),
    ['reservation.created', 'reservation.cancelled'],
  )
})

test('ten deliveries for one record are one reading', async () => {
  const row = book()
  world.simulator.calls.clear()
  for (let i = 0; i < 10; i++) await deliver(row)
  assert.equal(await waiting(), 1)
  await world.pass(1)
  const reads = world.simulator.calls.list().filter((call) => call.path === `/v1/reservations/${row.id}`)
  assert.equal(reads.length, 1)
  assert.equal((await news()).length, 1)
})

test('a hint outlives the process', async () => {
  await world.stopWorker()
  const row = book()
  assert.equal((await deliver(row)).status, 200)
  await world.startWorker()
  await world.pass(1)
  assert.equal((await news()).length, 1)
})

test('forged, misdirected and unreadable deliveries are refused or ignored', async () => {
  const row = book()
  assert.equal((await deliver(row, {}, basic({ ...registration, password: 'wrong' }))).status, 401)
  assert.equal((await deliver(row, {}, 'Basic !!')).status, 401)
  const elsewhere = path().replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  assert.equal((await world.app.post(elsewhere, {})).status, 404)
  assert.equal((await world.app.post('/v1/inbound/hostaway/nonsense', {})).status, 404)
  assert.equal((await world.app.post('/v1/inbound/nobody/1-1-x', {})).status, 404)
  const strange = await world.app.post(
    path(),
    { object: 'invoice', data: {} },
    { headers: { authorization: basic(registration) } },
  )
  assert.equal(strange.status, 200)
  assert.equal(await waiting(), 0)
})

test('a message hint brings the message', async () => {
  const row = book()
  await deliver(row)
  await world.pass(1)
  told += 1
  const message = world.simulator.operations.createMessage({
    reservationId: row.id,
    body: 'Is there parking?',
    isIncoming: 1,
  }) as { conversationId: number }
  const answer = await world.app.post(
    path(),
    {
      object: 'conversationMessage',
      event: 'message.received',
      accountId: 1,
      data: { id: 1, conversationId: message.conversationId },
    },
    { headers: { authorization: basic(registration) } },
  )
  assert.equal(answer.status, 200)
  await world.pass(1)
  const [event, ...others] = await news()
  assert.deepEqual(others, [])
  assert.equal(event?.data.body, 'Is there parking?')
})

test('it is left out of the published description', async () => {
  const { body } = await world.app.get('/openapi.json')
  assert.doesNotMatch(JSON.stringify(body), /inbound/)
})

test('sending the credentials again leaves the registration as it stands', async () => {
  await world.connect()
  await world.settle()
  assert.deepEqual(await registrations(world), [registration])
  assert.equal((await deliver(book())).status, 200)
})

test('of an account that had shut us out it is made again; disconnecting removes it', async () => {
  await sql`update connections set status = 'error', action_reason = 'reauth_required'`.execute(world.app.db)
  await world.connect()
  await world.settle()
  const [renewed, ...others] = await registrations(world)
  assert.deepEqual(others, [])
  assert.notEqual(renewed?.url, registration.url)
  assert.equal((await deliver(book())).status, 404)
  await world.app.delete('/v1/connect/hostaway')
  assert.deepEqual(await registrations(world), [])
})

test('an account that is disconnected while its registration is renewed leaves none behind', async () => {
  await world.connect()
  await world.settle()
  assert.equal((await registrations(world)).length, 1)
  await world.stopWorker()
  await sql`update connections set status = 'error'`.execute(world.app.db)
  await world.connect()
  await world.app.delete('/v1/connect/hostaway')
  assert.deepEqual(await registrations(world), [])
  await world.startWorker()
})

test('a delivery is judged by the time it arrived', async () => {
  const { connector } = fakeVendor()
  const received: InboundRequest[] = []
  let url = ''
  connector.operations.inbound = {
    register: async (_, target) => {
      url = target.url
      return { externalId: '1', secrets: {} }
    },
    unregister: async () => {},
    receive: (request) => {
      received.push(request)
      return []
    },
  }
  const other = await startFakeWorld(connector)
  try {
    await other.connect()
    await other.startWorker()
    await until('the address to be registered', () => url !== '')
    await other.settle()
    assert.equal((await other.app.post(new URL(url).pathname, { id: 1 })).status, 200)
    assert.equal(received[0]?.receivedAt?.getTime(), other.app.clock.now().getTime())
  } finally {
    await other.close()
  }
})

test('the test of an address is answered while it is registered, and nothing else is', async () => {
  const { connector } = fakeVendor()
  const statuses: number[] = []
  connector.operations.inbound = {
    register: async (_, { url }) => {
      const address = new URL(url).pathname
      for (const type of ['healthcheck', 'changed'])
        statuses.push((await other.app.post(address, { type })).status)
      return { externalId: '1', secrets: {} }
    },
    unregister: async () => {},
    isHealthCheck: (body) => (body as { type?: unknown }).type === 'healthcheck',
    receive: () => assert.fail('nothing is registered yet'),
  }
  const other = await startFakeWorld(connector)
  try {
    await other.connect()
    await other.startWorker()
    await other.settle()
    assert.deepEqual(statuses, [200, 404])
  } finally {
    await other.close()
  }
})
