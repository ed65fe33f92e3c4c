/** What is told in the 72 hours after a cutover for which somebody asked to watch the old system. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freePlaces } from '../../src/platform/fairness/turns-sql.ts'
import type { Connector } from '../../src/connector-kit/connector.ts'
import { runWatchLook } from '../../src/features/migrations/watch/run-watch-look.ts'
import { claimWatches, hasWatchLease } from '../../src/features/migrations/watch/queries.ts'
import { startMigrationWatches } from '../../src/features/migrations/watch/worker.ts'
import { until } from '../harness/until.ts'
import { hour, keeps, minute, refusal, startWatchWorld, type WatchWorld } from './watch-world.ts'

let world: WatchWorld
/** One migration, which is watched from the first test to the last. */
let id: string
before(async () => {
  world = await startWatchWorld()
  id = await world.imported()
  const answer = await world.cutover(id, { watch: true })
  assert.equal(answer.status, 200, answer.text)
})
after(() => world.close())

/** How much was told before this test began. */
let toldBefore = 0
const events = async () => (await world.eventsOf(id)).slice(toldBefore)
/** What is there by now is known, and the next look is due. */
async function looked(): Promise<void> {
  world.simulator.faults.clear()
  world.later(hour)
  assert.equal(await world.look(), 1)
  world.later(15 * minute)
  toldBefore = (await world.eventsOf(id)).length
}

test('stays that appear, change or are cancelled in the old system are told, each once', async () => {
  const { state, watch } = await world.shown(id)
  assert.equal(state, 'cut_over')
  assert.equal(watch?.state, 'watching')
  assert.equal(Date.parse(watch.until) - Date.parse(watch.startedAt), 72 * hour * 1000)
  assert.equal(watch.sources[0]?.lastLookedAt, null)
  const before = await world.secrets(id)
  assert.equal(keeps(before.connection), false)
  const apiKey = world.simulator.credentials['apiKey'] ?? assert.fail('no key')
  assert.equal(before.watch[0]?.credentials?.includes(apiKey), false)

  const from = world.simulator.calls.list().length
  assert.equal(await world.look(), 1)
  assert.equal(await world.look(), 0)
  assert.deepEqual(await events(), [])
  assert.ok((await world.shown(id)).watch?.sources[0]?.lastLookedAt)

  const stay = world.book()
  world.later(15 * minute)
  await world.look()
  world.later(15 * minute)
  await world.look()
  const [told, ...more] = await events()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [told?.change, told?.externalReservationId, told?.reservationId, told?.previous],
    ['new', String(stay.id), null, null],
  )
  assert.ok(told?.listingId)

  world.simulator.operations.cancelReservation(String(stay.id), {})
  const stored = await world.app.get('/v1/reservations?limit=100', world.inChild(id))
  world.later(15 * minute)
  await world.look()
  const known = world
    .state()
    .reservations.find(
      ({ id: one, status, departureDate }) =>
        one !== stay.id && String(status) === 'new' && String(departureDate) > '2026-07-01',
    )
  assert.ok(known, 'nobody is to come')
  world.simulator.operations.cancelReservation(String(known.id), {})
  world.later(15 * minute)
  await world.look()
  const changes = (await events()).map(({ change, externalReservationId }) => [change, externalReservationId])
  // One that was new and is cancelled now was never here.
  assert.deepEqual(changes, [
    ['new', String(stay.id)],
    ['cancelled', String(known.id)],
  ])
  assert.equal((await world.shown(id)).watch?.found, 2)
  const after = await world.app.get('/v1/reservations?limit=100', world.inChild(id))
  assert.equal(after.text, stored.text)
  const calls = world.simulator.calls.list().slice(from)
  const writes = calls.filter(({ method, path }) => method !== 'GET' && !path.includes('accessTokens'))
  assert.deepEqual(writes, [])
})

