/** What becomes of a sold night while the channel is out of order, refuses, forgets, or is changed by hand. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, beforeEach, it } from 'node:test'
import { reportExposure } from '../../src/features/calendar/selling/report-exposure.ts'
import { until } from '../harness/until.ts'
import { seldom, startSellingWorld, type SellingWorld } from './world.ts'

let world: SellingWorld
let id = ''
let airbnbId = ''
before(async () => {
  world = await startSellingWorld()
  const [home] = world.homes
  assert.ok(home)
  ;({ id, airbnbId } = home)
  const mapped = await world.map({ airbnbId, listingId: id })
  assert.equal(mapped.status, 200, mapped.text)
  await world.inStep(id)
})
after(() => world?.close())
beforeEach(() => {
  world.simulator.faults.clear()
  // What a minute allows of requests is there for every test.
  world.wait(61)
})

const slot = () => {
  const found = world.slot()
  assert.equal(found.listingId, id)
  return found
}
const book = async ({ checkIn, checkOut }: { checkIn: string; checkOut: string }) => {
  const made = await world.send('POST', '/v1/reservations', {
    ...{ listingId: id, checkIn, checkOut },
    guest: { firstName: 'Ada' },
    adults: 2,
  })
  assert.equal(made.status, 201, made.text)
  return String(made.body['id'])
}
const nightOf = async (date: string) => {
  const [channel] = (await world.exposure(id, date, date)).channels
  const [night] = channel?.nights ?? []
  assert.ok(night)
  return night
}
const isClosed = async (date: string) => (await world.night(airbnbId, date)).availability === 'unavailable'
const told = async () => {
  await reportExposure(world.app.services)
  const events = (await world.events()).filter(({ type }) => type.startsWith('calendar.expos'))
  return events.map(({ type, data }) => [type, data['nights']])
}
/** Nobody waits for the pauses between attempts. */
const tryAgain = async (seconds: number) => {
  world.wait(seconds)
  await until('a look at what is due', async () => {
    const { rows } = await sql`
      select from selling_links where workspace_id = ${world.app.workspace.id} and wake_at <= ${world.app.clock.now()}`.execute(
      world.app.db,
    )
    return rows.length === 0
  })
}

it('is exposed while the channel is out of order, told after a minute and once, and closed as soon as it answers', async () => {
  const stay = slot()
  world.simulator.faults.add({ kind: '500', count: 1000 })
  const soldAt = world.app.clock.now().toISOString()
  await book(stay)
  const atOnce = await nightOf(stay.checkIn)
  assert.deepEqual([atOnce.exposed, atOnce.exposedSince, atOnce.wanted.available], [true, soldAt, false])
  await until('an attempt', async () => (await nightOf(stay.checkIn)).state === 'failed', seldom)
  const { error } = await nightOf(stay.checkIn)
  assert.ok(error)
  assert.deepEqual(await told(), [])
  await tryAgain(61)
  const nights = [0, 1, 2, 3].map((days) => String(Temporal.PlainDate.from(stay.checkIn).add({ days })))
  const exposed = ['calendar.exposed', nights]
  assert.deepEqual(await told(), [exposed])
  const worst = await world.app.get('/v1/exposure')
  assert.deepEqual(
    [worst.body['total'], (worst.body['data'] as { exposedNights: number }[])[0]?.exposedNights],
    [1, nights.length],
  )
  await tryAgain(1800)
  assert.deepEqual(await told(), [exposed])
  world.simulator.faults.clear()
  await tryAgain(3600)
  await world.inStep(id)
  assert.ok(await isClosed(stay.checkIn))
  assert.deepEqual(await told(), [exposed, ['calendar.exposure_ended', nights]])
  assert.deepEqual((await world.app.get('/v1/exposure')).body, {
    ...{ data: [], total: 0 },
    ...{ readers: [], readersTotal: 0 },
  })
})

for (const kind of [
  'lost_answer',
  'late_500',
  'timeout',
  'html',
  'malformed',
  '429',
  'token_expired',
] as const) {
  it(`is closed after ${kind}, and shown as closed only once the channel shows it`, async () => {
    const stay = slot()
    world.simulator.faults.add({ kind, count: 1, path: '/v2/calendar_operations' })
    await book(stay)
    await until(
      'the night to be closed',
      async () => {
        const night = await nightOf(stay.checkIn)
        if (night.state === 'confirmed') assert.ok(await isClosed(stay.checkIn))
        if (night.state === 'failed' || night.state === 'pending') world.wait(15)
        return night.state === 'confirmed'
      },
      seldom,
    )
    await world.inStep(id)
  })
}

it('is sent again when its closing was lost while a guest held the night, who then lets it go', async () => {
  const stay = slot()
  world.simulator.faults.add({ kind: '500', count: 1, path: '/v2/calendar_operations' })
  // Airbnb keeps the nights of a guest who is about to book, and shows them as taken.
  const { operations } = world.simulator
  const fields = { listing_id_str: airbnbId, start_date: stay.checkIn, end_date: stay.checkOut }
  const guest = operations.createReservation(fields) as { confirmation_code: string; id?: string }
  assert.ok(await isClosed(stay.checkIn))
  await book(stay)
  const isTried = async () => ['confirmed', 'failed'].includes((await nightOf(stay.checkIn)).state)
  await until('an attempt', isTried, seldom)
  operations.cancelReservation(guest.id ?? guest.confirmation_code, {})
  await until(
    'the night to be closed for good',
    async () => {
      const { state } = await nightOf(stay.checkIn)
      if (state !== 'confirmed') world.wait(15)
      return state === 'confirmed'
    },
    seldom,
  )
  assert.ok(await isClosed(stay.checkIn))
  await world.inStep(id)
})

