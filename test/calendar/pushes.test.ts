/** Nights of listings that a PMS keeps: sent, read back, refused, lost and tried again. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { lockCalendars } from '../../src/records/calendar/public.ts'
import { until } from '../harness/until.ts'
import { startCalendarWorld, type CalendarWorld } from './world.ts'

let w: CalendarWorld
before(async () => {
  w = await startCalendarWorld()
})
after(() => w.close())

/** Each test has nights of its own: the k-th of September 2026. */
let used = 0
const nights = (count: number): string[] =>
  Array.from({ length: count }, () =>
    String(Temporal.PlainDate.from('2026-08-01').add({ days: (used += 1) })),
  )

beforeEach(async () => {
  w.vendor.onWrite = null
  w.vendor.onRead = null
  w.vendor.written = []
  await w.rest()
  await w.told()
})

interface Channel {
  channel: string
  platformId: string
  status: string
  nightsWithProblems: number
  problems: { date: string; error: string }[]
  queue: { state: string; queuedNights: number }
  lastSyncAt: string | null
}

async function sync(id: string): Promise<Channel> {
  const { body } = await w.world.app.get(`/v1/listings/${id}/calendar-sync`)
  const { channels } = body as unknown as { channels: [Channel] }
  return channels[0]
}

describe('nights of a PMS listing', () => {
  it('are sent in one call, read back, and told once', async () => {
    const [a = '', b = ''] = nights(2)
    const answer = await w.put(w.ids.A, { dates: [b, a, a], price: 120.5, minNights: 3, available: true })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body, {
      listingIds: [w.ids.A],
      dates: 2,
      synced: { attempted: 1, succeeded: 1, failed: 0, authErrors: 0 },
    })
    assert.deepEqual(w.vendor.written, [
      [
        {
          listingExternalId: 'A',
          unitCount: 1,
          currency: 'EUR',
          from: a,
          to: b,
          available: true,
          price: '120.5',
          minNights: 3,
        },
      ],
    ])
    assert.equal(w.vendor.night('A', a).price, '120.5')
    assert.deepEqual(await w.states(w.ids.A), { [a]: 'confirmed', [b]: 'confirmed' })
    assert.deepEqual(
      (await w.days(w.ids.A, a, b)).map(({ price, minNights }) => [price, minNights]),
      [
        [120.5, 3],
        [120.5, 3],
      ],
    )
    const told = await w.told()
    assert.equal(told.length, 1)
    assert.deepEqual(
      [told[0]?.range, told[0]?.affectedDates, told[0]?.pricingChanged, told[0]?.availabilityChanged],
      [{ start: a, end: b }, 2, true, true],
    )
    assert.equal((await sync(w.ids.A)).status, 'in_sync')
    // Reading the calendar again finds nothing new.
    await w.world.pass(3600)
    assert.deepEqual(await w.told(), [])
  })

  it('go back to what the PMS has when it refuses them, and are named', async () => {
    const [a = '', b = ''] = nights(2)
    await w.put(w.ids.A, { dates: [a], price: 90 })
    await w.told()
    w.vendor.onWrite = (changes, act) => {
      if (changes.some(({ price }) => price === '1')) return [{ index: 0, message: 'The price is too low.' }]
      act()
      return []
    }
    const answer = await w.put(w.ids.A, { dates: [a, b], price: 1 })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body['synced'], { attempted: 1, succeeded: 0, failed: 1, authErrors: 0 })
    assert.match(String(answer.body['warning']), /2 nights were refused: The price is too low/)
    assert.deepEqual(
      (await w.days(w.ids.A, a, b)).map(({ price }) => price),
      [90, 80],
    )
    const state = await sync(w.ids.A)
    assert.deepEqual(
      [state.status, state.nightsWithProblems, state.problems],
      ['problems', 2, [a, b].map((date) => ({ date, error: 'The price is too low.' }))],
    )
    // There and back again.
    assert.deepEqual(
      (await w.told()).map(({ range, pricingChanged }) => [range.start, range.end, pricingChanged]),
      [
        [a, b, true],
        [a, b, true],
      ],
    )
    const mended = await w.put(w.ids.A, { dates: [a, b], price: 95 })
    assert.equal(mended.body['synced']?.['succeeded'], 1)
    assert.equal((await sync(w.ids.A)).status, 'in_sync')
  })

  it('harm no others when one of a batch is refused as a whole', async () => {
    const [a = '', , b = ''] = nights(3)
    await w.put(w.ids.A, { dates: [a], price: 70 })
    w.vendor.onWrite = (changes, act) => {
      if (changes.some(({ price }) => price === '666')) {
        throw new VendorError('rejected', 'no', { vendorMessage: 'Unlucky price.' })
      }
      act()
      return []
    }
    await w.stopPushes()
    const first = w.put(w.ids.A, { dates: [a], price: 666 })
    await first
    const second = w.put(w.ids.A, { dates: [b], price: 77 })
    await until('both to wait', async () => (await w.states(w.ids.A))[b] === 'pending')
    w.startPushes()
    await second
    await w.rest()
    const states = await w.states(w.ids.A)
    assert.deepEqual([states[a], states[b]], ['refused', 'confirmed'])
    assert.deepEqual(
      w.vendor.written.map((changes) => changes.length),
      [1, 2, 1, 1],
    )
    assert.equal((await w.days(w.ids.A, a))[0]?.price, 70)
    assert.equal((await sync(w.ids.A)).problems[0]?.error, 'Unlucky price.')
    w.vendor.onWrite = null
    await w.put(w.ids.A, { dates: [a], price: 70 })
  })

  it('are not undone by a reading from before, as long as they are on their way', async () => {
    const [a = ''] = nights(1)
    w.vendor.onWrite = () => {
      throw new VendorError('unavailable', 'HTTP 503')
    }
    const answer = await w.put(w.ids.B, { dates: [a], price: 200, available: false })
    assert.deepEqual(answer.body['synced'], { attempted: 1, succeeded: 0, failed: 1, authErrors: 0 })
    assert.match(String(answer.body['warning']), /could not be sent and will be tried again: HTTP 503/)
    assert.deepEqual(
      (await w.days(w.ids.B, a)).map(({ price, available }) => [price, available]),
      [[200, false]],
    )
    await w.told()
    w.vendor.nights.set(`B ${a}`, { ...w.vendor.night('B', a), price: '85.00', minNights: 4 })
    await w.world.pass(3600)
    await w.rest()
    const [shown] = await w.days(w.ids.B, a)
    assert.deepEqual([shown?.price, shown?.available, shown?.minNights], [200, false, 4])
    // What was not set is news; what is on its way is not.
    assert.deepEqual(
      (await w.told()).map(({ pricingChanged, availabilityChanged }) => [
        pricingChanged,
        availabilityChanged,
      ]),
      [[false, true]],
    )
    assert.equal((await sync(w.ids.B)).status, 'problems')
    w.vendor.onWrite = null
    w.world.app.clock.advance(3600_000)
    await w.rest()
    await until('the night to be confirmed', async () => (await w.states(w.ids.B))[a] === 'confirmed')
    assert.equal(w.vendor.night('B', a).price, '200')
    assert.deepEqual(await w.told(), [])
    assert.equal((await sync(w.ids.B)).status, 'in_sync')
  })

  it('are confirmed by reading back when the answer was lost', async () => {
    const [a = ''] = nights(1)
    w.vendor.onWrite = (_, act) => {
      act()
      throw new VendorError('timeout', 'no answer within 30 s')
    }
    const answer = await w.put(w.ids.B, { dates: [a], price: 210 })
    assert.deepEqual(answer.body['synced'], { attempted: 1, succeeded: 1, failed: 0, authErrors: 0 })
    assert.equal(w.vendor.written.length, 1)
  })

  it('are tried less and less often while the PMS is out of order', async () => {
    const [a = ''] = nights(1)
    w.vendor.onWrite = () => {
      throw new VendorError('unavailable', 'HTTP 500')
    }
    await w.put(w.ids.B, { dates: [a], price: 220 })
    for (const [seconds, calls] of [
      [4, 1],
      [1, 2],
      [9, 2],
      [1, 3],
    ] as const) {
      w.world.app.clock.advance(seconds * 1000)
      await w.rest()
      assert.equal(w.vendor.written.length, calls, `after ${seconds} s`)
    }
    w.vendor.onWrite = null
    w.world.app.clock.advance(20_000)
    await until('the night to be confirmed', async () => (await w.states(w.ids.B))[a] === 'confirmed')
  })

  it('wait as long as the limit of the PMS asks', async () => {
    const [a = ''] = nights(1)
    w.vendor.onWrite = () => {
      throw new VendorError('rate_limited', 'HTTP 429', { retryAfterMs: 90_000 })
    }
    const sent = w.put(w.ids.B, { dates: [a], price: 230 })
    await until('the call', () => w.vendor.written.length === 1)
    w.vendor.onWrite = null
    const answer = await sent
    assert.deepEqual(answer.body['synced'], { attempted: 1, succeeded: 0, failed: 0, authErrors: 0 })
    assert.equal((await sync(w.ids.B)).queue.state, 'queued')
    w.world.app.clock.advance(89_000)
    await w.rest()
    assert.equal(w.vendor.written.length, 1)
    w.world.app.clock.advance(1_000)
    await until('the night to be confirmed', async () => (await w.states(w.ids.B))[a] === 'confirmed')
  })

  it('count as refused when the PMS takes them and goes on showing something else', async () => {
    const [a = ''] = nights(1)
    w.vendor.onWrite = () => []
    const answer = await w.put(w.ids.C, { dates: [a], price: 300 })
    assert.equal(answer.body['synced']?.['succeeded'], 0)
    assert.equal((await w.days(w.ids.C, a))[0]?.price, 300)
    for (const seconds of [2, 15, 60]) {
      assert.equal((await w.states(w.ids.C))[a], 'sent')
      w.world.app.clock.advance(seconds * 1000)
      await w.rest()
    }
    await until('the night to be refused', async () => (await w.states(w.ids.C))[a] === 'refused')
    assert.equal(w.vendor.written.length, 1)
    assert.equal((await w.days(w.ids.C, a))[0]?.price, 80)
    assert.match((await sync(w.ids.C)).problems[0]?.error ?? '', /price 80/)
  })

  it('that are set again while they are sent get the newer value', async () => {
    const [a = ''] = nights(1)
    const gate = Promise.withResolvers<void>()
    w.vendor.onWrite = async (_, act) => {
      await gate.promise
      act()
      return []
    }
    const first = w.put(w.ids.C, { dates: [a], price: 310, minNights: 2 })
    await until('the first call', () => w.vendor.written.length === 1)
    const second = w.put(w.ids.C, { dates: [a], price: 320 })
    await until('the second value', async () => (await w.days(w.ids.C, a))[0]?.price === 320)
    w.vendor.onWrite = null
    gate.resolve()
    await Promise.all([first, second])
    await until('the night to be confirmed', async () => (await w.states(w.ids.C))[a] === 'confirmed')
    assert.deepEqual(
      [w.vendor.night('C', a).price, w.vendor.night('C', a).minNights, w.vendor.written.at(-1)?.[0]?.price],
      ['320', 2, '320'],
    )
  })

  it('survive a restart between the call and its answer', async () => {
    const [a = ''] = nights(1)
    const gate = Promise.withResolvers<void>()
    w.vendor.onWrite = async () => {
      await gate.promise
      throw new VendorError('timeout', 'the connection was cut')
    }
    const answer = w.put(w.ids.C, { dates: [a], price: 330 })
    await until('the call', () => w.vendor.written.length === 1)
    const stopped = w.stopPushes()
    gate.resolve()
    await stopped
    assert.equal((await w.states(w.ids.C))[a], 'sent')
    w.vendor.onWrite = null
    w.startPushes()
    await until('the night to be confirmed', async () => (await w.states(w.ids.C))[a] === 'confirmed')
    assert.equal(w.vendor.night('C', a).price, '330')
    assert.equal((await answer).status, 200)
  })

  it('that the PMS has already can be told not to be out of date by a reading that began before', async () => {
    const [a = ''] = nights(1)
    const gate = Promise.withResolvers<void>()
    let held = false
    w.vendor.onRead = async () => {
      if (held) return
      held = true
      await gate.promise
    }
    // An hourly reading begins, and hangs with the old value in its hands.
    w.world.app.clock.advance(3600_000)
    await until('the reading', () => held)
    w.vendor.onRead = null
    w.world.app.clock.advance(1000)
    const answer = await w.put(w.ids.A, { dates: [a], price: 340 })
    assert.equal(answer.body['synced']?.['succeeded'], 1)
    gate.resolve()
    await w.world.settle()
    assert.equal((await w.days(w.ids.A, a))[0]?.price, 340)
  })
})

