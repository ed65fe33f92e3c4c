/** What keeps nights from being sent to a PMS at all. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import type { TestAnswer } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { startCalendarWorld, type CalendarWorld } from './world.ts'

let w: CalendarWorld
before(async () => {
  w = await startCalendarWorld()
})
after(() => w.close())

const night = '2026-09-01'
const errorOf = ({ status, body }: TestAnswer) => {
  const error = body['error'] as unknown as Record<string, unknown>
  return [status, error['code'], error['provider'], error['field']]
}
const batchOf = (body: object) =>
  w.world.app.call('PATCH', '/v1/availability/batch', {
    body: { propertyIds: [w.ids.A, w.ids.B], dates: [night], ...body },
  })
const setPolicy = (calendar: object) =>
  sql`update connections set write_policy = jsonb_set(write_policy, '{calendar}', ${JSON.stringify({
    availability: true,
    rates: true,
    restrictions: true,
    ...calendar,
  })}::jsonb) where workspace_id = ${w.world.app.workspace.id}`.execute(w.world.app.db)
const setStatus = (status: string) =>
  sql`update connections set status = ${status} where workspace_id = ${w.world.app.workspace.id}`.execute(
    w.world.app.db,
  )

async function assertUntouched() {
  assert.deepEqual(w.vendor.written, [])
  assert.deepEqual(await w.states(w.ids.A), {})
  assert.equal((await w.days(w.ids.A, night))[0]?.price, 80)
}

describe('nights of a PMS listing are refused', () => {
  it('when the PMS does not take a setting', async () => {
    w.vendor.fields = { available: true, price: true, minNights: false, maxNights: false }
    const wanted = [422, 'pms_write_unsupported', 'acme', 'minNights']
    const answer = await w.put(w.ids.A, { dates: [night], price: 1, minNights: 2, maxNights: 3 })
    assert.deepEqual(errorOf(answer), wanted)
    assert.deepEqual(answer.body['error']?.['fields'], ['minNights', 'maxNights'])
    assert.deepEqual(errorOf(await batchOf({ minNights: 2 })), wanted)
    await assertUntouched()
    w.vendor.fields = { available: true, price: true, minNights: true, maxNights: true }
  })

  it('when the write policy has the switch of a setting off', async () => {
    const cases = [
      ['availability', { available: false }, 'available'],
      ['rates', { price: 5 }, 'price'],
      ['restrictions', { maxNights: 5 }, 'maxNights'],
    ] as const
    for (const [name, settings, field] of cases) {
      await setPolicy({ [name]: false })
      const wanted = [409, 'pms_writes_off', 'acme', field]
      assert.deepEqual(errorOf(await w.put(w.ids.A, { dates: [night], ...settings })), wanted)
      assert.deepEqual(errorOf(await batchOf(settings)), wanted)
      const dry = await w.put(w.ids.A, { dates: [night], ...settings }, { query: '?dry_run=true' })
      assert.deepEqual(errorOf(dry), wanted)
    }
    await setPolicy({})
    await assertUntouched()
  })

  it('when the connection is dead', async () => {
    const dead = [
      ['error', 403, 'connection_reauth_required'],
      ['disconnected', 409, 'no_connection'],
    ] as const
    for (const [state, status, code] of dead) {
      await setStatus(state)
      const answer = await w.put(w.ids.A, { dates: [night], price: 5 })
      assert.deepEqual(errorOf(answer), [status, code, 'acme', undefined])
      assert.equal(answer.body['error']?.['reconnect']?.['path'], '/v1/connect/acme/credentials')
      assert.equal((await batchOf({ price: 5 })).body['error']?.['code'], code)
    }
    await setStatus('active')
    await assertUntouched()
  })

  it('and a dry run of a good request sends nothing', async () => {
    const answer = await w.put(w.ids.A, { dates: [night], price: 5 }, { query: '?dry_run=true' })
    assert.deepEqual(answer.body, {
      listingIds: [w.ids.A],
      dates: 1,
      synced: { attempted: 1, succeeded: 0, failed: 0, authErrors: 0 },
      dryRun: true,
    })
    await assertUntouched()
  })
})

describe('an account that the PMS shuts out', () => {
  it('is counted, waits for a person, and goes on afterwards', async () => {
    const { app } = w.world
    w.vendor.onWrite = () => {
      throw new VendorError('reauth', 'HTTP 401')
    }
    const answer = await w.put(w.ids.B, { dates: [night], price: 99 })
    assert.deepEqual(answer.body['synced'], { attempted: 1, succeeded: 0, failed: 1, authErrors: 1 })
    await setStatus('error')
    app.clock.advance(11 * 60_000)
    await until('it to be held', async () => (await w.states(w.ids.B))[night] === 'failed')
    assert.equal(w.vendor.written.length, 1)
    const { body } = await app.get(`/v1/listings/${w.ids.B}/calendar-sync`)
    assert.deepEqual(
      [body['channels']?.[0]?.['status'], body['channels']?.[0]?.['syncEnabled']],
      ['problems', false],
    )
    w.vendor.onWrite = null
    await setStatus('active')
    // A worker that still looked at the dead connection puts the night off once more, by the clock of that moment.
    await until('the night to be sent', async () => {
      app.clock.advance(11 * 60_000)
      return (await w.states(w.ids.B))[night] === 'confirmed'
    })
    assert.equal(w.vendor.night('B', night).price, '99')
  })

  it('that is disconnected gets nothing more, and shows what it had', async () => {
    const { app } = w.world
    w.vendor.onWrite = () => {
      throw new VendorError('unavailable', 'HTTP 500')
    }
    await w.put(w.ids.C, { dates: [night], price: 77 })
    await setStatus('disconnected')
    app.clock.advance(60_000)
    await until('it to be given up', async () => (await w.states(w.ids.C))[night] === 'refused')
    assert.equal((await w.days(w.ids.C, night))[0]?.price, 80)
    await setStatus('active')
    w.vendor.onWrite = null
  })
})

it('a vendor whose calendar cannot be read is believed', async () => {
  const blind = await startCalendarWorld({ canRead: false })
  try {
    const answer = await blind.put(blind.ids.A, { dates: [night], price: 64, available: false })
    assert.equal(answer.body['synced']?.['succeeded'], 1)
    const [shown] = await blind.days(blind.ids.A, night)
    assert.deepEqual([shown?.price, shown?.available], [64, false])
    await blind.put(blind.ids.A, { dates: [night], available: true })
    const [open] = await blind.days(blind.ids.A, night)
    assert.deepEqual([open?.price, open?.available], [64, true])
  } finally {
    await blind.close()
  }
})
