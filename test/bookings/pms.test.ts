/** Bookings of listings that a PMS keeps, against its simulator. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  errorOf,
  lengthenList,
  tellNoMoreThanIds,
  guest,
  startPmsWorld,
  stay,
  type PmsWorld,
} from './pms-world.ts'

let world: PmsWorld
let key = 0
const nextKey = () => `booking-${(key += 1)}`
before(async () => {
  world = await startPmsWorld()
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())
afterEach(async () => {
  // Every test begins with free nights.
  world.simulator.faults.clear()
  for (const row of world.booked()) {
    if (row['status'] !== ('cancelled' as never))
      world.simulator.operations.cancelReservation(String(row.id), {})
  }
  await world.pass(60)
})

const live = (id: unknown) => world.get<Record<string, never>>(`/v1/reservations/${String(id)}`)
const setWritePolicy = (policy: object) =>
  sql`update connections set write_policy = write_policy || ${JSON.stringify(policy)}::jsonb`.execute(
    world.app.db,
  )
const standing = () => world.booked().filter((row) => row['status'] !== ('cancelled' as never))
const eventsOf = async (id: unknown) =>
  (await world.events()).filter(({ data }) => data.object?.['id'] === id).map(({ type }) => type)

describe('a booking made in the PMS', () => {
  it('is there and here, told once, and the next reading changes nothing', async () => {
    const made = await world.book({ notes: 'Late arrival' }, nextKey())
    assert.equal(made.status, 201, made.text)
    const [row, ...more] = standing()
    assert.equal(more.length, 0)
    assert.equal(made.body['pms']['reservationId'], String(row?.id))
    assert.equal(made.body['pms']['quote']['available'], true)
    assert.deepEqual(made.body['pms']['applied'], ['reservation', 'guest', 'notes'])
    assert.equal(made.body['totalPrice'], made.body['pms']['quote']['total'])
    const { id } = made.body
    const record = await live(id)
    assert.deepEqual(
      [record['source'], record['checkIn'], record['status'], record['primaryGuest']?.['email']],
      ['direct', stay.checkIn, 'confirmed', guest.email],
    )
    await world.pass(120)
    assert.deepEqual(await eventsOf(id), ['reservation.created'])
    const all = await world.all<{ confirmationCode: string }>('/v1/reservations')
    assert.equal(
      all.filter(({ confirmationCode }) => confirmationCode === made.body['confirmationCode']).length,
      1,
    )
    const days = await world.get<{ days: { available: boolean }[] }>(
      `/v1/availability/${world.listingId}?from=${stay.checkIn}&to=${stay.checkIn}`,
    )
    assert.equal(days.days[0]?.available, false)
    const intent = await world.intent(`booking-${key}`)
    assert.deepEqual(
      [intent['state'], intent['reservationId'], intent['attempts'], intent['error']],
      ['succeeded', id, 1, null],
    )
    const { rows } = await sql<{ request: unknown }>`
      select request from vendor_acts where key = ${`booking-${key}`}`.execute(world.app.db)
    assert.equal(rows[0]?.request, null, 'whom it names is not kept')
  })

  it('takes a price of its own, and then asks for none', async () => {
    const made = await world.book({ totalPrice: 642.5 })
    assert.deepEqual([made.status, made.body['totalPrice'], 'quote' in made.body['pms']], [201, 642.5, false])
    assert.equal(standing()[0]?.['totalPrice'], 642.5)
  })

  it('with the same key is the same booking, whatever happened to the first answer', async () => {
    const mine = nextKey()
    const first = await world.book({}, mine)
    const second = await world.book({}, mine)
    assert.deepEqual([second.status, second.text], [201, first.text])
    // The stored answer is gone after a day; what was booked is not.
    await sql`delete from idempotency_keys`.execute(world.app.db)
    const third = await world.book({}, mine)
    assert.deepEqual([third.status, third.body['id']], [201, first.body['id']])
    await sql`delete from idempotency_keys`.execute(world.app.db)
    const error = errorOf(await world.book({ checkOut: '2027-03-05' }, mine), 409, 'pms_duplicate')
    assert.deepEqual(error['existing'], {
      externalId: first.body['pms']['reservationId'],
      confirmationCode: first.body['confirmationCode'],
    })
    assert.equal(standing().length, 1)
  })

  it('is refused where the nights are taken, and nothing was booked', async () => {
    await world.book()
    const error = errorOf(await world.book({}, nextKey()), 409, 'pms_unavailable')
    assert.equal(error['provider'], 'hostaway')
    // With a price of its own no quote is asked for: the PMS itself refuses.
    const priced = errorOf(await world.book({ totalPrice: 5 }, nextKey()), 409, 'pms_unavailable')
    assert.equal((priced['pms'] as { errors: { code: string }[] }).errors[0]?.code, 'unavailable')
    assert.equal((await world.intent(`booking-${key}`))['state'], 'refused')
    assert.equal(standing().length, 1)
  })
})

describe('what the PMS does not answer', () => {
  const before = ['drop', '500', 'html', 'hang']
  const afterwards = ['lost_answer', 'late_500', 'timeout', 'malformed']

  for (const kind of afterwards) {
    it(`${kind} after it booked: the booking is found and answered`, async () => {
      world.fault(kind, 'POST', '/v1/reservations')
      const made = await world.book({ totalPrice: 300 }, nextKey())
      assert.equal(made.status, 201, made.text)
      assert.equal(standing().length, 1)
      assert.equal((await world.intent(`booking-${key}`))['state'], 'succeeded')
      assert.deepEqual(await eventsOf(made.body['id']), ['reservation.created'])
    })
  }

  it('is not booked again while the list of bookings is too long to be read', async () => {
    const mine = nextKey()
    await world.stopWorker()
    const shorten = lengthenList(world, 50)
    world.fault('late_500', 'POST', '/v1/reservations')
    for (let tries = 0; tries < 3; tries += 1) {
      errorOf(await world.book({ totalPrice: 300 }, mine), 502, 'pms_error')
      assert.equal((await world.intent(mine))['state'], 'unknown')
      await world.resolve(61)
    }
    assert.equal((await world.intent(mine))['state'], 'unknown')
    assert.equal(standing().length, 1)
    shorten()
    const made = await world.book({ totalPrice: 300 }, mine)
    assert.equal(made.status, 201, made.text)
    assert.equal(standing().length, 1)
    await world.startWorker()
  })

  for (const kind of before) {
    it(`${kind} before it booked: nothing is booked twice by repeating`, async () => {
      const mine = nextKey()
      world.fault(kind, 'POST', '/v1/reservations')
      const first = await world.book({ totalPrice: 300 }, mine)
      const error = errorOf(first, 502, 'pms_error')
      assert.ok(Number(error['retry_after']) > 0)
      assert.equal((await world.intent(mine))['state'], 'unknown')
      // The PMS may still be at it: too early to send it again.
      if (kind !== '500') errorOf(await world.book({ totalPrice: 300 }, mine), 502, 'pms_error')
      assert.equal(standing().length, 0)
      world.app.clock.advance(61_000)
      const again = await world.book({ totalPrice: 300 }, mine)
      assert.equal(again.status, 201, again.text)
      assert.equal(standing().length, 1)
      assert.equal((await world.intent(mine))['attempts'], 2)
    })
  }

  it('nor the look for it: found later by itself, and the same key then gets the booking', async () => {
    const mine = nextKey()
    world.fault('timeout', 'POST', '/v1/reservations')
    world.fault('500', 'GET', '/v1/reservations', 100)
    errorOf(await world.book({ totalPrice: 300 }, mine), 502, 'pms_error')
    assert.equal(standing().length, 1)
    world.simulator.faults.clear()
    const resolver = world.resolve(30)
    await resolver
    const intent = await world.intent(mine)
    assert.deepEqual([intent['state'], intent['error'], intent['nextSearchAt']], ['succeeded', null, null])
    const answer = await world.book({ totalPrice: 300 }, mine)
    assert.deepEqual([answer.status, answer.body['id']], [201, intent['reservationId']])
    assert.equal(standing().length, 1)
    await world.pass(60)
    assert.deepEqual(await eventsOf(intent['reservationId']), ['reservation.created'])
  })

  it('and never did: that is found out as well', async () => {
    const mine = nextKey()
    world.fault('hang', 'POST', '/v1/reservations')
    errorOf(await world.book({ totalPrice: 300 }, mine), 502, 'pms_error')
    await world.resolve(10)
    assert.equal((await world.intent(mine))['state'], 'unknown', 'it may still come')
    await world.resolve(120)
    const intent = await world.intent(mine)
    assert.deepEqual([intent['state'], (intent['error'] as { code: string }).code], ['refused', 'pms_error'])
    const again = await world.book({ totalPrice: 300 }, mine)
    assert.equal(again.status, 201, again.text)
    assert.equal(standing().length, 1)
  })

  it('for who reads it back: booked there only, said so, replayed, and recorded later', async () => {
    const mine = nextKey()
    world.fault('500', 'GET', '/v1/reservations/*', 100)
    tellNoMoreThanIds(world)
    const error = errorOf(await world.book({ totalPrice: 300 }, mine), 502, 'reservation_created_in_pms_only')
    const [row] = standing()
    assert.deepEqual(
      [error['existing'], error['retryable'], error['provider']],
      [{ externalId: String(row?.id), confirmationCode: null }, false, 'hostaway'],
    )
    const replay = await world.book({ totalPrice: 300 }, mine)
    assert.equal(replay.headers['idempotency-status'], 'cached')
    assert.equal((await world.intent(mine))['state'], 'made')
    world.simulator.faults.clear()
    await world.resolve(30)
    const intent = await world.intent(mine)
    assert.equal(intent['state'], 'succeeded')
    await world.pass(60)
    assert.deepEqual(await eventsOf(intent['reservationId']), ['reservation.created'])
    assert.equal(standing().length, 1)
  })
})

describe('what a stopped server left behind', () => {
  const leave = (mine: string, state: string) =>
    sql`update vendor_acts
      set state = ${state}, holder = ${randomUUID()}, held_until = ${world.app.clock.now()},
          next_look_at = ${world.app.clock.now()},
          request = ${JSON.stringify({ kind: 'create', draft: { listingExternalId: String(world.vendorListing), checkIn: stay.checkIn, checkOut: stay.checkOut, marker: 'none' } })}::jsonb
      where key = ${mine}`.execute(world.app.db)

  it('before anything was sent is over', async () => {
    const mine = nextKey()
    world.fault('hang', 'POST', '/v1/reservations')
    errorOf(await world.book({ totalPrice: 300 }, mine), 502, 'pms_error')
    await leave(mine, 'started')
    await world.resolve(1)
    const intent = await world.intent(mine)
    assert.deepEqual([intent['state'], intent['nextSearchAt']], ['refused', null])
    assert.match(JSON.stringify(intent['error']), /before anything was sent/)
  })

  it('while it was sent is looked for, by one of many at a time', async () => {
    const mine = nextKey()
    world.fault('hang', 'POST', '/v1/reservations')
    errorOf(await world.book({ totalPrice: 300 }, mine), 502, 'pms_error')
    await leave(mine, 'asking')
    const before = Number((await world.intent(mine))['searches'])
    await Promise.all([world.resolve(1), world.resolve(0), world.resolve(0)])
    const intent = await world.intent(mine)
    assert.deepEqual([intent['state'], intent['searches']], ['unknown', before + 1])
  })

  it('waits while the account is not connected', async () => {
    const mine = nextKey()
    world.fault('hang', 'POST', '/v1/reservations')
    errorOf(await world.book({ totalPrice: 300 }, mine), 502, 'pms_error')
    const set = (status: string) => sql`update connections set status = ${status}`.execute(world.app.db)
    await set('error')
    await world.resolve(200).finally(() => set('active'))
    assert.equal((await world.intent(mine))['state'], 'unknown')
    await world.resolve(4000)
    assert.equal((await world.intent(mine))['state'], 'refused')
  })
})

it('many requests with one key at once book once', async () => {
  const mine = nextKey()
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.book({ totalPrice: 300 }, mine)))
  for (const { status, text } of answers) assert.ok(status === 201 || status === 409, text)
  assert.equal(standing().length, 1)
  assert.equal((await world.book({ totalPrice: 300 }, mine)).status, 201)
  assert.equal(standing().length, 1)
})

describe('nothing is sent', () => {
  const sent = () => world.calls().filter((call) => call === 'POST /v1/reservations').length

  it('for fields the PMS does not take, each named with the PMS', async () => {
    const before = sent()
    const values = {
      checkInTime: '15:00',
      checkOutTime: '10:00',
      currency: 'EUR',
      guestId: 1,
      unitId: '1',
      sendConfirmationEmail: true,
    }
    for (const [field, value] of Object.entries(values)) {
      const error = errorOf(await world.book({ [field]: value }), 422, 'unsupported_field')
      assert.deepEqual([error['field'], error['fields'], error['provider']], [field, [field], 'hostaway'])
    }
    for (const values of [{ platform: 'owner' }, { status: 'tentative' }]) {
      const error = errorOf(await world.book(values), 422, 'pms_write_unsupported')
      assert.deepEqual([error['provider'], error['fields']], ['hostaway', Object.keys(values)])
    }
    assert.equal(sent(), before)
  })

  it('while the write policy forbids it', async () => {
    await setWritePolicy({ reservations: { website: true, dashboard: true, api: false } })
    const before = sent()
    try {
      errorOf(await world.book(), 409, 'pms_writes_off')
      const quote = { listingId: world.listingId, checkIn: stay.checkIn, checkOut: stay.checkOut }
      errorOf(await world.send('POST', '/v1/reservations/quote', quote), 409, 'pms_writes_off')
      assert.equal(sent(), before)
    } finally {
      await setWritePolicy({ reservations: { website: true, dashboard: true, api: true } })
    }
  })

  it('while the account is not connected, or has to be connected again', async () => {
    const set = (status: string) => sql`update connections set status = ${status}`.execute(world.app.db)
    try {
      await set('disconnected')
      const gone = errorOf(await world.book(), 409, 'no_connection')
      assert.deepEqual(gone['reconnect'], { method: 'POST', path: '/v1/connect/hostaway/credentials' })
      await set('error')
      errorOf(await world.book(), 403, 'connection_reauth_required')
    } finally {
      await set('active')
    }
  })

  it('in a dry run, which asks the PMS for its price', async () => {
    const before = sent()
    const tried = await world.book({}, nextKey(), '?dry_run=true')
    assert.deepEqual(
      [tried.status, tried.body['dryRun'], 'id' in tried.body, tried.body['pms']['quote']['available']],
      [200, true, false, true],
    )
    assert.equal(tried.body['totalPrice'], tried.body['pms']['quote']['total'])
    await world.book()
    errorOf(await world.book({}, undefined, '?dry_run=true'), 409, 'pms_unavailable')
    assert.equal(sent(), before + 1)
    assert.equal((await world.app.get(`/v1/reservations/intents/booking-${key}`)).status, 404)
  })
})

describe('the PMS refuses', () => {
  it('what it does not like, in its own words', async () => {
    const before = await world.book()
    const [row] = standing()
    // Gone between our look and our call.
    world.simulator.operations.cancelReservation(String(row?.id), {})
    const answer = await world.send('POST', `/v1/reservations/${before.body['id']}/cancel`, {}, nextKey())
    const error = errorOf(answer, 422, 'pms_rejected')
    assert.match(JSON.stringify(error['pms']), /already cancelled/)
    assert.equal((await world.intent(`booking-${key}`))['state'], 'refused')
  })

  it('and says that it has no such reservation', async () => {
    const { body: made } = await world.book()
    const [row] = standing()
    world.simulator.operations.deleteReservation(String(row?.id))
    errorOf(
      await world.send('PATCH', `/v1/reservations/${made['id']}`, { checkOut: '2027-03-06' }),
      404,
      'not_found',
    )
  })
})

describe('a change', () => {
  it('of dates and guests is made there, read back and told once', async () => {
    const { body: made } = await world.book()
    const url = `/v1/reservations/${made['id']}`
    const answer = await world.send('PATCH', url, { checkOut: '2027-03-06', guestCount: 3 }, nextKey())
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      [answer.body['changed'], answer.body['checkOut'], answer.body['pms']['applied']],
      [['checkOut', 'guestCount'], '2027-03-06', ['checkOut', 'guestCount']],
    )
    const [row] = standing()
    assert.deepEqual([row?.['departureDate'], row?.['numberOfGuests']], ['2027-03-06', 3])
    await world.pass(60)
    assert.deepEqual(await eventsOf(made['id']), ['reservation.created', 'reservation.updated'])
    const calls = world.calls().length
    const same = await world.send('PATCH', url, { guestCount: 3 })
    assert.deepEqual([same.status, same.body['changed'], world.calls().length], [200, [], calls])
  })

  it('whose answer is lost is found by reading back', async () => {
    const { body: made } = await world.book()
    const url = `/v1/reservations/${made['id']}`
    const [row] = standing()
    world.fault('lost_answer', 'PUT', `/v1/reservations/${row?.id}`)
    const answer = await world.send('PATCH', url, { checkOut: '2027-03-06' }, nextKey())
    assert.deepEqual([answer.status, answer.body['checkOut']], [200, '2027-03-06'], answer.text)
    const mine = nextKey()
    world.fault('500', 'PUT', `/v1/reservations/${row?.id}`)
    errorOf(await world.send('PATCH', url, { checkOut: '2027-03-07' }, mine), 502, 'pms_error')
    world.app.clock.advance(6_000)
    const again = await world.send('PATCH', url, { checkOut: '2027-03-07' }, mine)
    assert.deepEqual([again.status, again.body['checkOut']], [200, '2027-03-07'], again.text)
  })

  it('that was made there but not recorded here says so, and is recorded by the next attempt', async () => {
    const { body: made } = await world.book()
    const url = `/v1/reservations/${made['id']}`
    const mine = nextKey()
    const failing = await makeRecordingFail()
    const error = await world
      .send('PATCH', url, { checkOut: '2027-03-06' }, mine)
      .then((answer) => errorOf(answer, 502, 'reservation_update_failed'))
      .finally(failing)
    assert.equal(error['provider'], 'hostaway')
    assert.equal((await world.intent(mine))['state'], 'made')
    const again = await world.send('PATCH', url, { checkOut: '2027-03-06' }, mine)
    assert.deepEqual([again.status, again.body['checkOut']], [200, '2027-03-06'], again.text)
  })

  it('to nights that are taken, or of what only we could keep, is refused', async () => {
    const { body: made } = await world.book()
    await world.book({ checkIn: '2027-03-05', checkOut: '2027-03-08' })
    const url = `/v1/reservations/${made['id']}`
    errorOf(await world.send('PATCH', url, { checkOut: '2027-03-06' }, nextKey()), 409, 'pms_unavailable')
    for (const body of [
      { checkInTime: '15:00' },
      { checkOutTime: '10:00' },
      { listingId: world.listingId },
    ]) {
      const error = errorOf(await world.send('PATCH', url, body), 422, 'pms_write_unsupported')
      assert.deepEqual([error['provider'], error['fields']], ['hostaway', Object.keys(body)])
    }
    errorOf(await world.send('PATCH', url, { totalPrice: 1 }), 422, 'unsupported_field')
    const tried = await world.send('PATCH', `${url}?dry_run=true`, { guestCount: 4 })
    assert.deepEqual([tried.body['dryRun'], tried.body['changed']], [true, ['guestCount']])
    assert.equal(
      standing().find(({ arrivalDate }) => String(arrivalDate) === stay.checkIn)?.['numberOfGuests'],
      2,
    )
  })
})

describe('a cancellation', () => {
  it('is made there, told once, and a second one does nothing', async () => {
    const { body: made } = await world.book()
    const url = `/v1/reservations/${made['id']}/cancel`
    const tried = await world.send('POST', `${url}?dry_run=true`)
    assert.deepEqual([tried.status, tried.body['dryRun']], [200, true])
    assert.equal(standing().length, 1)
    const answer = await world.send('POST', url, { reason: 'The roof leaks.' }, nextKey())
    assert.deepEqual([answer.status, answer.body['status']], [200, 'cancelled'], answer.text)
    assert.equal(standing().length, 0)
    await world.pass(60)
    assert.deepEqual(await eventsOf(made['id']), ['reservation.created', 'reservation.cancelled'])
    const again = await world.send('POST', url)
    assert.deepEqual([again.status, again.body['alreadyCancelled']], [200, true])
  })

  it('whose answer is lost is found by reading back', async () => {
    const { body: made } = await world.book()
    const [row] = standing()
    world.fault('timeout', 'PUT', `/v1/reservations/${row?.id}/statuses/cancelled`)
    const answer = await world.send('POST', `/v1/reservations/${made['id']}/cancel`, {}, nextKey())
    assert.deepEqual([answer.status, answer.body['status']], [200, 'cancelled'], answer.text)
  })

  it('of a booking that a channel brought is refused, and so is changing it', async () => {
    const brought = (
      await world.all<{ id: string; source: string; status: string }>('/v1/reservations')
    ).find(({ source, status }) => source !== 'direct' && source !== 'owner' && status === 'confirmed')
    assert.ok(brought, 'the simulator has one')
    for (const answer of [
      await world.send('POST', `/v1/reservations/${brought.id}/cancel`),
      await world.send('PATCH', `/v1/reservations/${brought.id}`, { guestCount: 1 }),
    ]) {
      const error = errorOf(answer, 409, 'reservation_owned_by_channel')
      assert.deepEqual([error['owner'], error['provider']], [brought.source, 'hostaway'])
    }
  })
})

describe('a price of the PMS', () => {
  const body = () => ({
    listingId: world.listingId,
    checkIn: stay.checkIn,
    checkOut: stay.checkOut,
    adults: 2,
  })

  it('comes with its parts, and says why there is none', async () => {
    const quote = await world.send('POST', '/v1/reservations/quote', body())
    assert.equal(quote.status, 200, quote.text)
    assert.deepEqual([quote.body['available'], quote.body['restrictions']], [true, []])
    assert.ok(Number(quote.body['total']) > 0)
    assert.ok(Number(quote.body['breakdown']['accommodation']) > 0)
    await world.book()
    const taken = await world.send('POST', '/v1/reservations/quote', body())
    assert.deepEqual(
      [taken.status, taken.body['available'], taken.body['total'], taken.body['breakdown']],
      [200, false, null, null],
    )
    assert.notDeepEqual(taken.body['restrictions'], [])
  })

  it('that cannot be had is told apart by whose fault it is', async () => {
    const path = `/v1/listings/${world.vendorListing}/calendar`
    world.fault('malformed', 'GET', path, 10)
    errorOf(await world.send('POST', '/v1/reservations/quote', body()), 502, 'quote_failed')
    world.simulator.faults.clear()
    world.fault('drop', 'GET', path, 100)
    errorOf(await world.send('POST', '/v1/reservations/quote', body()), 502, 'pms_error')
    const unsupported = errorOf(
      await world.send('POST', '/v1/reservations/quote', { ...body(), unitId: '1' }),
      422,
      'unsupported_field',
    )
    assert.equal(unsupported['provider'], 'hostaway')
  })
})

/** The database refuses what is written of reservations, as it might when it is full. */
async function makeRecordingFail(): Promise<() => Promise<void>> {
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no space left'; end $$`.execute(
    world.app.db,
  )
  await sql`create trigger refuse before insert or update on reservations execute function refuse()`.execute(
    world.app.db,
  )
  return async () => {
    await sql`drop trigger refuse on reservations`.execute(world.app.db)
    await sql`drop function refuse()`.execute(world.app.db)
  }
}