describe('a look that goes wrong', () => {
  test('for lost answers is made again, and tells what it finds once', async () => {
    await looked()
    world.simulator.faults.add({ kind: 'html', path: '/v1/reservations', seconds: 1_000_000 })
    world.book()
    await world.look()
    assert.deepEqual(await events(), [])
    const { watch } = await world.shown(id)
    assert.equal(watch?.sources[0]?.errors, 1)
    assert.ok(watch.sources[0].lastError)
    world.simulator.faults.clear()
    world.simulator.faults.add({ kind: 'drop', path: '/v1/reservations', count: 1 })
    world.later(15 * minute)
    await world.look()
    world.simulator.faults.clear()
    assert.equal((await events()).length, 1)
    const mended = (await world.shown(id)).watch?.sources[0]
    assert.deepEqual([mended?.errors, mended?.lastError], [1, undefined])
  })

  test('because the old system refuses the access says so, and does not knock every quarter of an hour', async () => {
    await looked()
    world.simulator.faults.add({ kind: 'token_expired', seconds: 1_000_000 })
    await world.look()
    const source = (await world.shown(id)).watch?.sources[0]
    assert.match(source?.lastError ?? '', /refuses/)
    world.later(15 * minute)
    assert.equal(await world.look(), 0)
    world.simulator.faults.clear()
    world.book()
    world.later(45 * minute)
    assert.equal(await world.look(), 1)
    assert.equal((await events()).length, 1)
  })

  test('because its process was killed is taken over, where it was', async () => {
    await looked()
    world.book()
    const now = world.app.clock.now()
    const leaseUntil = new Date(now.getTime() + 10 * minute * 1000)
    const holder = crypto.randomUUID()
    const [killed] = await claimWatches(world.app.db, { now, leaseUntil, holder }, freePlaces(1))
    assert.equal(killed?.workspace_id, id)
    const holds = (at: Date) =>
      hasWatchLease(world.app.db, { workspaceId: id }, { connectionId: killed.connection_id, holder }, at)
    assert.equal(await holds(now), true)
    assert.equal(await holds(new Date(now.getTime() + 72 * hour * 1000)), false)
    assert.equal(await world.look(), 0)
    world.later(11 * minute)
    assert.equal(await world.look(), 1)
    assert.equal((await events()).length, 1)
    // It was not dead after all.
    world.book()
    await runWatchLook({
      services: world.services,
      child: { workspaceId: id },
      watch: killed,
      holder,
      signal: world.signal,
    })
    assert.equal((await events()).length, 1)
  })

  test('between two pages goes on with the second', async () => {
    const { hostaway = assert.fail('no connector') } = world.services.connectors
    await looked()
    world.book()
    world.book()
    const cursors: (string | null)[] = []
    const reservations = hostaway.operations.reservations ?? assert.fail('no stays')
    const inHalves: Connector['operations']['reservations'] = {
      ...reservations,
      async page(context, walk) {
        cursors.push(walk.cursor)
        const page = await reservations.page(context, { ...walk, cursor: null })
        const half = Math.ceil(page.records.length / 2)
        if (walk.cursor === null) return { ...page, records: page.records.slice(0, half), next: 'second' }
        if (cursors.length === 2) throw new Error('the process ends')
        return { ...page, records: page.records.slice(half) }
      },
    }
    world.services.connectors = {
      ...world.services.connectors,
      hostaway: {
        ...hostaway,
        operations: { ...hostaway.operations, reservations: inHalves },
      },
    }
    await world.look()
    world.later(15 * minute)
    await world.look()
    world.services.connectors = { ...world.services.connectors, hostaway }
    assert.deepEqual(cursors, [null, 'second', 'second'])
    const found = (await events()).map(({ externalReservationId }) => externalReservationId)
    assert.equal(found.length, 2)
    assert.equal(new Set(found).size, 2)
  })
})

describe('the last look', () => {
  test('holds up neither the end of the watch nor other looks, and tells nothing after it', async () => {
    await looked()
    world.book()
    const { hostaway = assert.fail('no connector') } = world.services.connectors
    const reservations = hostaway.operations.reservations ?? assert.fail('no stays')
    const answered = Promise.withResolvers<void>()
    let asked = false
    world.services.connectors = {
      ...world.services.connectors,
      hostaway: {
        ...hostaway,
        operations: {
          ...hostaway.operations,
          reservations: {
            ...reservations,
            async page(context, walk) {
              const page = await reservations.page(context, walk)
              asked = true
              await answered.promise
              return page
            },
          },
        },
      },
    }
    const watches = startMigrationWatches(world.services)
    await until('the look', () => asked)
    world.later(72 * hour)
    const { state, watch } = await world.shown(id)
    assert.deepEqual([state, watch?.state, watch?.endedAt], ['cut_over', 'ended', watch?.until])
    const { status, code, message } = refusal(await world.rollback(id))
    assert.deepEqual([status, code], [409, 'invalid_state'])
    assert.match(message, /ended at/)
    watches.wake()
    await until('the end of the watch', async () => !keeps((await world.secrets(id)).watch))
    answered.resolve()
    await watches.stop()
    world.services.connectors = { ...world.services.connectors, hostaway }
    assert.deepEqual(await events(), [])
    const calls = world.simulator.calls.list().length
    assert.equal(await world.look(), 0)
    assert.equal(world.simulator.calls.list().length, calls)
    assert.equal((await world.shown(id)).watch?.state, 'ended')
  })
})