describe('several listings at once', () => {
  it('are sent in batches, and the answer counts listings', async () => {
    const [a = ''] = nights(1)
    w.vendor.batch = { changes: 2, listings: 'many' }
    w.vendor.onWrite = (changes, act) => {
      const index = changes.findIndex(({ listingExternalId }) => listingExternalId === 'B')
      if (index >= 0) return [{ index, message: 'Not this one.' }]
      act()
      return []
    }
    const answer = await w.world.app.call('PATCH', '/v1/availability/batch', {
      body: { propertyIds: [w.ids.A, Number(w.ids.B), w.ids.C, w.ids.C], dates: [a], price: 400 },
    })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body['listingIds'], [w.ids.A, w.ids.B, w.ids.C])
    const synced = answer.body['synced'] as unknown as { attempted: number; failed: number }
    assert.deepEqual([synced.attempted, synced.failed], [3, 1])
    assert.deepEqual(
      w.vendor.written.map((changes) => changes.map(({ listingExternalId }) => listingExternalId)),
      [['A', 'B'], ['C']],
    )
    w.vendor.batch = { changes: 50, listings: 'one' }
  })

  it('of one that is handed over meanwhile are set where it is kept from then on', async () => {
    const [a = ''] = nights(1)
    const { db } = w.world.app
    const { rows } = await sql<{ connection_id: string; external_id: string; account_id: string | null }>`
      select connection_id, external_id, account_id from listings where id = ${w.ids.B}`.execute(db)
    const [kept] = rows
    assert.ok(kept)
    const answer = await db.transaction().execute(async (tx) => {
      await lockCalendars(tx, w.world.app.scope)
      const asked = w.put(w.ids.B, { dates: [a], price: 777 })
      await until('the request to wait', async () => {
        const waiting = await sql`
          select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
          where l.locktype = 'advisory' and not l.granted`.execute(tx)
        return waiting.rows.length > 0
      })
      await sql`update listings set connection_id = null, external_id = null, account_id = null where id = ${w.ids.B}`.execute(
        tx,
      )
      return { asked }
    })
    const { status, body } = await answer.asked
    assert.deepEqual(
      [status, body['synced']],
      [200, { attempted: 0, succeeded: 0, failed: 0, authErrors: 0 }],
    )
    const own = await sql<{ price: string }>`
      select price from calendar_days where listing_id = ${w.ids.B} and date = ${a}`.execute(db)
    assert.equal(Number(own.rows[0]?.price), 777)
    await sql`
      update listings set connection_id = ${kept.connection_id}, external_id = ${kept.external_id},
                          account_id = ${kept.account_id}
      where id = ${w.ids.B}`.execute(db)
  })
})
