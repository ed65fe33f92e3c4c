/** Access that is refused: doubted first, believed when it is refused again, tried by itself until it is accepted. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { connectors } from '../../src/connectors/index.ts'
import type { Connection } from '../../src/contract/connection.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { until } from '../harness/until.ts'
import {
  answerWith,
  isTokenCall,
  openFaultyProxy,
  type FaultyAnswer,
  type FaultyProxy,
} from './faulty-proxy.ts'
import { startWorld, type World } from './world.ts'

const minute = 60_000
/** They grow by a rule for all vendors, so only one of these is seen through all of them. */
const allPauses = [5, 10, 20, 40, 60, 60]
/** Their token is the server's own, which all accounts share. */
const shared = new Set(['booking', 'vrbo'])

const unauthorized =
  (vendor: string): FaultyAnswer =>
  (request, response) => {
    if (shared.has(vendor) && isTokenCall(request.url)) return 'pass'
    // The clock of a test is not that of the machine.
    response.sendDate = false
    return answerWith(401, '{"message":"Unauthorized"}')(request, response)
  }

interface RefusingWorld extends World {
  proxy: FaultyProxy
  /** From now on nothing is accepted. */
  refuse(): void
}

async function startRefusingWorld(vendor: string): Promise<RefusingWorld> {
  let proxy: FaultyProxy | undefined
  const world = await startWorld(
    { listings: 2, reservations: 6, seed: 4 },
    {
      vendor,
      async inFrontOf(url) {
        proxy = await openFaultyProxy(url)
        return proxy.url
      },
    },
  )
  const refusing = proxy
  assert.ok(refusing)
  await world.startWorker()
  await world.connect()
  await world.settle()
  return {
    ...world,
    proxy: refusing,
    refuse: () => void (refusing.fault = unauthorized(vendor)),
    pass(seconds) {
      world.simulator.clock.advanceSeconds(seconds)
      return world.pass(seconds)
    },
  }
}

async function closeRefusingWorld(world: RefusingWorld): Promise<void> {
  await world.close()
  await world.proxy.close()
}

async function account(world: World): Promise<Connection> {
  const [row] = await world.all<Connection>('/v1/connect')
  assert.ok(row)
  return row
}

async function storedStays({ app }: World): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reservations where workspace_id = ${app.workspace.id}`.execute(app.db)
  return rows[0]?.count ?? 0
}

async function accountEvents({ app }: World): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where workspace_id = ${app.workspace.id} and type like 'account.%'
    order by sequence`.execute(app.db)
  return rows.map(({ type }) => type)
}

const nextTryInMs = async (world: World): Promise<number> => {
  const { accessTrouble } = await account(world)
  assert.ok(accessTrouble, 'nothing is wrong')
  return Date.parse(accessTrouble.nextTryAt) - world.app.clock.now().getTime()
}

async function refuseTwice(world: RefusingWorld): Promise<void> {
  world.refuse()
  await world.pass(61)
  await world.pass(301)
  assert.equal((await account(world)).status, 'error')
}