/** What the health of the channel is judged by. */
async function counted(): Promise<{ finished: number; failed: number }> {
  const { rows } = await sql<{ finished: number; failed: number }>`
    select coalesce(sum(finished), 0)::int as finished, coalesce(sum(failed), 0)::int as failed
    from channel_push_counts where provider = 'airbnb'`.execute(world.app.db)
  return rows[0] ?? { finished: 0, failed: 0 }
}

it('is never given up: what the channel refuses is tried again for as long as it can be sold twice', async () => {
  const stay = slot()
  const control = (body: object) =>
    fetch(new URL(`/_control/listings/${airbnbId}/sync`, world.simulator.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  assert.equal((await control({ synchronization_category: null })).status, 200)
  const before = await counted()
  await book(stay)
  await until('a refusal', async () => (await nightOf(stay.checkIn)).error !== null, seldom)
  const refused = await nightOf(stay.checkIn)
  assert.deepEqual([refused.state, refused.exposed], ['failed', true])
  const failed = await counted()
  assert.ok(failed.failed > before.failed && failed.finished >= failed.failed, JSON.stringify(failed))
  assert.equal((await control({ synchronization_category: 'sync_all' })).status, 200)
  await tryAgain(3600)
  await world.inStep(id)
  assert.ok(await isClosed(stay.checkIn))
  const after = await counted()
  assert.ok(after.finished - after.failed > failed.finished - failed.failed, 'what was taken is counted')
})

it('that somebody opened on the channel by hand is closed again by the daily comparison', async () => {
  const stay = slot()
  await world.send('PUT', `/v1/availability/${id}`, { dates: [stay.checkIn], available: false })
  await world.inStep(id)
  assert.ok(await isClosed(stay.checkIn))
  const opened = await fetch(new URL(`/_control/listings/${airbnbId}/calendar`, world.simulator.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: stay.checkIn, to: stay.checkIn, availability: 'available' }),
  })
  assert.equal(opened.status, 200, await opened.text())
  assert.equal(await isClosed(stay.checkIn), false)
  await tryAgain(25 * 3600)
  await until('the night to be closed again', () => isClosed(stay.checkIn))
})

it('is what our calendar says after a process ended at any moment', async () => {
  const stays = [slot(), slot(), slot()]
  const [first, second, third] = stays
  assert.ok(first && second && third)
  await world.stopSelling()
  await book(first)
  world.startSelling()
  await book(second)
  await world.stopSelling()
  const gone = await book(third)
  await world.send('POST', `/v1/reservations/${gone}/cancel`, {})
  world.startSelling()
  // What was on its way is sent again by the next process.
  await tryAgain(1)
  await world.inStep(id)
  assert.deepEqual(await Promise.all(stays.map(({ checkIn }) => isClosed(checkIn))), [true, true, false])
})

it('keeps no other home waiting for an answer that does not come', async () => {
  const other = world.homes[1] ?? assert.fail()
  const mapped = await world.map({ airbnbId: other.airbnbId, listingId: other.id })
  assert.equal(mapped.status, 200, mapped.text)
  await world.inStep(other.id)
  await world.stopSelling()
  // Longer than the test waits for the other one.
  const { connectors } = world.app.services
  const patient = { ...world.connector.manifest, timeoutMs: 600_000 }
  world.app.services.connectors = { airbnb: { ...world.connector, manifest: patient } }
  world.startSelling()
  const stay = slot()
  const dayAfter = String(Temporal.PlainDate.from(stay.checkIn).add({ days: 1 }))
  const stateOfOther = async (date: string) => {
    const [night] = (await world.exposure(other.id, date, date)).channels[0]?.nights ?? []
    return `${night?.state}, ${night?.shown?.available ? 'open' : 'closed'}`
  }
  const bookOther = async (checkIn: string, checkOut: string) => {
    const body = { listingId: other.id, checkIn, checkOut, guest: { firstName: 'Ada' }, adults: 2 }
    const made = await world.send('POST', '/v1/reservations', body)
    assert.equal(made.status, 201, made.text)
  }
  assert.deepEqual(
    [await stateOfOther(stay.checkIn), await stateOfOther(dayAfter)],
    Array(2).fill('confirmed, open'),
  )

  world.simulator.faults.add({ kind: '500', count: 1000, path: '/v2/calendars' })
  await bookOther(dayAfter, stay.checkOut)
  await until('a night that is taken and not read', async () => {
    const { rows } =
      await sql`select from channel_nights where state = 'sent' and accepted_at is not null`.execute(
        world.app.db,
      )
    return rows.length > 0
  })
  world.simulator.faults.clear()

  world.simulator.faults.add({ kind: 'hang', count: 1, path: '/v2/calendar_operations' })
  await book(stay)
  await until('the call that hangs', () => world.simulator.faults.list().length === 0, seldom)
  await bookOther(stay.checkIn, dayAfter)
  await until(
    'the other night to be closed',
    async () => {
      // Where the first look failed, a second one comes after some seconds.
      world.wait(1)
      return (await stateOfOther(stay.checkIn)) === 'confirmed, closed'
    },
    seldom,
  )
  // What was taken before is looked at again beside it.
  world.wait(61)
  await until(
    'the taken night to be confirmed',
    async () => (await stateOfOther(dayAfter)) === 'confirmed, closed',
    seldom,
  )
  assert.equal((await nightOf(stay.checkIn)).state, 'sent')

  // The next process sends it again at once.
  await world.stopSelling()
  world.app.services.connectors = connectors
  world.startSelling()
  await world.inStep(id)
  assert.ok(await isClosed(stay.checkIn))
})
