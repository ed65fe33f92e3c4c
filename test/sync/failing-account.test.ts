/** What a vendor's failure does to a connected account, seen through the API. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { errorOf } from '../bookings/pms-world.ts'
import { answerWith, openFaultyProxy, outages, type FaultyAnswer, type FaultyProxy } from './faulty-proxy.ts'
import { startWorld, type ShownConnection, type VendorRow, type World } from './world.ts'

let world: World
let proxy: FaultyProxy

/** Identities that the sync engine made wait. */
const blocked: string[] = []

async function start(vendor: string): Promise<void> {
  world = await startWorld(
    { listings: 2, reservations: 8, seed: 4 },
    {
      vendor,
      async inFrontOf(url) {
        proxy = await openFaultyProxy(url)
        return proxy.url
      },
    },
  )
  await world.startWorker({ take: async () => {}, block: async (identity) => void blocked.push(identity) })
  await world.connect()
  await world.settle()
}

async function stop(): Promise<void> {
  await world.close()
  await proxy.close()
}

async function isStored(externalId: string): Promise<boolean> {
  const { rows } = await sql`
    select from reservations
    where workspace_id = ${world.app.workspace.id} and external_id = ${externalId}`.execute(world.app.db)
  return rows.length === 1
}

const createBooking = (fields: object = {}) =>
  world.simulator.operations.createReservation(fields) as VendorRow

describe('an account at Hostaway', { concurrency: false }, () => {
  before(() => start('hostaway'))
  after(stop)
  afterEach(() => {
    proxy.fault = undefined
  })

  const account = () => world.get<ShownConnection>('/v1/connect/hostaway')

  it('stays connected while a firewall answers its data calls, and is read afterwards', async () => {
    const firewall = outages['a firewall’s page with 403'] as FaultyAnswer
    proxy.fault = (request, response) =>
      request.url?.startsWith('/v1/accessTokens') ? 'pass' : firewall(request, response)
    proxy.calls = []
    await world.pass(61)
    await world.pass(14)
    assert.ok(proxy.calls.includes('GET /v1/reservations'))
    assert.equal((await account()).action, null)
    proxy.fault = undefined
    const booking = createBooking()
    await world.pass(120)
    assert.equal(await isStored(String(booking.id)), true)
    assert.deepEqual([(await account()).status, (await account()).action], ['active', null])
    const { rows } = await sql`
      select from events
      where workspace_id = ${world.app.workspace.id} and type = 'account.disconnected'`.execute(world.app.db)
    assert.equal(rows.length, 0)
  })

  it('passes on why a change was refused with 403, and stays connected', async () => {
    // The channel 2000 is a direct booking, which the server itself would let anybody change.
    const booking = createBooking({ channelId: 2000 })
    await world.pass(61)
    const { rows } = await sql<{ id: string }>`
      select id from reservations
      where workspace_id = ${world.app.workspace.id} and external_id = ${String(booking.id)}`.execute(
      world.app.db,
    )
    const words = 'This reservation is managed by the channel and cannot be updated'
    const refuse = answerWith(403, JSON.stringify({ status: 'fail', message: words }))
    proxy.fault = (request, response) => (request.method === 'PUT' ? refuse(request, response) : 'pass')
    const answer = await world.app.call('PATCH', `/v1/reservations/${rows[0]?.id}`, {
      body: { guestCount: 3 },
    })
    const error = errorOf(answer, 409, 'reservation_owned_by_channel')
    assert.match(String(error['message']), new RegExp(words))
    assert.deepEqual([(await account()).status, (await account()).action], ['active', null])
  })
})

describe('an account at Hospitable', { concurrency: false }, () => {
  before(() => start('hospitable'))
  after(stop)

  it('goes on while the limit of one thread is used up, and reads that thread later', async () => {
    const { conversations } = world.simulator.operations.state(new Set()) as unknown as {
      conversations: { id: string; reservationId: string }[]
    }
    const [thread] = conversations
    assert.ok(thread)
    const threadPath = `/v2/reservations/${thread.reservationId}/messages`
    const tooMany = answerWith(429, '{"message":"Too many requests."}', { 'retry-after': '59' })
    proxy.fault = (request, response) =>
      request.url?.startsWith(threadPath) ? tooMany(request, response) : 'pass'
    proxy.calls = []
    blocked.length = 0
    const body = 'When may we come?'
    world.simulator.operations.createMessage({ conversationId: thread.id, body })
    const booking = createBooking()
    await world.pass(61)
    assert.equal(await isStored(String(booking.id)), true)
    const callsToThread = () => proxy.calls.filter((call) => call === `GET ${threadPath}`).length
    assert.equal(callsToThread(), 1)
    assert.deepEqual(blocked, [])
    proxy.fault = undefined
    await world.pass(30)
    assert.equal(callsToThread(), 1)
    await world.pass(31)
    const { rows } = await sql`
      select from messages where workspace_id = ${world.app.workspace.id} and body = ${body}`.execute(
      world.app.db,
    )
    assert.equal(rows.length, 1)
  })
})