for (const vendor of Object.keys(connectors)) {
  describe(`${vendor}, when it refuses the access`, { concurrency: false }, () => {
    let world: RefusingWorld
    before(async () => {
      world = await startRefusingWorld(vendor)
    })
    after(() => closeRefusingWorld(world))

    it('stays connected after one refusal, and nothing comes of it when the next call is accepted', async () => {
      world.refuse()
      await world.pass(61)
      const { status, action, accessTrouble } = await account(world)
      assert.deepEqual([status, action, accessTrouble?.state], ['active', null, 'in_doubt'])
      const waitMs = await nextTryInMs(world)
      assert.ok(waitMs >= 2 * minute && waitMs <= 5 * minute, String(waitMs))
      world.proxy.fault = undefined
      await world.pass(301)
      assert.equal((await account(world)).accessTrouble, null)
      assert.deepEqual(await accountEvents(world), ['account.created'])
    })

    it('is shut out by the second refusal, and tried with growing pauses at a call or two each', async () => {
      world.refuse()
      await world.pass(61)
      assert.equal((await account(world)).status, 'active')
      await world.pass(301)
      const { status, action, accessTrouble } = await account(world)
      assert.deepEqual(
        [status, action?.reason, accessTrouble?.state],
        ['error', 'reauth_required', 'refused'],
      )
      for (const full of vendor === 'hostaway' ? allPauses : allPauses.slice(0, 2)) {
        const waitMs = await nextTryInMs(world)
        assert.ok(waitMs >= 0.8 * full * minute && waitMs <= full * minute, `${waitMs} of ${full}`)
        // What is planned outlasts the process.
        await world.stopWorker()
        await world.startWorker()
        world.proxy.calls = []
        await world.pass(waitMs / 1000 - 1)
        assert.deepEqual(world.proxy.calls, [])
        await world.pass(1)
        const isCounted = (call: string) => !(shared.has(vendor) && isTokenCall(call.split(' ')[1]))
        const { length } = world.proxy.calls.filter(isCounted)
        assert.ok(length >= 1 && length <= 2, world.proxy.calls.join())
      }
      assert.deepEqual(await accountEvents(world), ['account.created', 'account.disconnected'])
    })

    it('heals by itself, and reads what was missed', async () => {
      const known = await storedStays(world)
      world.simulator.operations.createReservation({})
      world.proxy.fault = undefined
      await world.pass((await nextTryInMs(world)) / 1000)
      const { status, action, accessTrouble, fixUrl } = await account(world)
      assert.deepEqual([status, action, accessTrouble, fixUrl], ['active', null, null, undefined])
      assert.deepEqual(await accountEvents(world), [
        'account.created',
        'account.disconnected',
        'account.created',
      ])
      // Some vendors list a booking a little after it was made.
      await until('the booking to be stored', async () => {
        await world.pass(30)
        return (await storedStays(world)) > known
      })
    })

    it('is left alone once somebody disconnects it', async () => {
      await refuseTwice(world)
      assert.equal((await world.app.delete(`/v1/connect/${vendor}`)).status, 200)
      world.proxy.calls = []
      await world.pass(2 * 3600)
      assert.deepEqual(world.proxy.calls, [])
      assert.equal((await account(world)).accessTrouble, null)
    })
  })
}

describe('calls that somebody waits for', { concurrency: false }, () => {
  let world: RefusingWorld
  let reservation: string
  let guestCount = 2
  before(async () => {
    world = await startRefusingWorld('hostaway')
    world.simulator.operations.createReservation({ channelId: 2000, numberOfGuests: guestCount })
    await world.pass(61)
    const stays = await world.all<{ id: string; source: string }>('/v1/reservations')
    // Other stays belong to their channels.
    reservation = String(stays.find(({ source }) => source === 'direct')?.id)
  })
  after(() => closeRefusingWorld(world))

  /** Something that is read at the vendor while the caller waits, and changes nothing. */
  const ask = (seconds = 1) =>
    world.app.get(`/v1/reservations/${reservation}?max_age=${seconds}&require_fresh=true`)
  const write = () =>
    world.app.call('PATCH', `/v1/reservations/${reservation}`, { body: { guestCount: (guestCount += 1) } })

  it('count as refusals by the same rule, and are answered at once', async () => {
    await world.stopWorker()
    world.refuse()
    errorOf(await write(), 403, 'connection_reauth_required')
    assert.equal((await account(world)).accessTrouble?.state, 'in_doubt')
    world.app.clock.advance(minute)
    errorOf(await write(), 403, 'connection_reauth_required')
    await world.startWorker()
    await world.settle()
    assert.equal((await account(world)).status, 'active')
    await world.stopWorker()
    world.app.clock.advance(minute)
    errorOf(await write(), 403, 'connection_reauth_required')
    world.proxy.calls = []
    await world.startWorker()
    await world.settle()
    assert.equal((await account(world)).status, 'error')
    assert.deepEqual(world.proxy.calls, [])
    assert.deepEqual(await accountEvents(world), ['account.created', 'account.disconnected'])
  })

  it('write again once the account has healed', async () => {
    errorOf(await write(), 403, 'connection_reauth_required')
    world.proxy.fault = undefined
    await world.pass((await nextTryInMs(world)) / 1000)
    assert.equal((await write()).status, 200)
  })

  it('end a doubt when they are accepted', async () => {
    await world.stopWorker()
    world.refuse()
    errorOf(await write(), 403, 'connection_reauth_required')
    world.proxy.fault = undefined
    world.app.clock.advance(minute)
    // The vendor's limit counts in real time, so the first answers may be that there was none yet.
    await until('the vendor to be read', async () => (await ask()).status === 200)
    assert.equal((await account(world)).accessTrouble, null)
  })
})
