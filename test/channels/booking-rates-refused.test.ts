/** Rates and availability at Booking.com that are not sent, and the one writer of every room. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, describe, test } from 'node:test'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { errorOf } from '../bookings/pms-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { keepBy } from '../reads/records.ts'
import { unlimited } from '../sync/world.ts'
import { base } from './booking-world.ts'
import { done, startRatesWorld, type VendorRow } from './booking-rates-world.ts'

const { world, room, other, rates, listingId, currency, day, update, rate, put, night, setHotel } =
  await startRatesWorld()
after(() => world.close())

describe('what is not sent', () => {
  const field = (answer: TestAnswer, status: number, code: string) => errorOf(answer, status, code)['field']

  test('rules and rooms that do not go with it', async () => {
    const ruled = (name: string) => put('rates', [rate(50, 90, { restrictions: { [name]: 2 } })])
    for (const name of ['exactStayArrival', 'minAdvanceRes', 'maxAdvanceRes'])
      assert.equal(
        field(await ruled(name), 422, 'restriction_not_supported'),
        `updates[0].restrictions.${name}`,
      )
    const rooms = await put('rates', [rate(50, 90, { roomsToSell: 2 })])
    assert.equal(field(rooms, 422, 'inventory_not_in_rate_update'), 'updates[0].roomsToSell')
    const onRequest = await put('availability', [update(50, { status: 'on_request' })])
    assert.equal(field(onRequest, 422, 'restriction_not_supported'), 'updates[0].status')
    for (const [type, fields, at] of [
      ['rates', { price: 90 }, 'updates[0].currency'],
      ['rates', { currency }, 'updates[0].price'],
      ['rates', { price: 90, currency, closed: true }, 'updates[0].closed'],
      ['rates', { price: 90, currency: 'XTS' }, 'updates[0].currency'],
      [
        'rates',
        { price: 90, currency, dateRange: { start: day(9), end: day(8) } },
        'updates[0].dateRange.end',
      ],
      [
        'rates',
        { price: 90, currency, dateRange: { start: day(9), end: day(400) } },
        'updates[0].dateRange.end',
      ],
      ['availability', { price: 90, availableRooms: 1 }, 'updates[0].price'],
      ['availability', { closed: true, status: 'available' }, 'updates[0].closed'],
      ['availability', {}, 'updates[0]'],
    ] as const)
      assert.equal(field(await put(type, [update(50, fields)]), 400, 'invalid_body'), at, type)
    const url = `${base}/listings/${listingId}/pricing`
    const ofListing = (fields: object) => world.send('PUT', url, { updates: [rate(50, 90, fields)] })
    errorOf(await ofListing({ roomsToSell: 2 }), 422, 'inventory_not_in_rate_update')
    errorOf(await ofListing({ restrictions: { minAdvanceRes: 2 } }), 422, 'restriction_not_supported')
    errorOf(await put('prices', [rate(50, 90)]), 400, 'invalid_type')
    errorOf(await put('rates', [rate(50, 90)], { surprise: 1 }), 400, 'invalid_body')
  })

  test('properties, rooms and rates that are not there, and rates that follow others', async () => {
    const elsewhere = { type: 'rates', property_id: '999', updates: [rate(50, 90)] }
    errorOf(await world.send('PUT', `${base}/availability`, elsewhere), 404, 'not_found')
    errorOf(await put('rates', [{ ...rate(50, 90), roomId: 999 }]), 404, 'not_found')
    errorOf(await put('rates', [{ ...rate(50, 90), rateId: 999 }]), 404, 'not_found')
    const [, second] = rates
    assert.ok(second)
    for (const flag of ['is_child_rate', 'readonly'] as const) {
      second[flag] = true
      const error = errorOf(await put('rates', [{ ...rate(50, 90), rateId: second.id }]), 400, 'invalid_body')
      assert.deepEqual(error['valid_values'], [String(rates[0]?.id)])
      second[flag] = false
    }
    const other_room = [{ ...rate(50, 90), roomId: other.id }]
    const url = `${base}/listings/${listingId}/pricing`
    errorOf(await world.send('PUT', url, { updates: other_room }), 404, 'not_found')
    assert.equal(done(await world.send('PUT', url, { updates: [rate(50, 94)] }))['applied'], 'verified')
  })

  test('what the write policy keeps back, and anything to an account that is not connected', async () => {
    const policy = (calendar: object) => world.send('PATCH', '/v1/connect/booking/write-policy', { calendar })
    for (const [name, type, fields] of [
      ['rates', 'rates', { price: 90, currency }],
      ['availability', 'availability', { availableRooms: 1 }],
      ['restrictions', 'availability', { restrictions: { minStay: 2 } }],
    ] as const) {
      assert.equal((await policy({ [name]: false })).status, 200)
      const error = errorOf(await put(type, [update(52, fields)]), 409, 'pms_writes_off')
      assert.equal(error['field'], `calendar.${name}`)
      if (name === 'rates') {
        const updates = [update(52, fields)]
        const answer = await world.send('PUT', `${base}/listings/${listingId}/pricing`, { updates })
        errorOf(answer, 409, 'pms_writes_off')
      }
      await policy({ [name]: true })
    }
    const url = `${base}/listings/${listingId}/pricing`
    const calls = [
      () => put('rates', [rate(52, 90)]),
      () => world.app.get(`${base}/availability?property_id=${world.hotelId}`),
      () => world.app.get(url),
      () => world.send('PUT', url, { updates: [rate(52, 90)] }),
    ]
    for (const [status, code, http] of [
      ['needs_permissions', 'connection_reauth_required', 403],
      ['disconnected', 'no_connection', 0],
    ] as const) {
      await sql`update connections set status = ${status} where id = ${world.connectionId}`.execute(
        world.app.db,
      )
      for (const call of calls) {
        const answer = await call()
        errorOf(answer, http || answer.status, code)
      }
    }
    const { connectors } = world.app.services
    const { rateCalendar: _, ...operations } = world.connector.operations
    await sql`update connections set status = 'active' where id = ${world.connectionId}`.execute(world.app.db)
    connectors['booking'] = { ...world.connector, operations }
    for (const call of calls) errorOf(await call(), 422, 'channel_not_supported')
    connectors['booking'] = world.connector
  })

  test('anything of an inactive listing', async () => {
    const off = (active: boolean) =>
      sql`update listings set active = ${active}, inactive_reason = ${active ? null : 'plan_limit'} where id = ${listingId}`.execute(
        world.app.db,
      )
    await off(false)
    errorOf(await put('rates', [rate(52, 90)]), 403, 'listing_inactive')
    const url = `${base}/availability?property_id=${world.hotelId}`
    errorOf(await world.app.get(`${url}&room_id=${room.id}`), 403, 'listing_inactive')
    assert.equal((done(await world.app.get(url))['rooms'] as VendorRow[]).length, 2)
    await off(true)
  })
})

describe('a listing at several properties, or at none', () => {
  test('is asked which one is meant', async () => {
    const made = await world.send('POST', '/v1/listings', { name: 'Loft', currency })
    const home = String(made.body['id'])
    const url = `${base}/listings/${home}/pricing`
    const rooms = `${base}/properties/${home}/rooms`
    errorOf(await world.app.get(url), 409, 'listing_not_on_booking')
    errorOf(await world.app.get(rooms), 409, 'listing_not_on_booking')
    errorOf(await world.send('PUT', url, { updates: [rate(55, 90)] }), 409, 'listing_not_on_booking')
    await sql`
      with second as (
        insert into connections (workspace_id, id, provider, external_account_id, status, write_policy, created_at, connected_at, updated_at)
        select workspace_id, id + 5000, provider, '8899001', status, write_policy, now(), now(), now()
        from connections where id = ${world.connectionId} returning workspace_id, id)
      insert into listing_links (workspace_id, connection_id, external_id, listing_id)
      select workspace_id, id, 'x' || n, ${home}::bigint from second, generate_series(1, 1) n
      union all select workspace_id, ${world.connectionId}::bigint, 'y1', ${home}::bigint from second`.execute(
      world.app.db,
    )
    const error = errorOf(await world.app.get(url), 409, 'ambiguous_booking_mapping')
    assert.deepEqual(error['valid_values'], [world.hotelId, '8899001'])
    errorOf(await world.send('PUT', url, { updates: [rate(55, 90)] }), 409, 'ambiguous_booking_mapping')
    errorOf(await world.app.get(`${url}?hotel_id=1`), 404, 'not_found')
    errorOf(await world.app.get(rooms), 409, 'ambiguous_booking_mapping')
    const unlist = { action: 'unlist' }
    const off = await world.send('POST', `${base}/properties/${home}`, unlist)
    errorOf(off, 409, 'ambiguous_booking_mapping')
    errorOf(await world.app.get(`${rooms}?hotel_id=1`), 404, 'not_found')
    await sql`delete from listing_links where listing_id = ${home}`.execute(world.app.db)
  })
})

describe('one writer', () => {
  test('a room that a PMS distributes to is left to the PMS', async () => {
    const keep = (provider: string) =>
      sql`update connections set provider = ${provider} where external_account_id = '8899001'`.execute(
        world.app.db,
      )
    const { rows } = await sql<{ id: string }>`
      select id from connections where external_account_id = '8899001'`.execute(world.app.db)
    await keep('hostaway')
    const { connectors } = world.app.services
    connectors['hostaway'] = {
      ...world.connector,
      manifest: { ...world.connector.manifest, category: 'pms' },
    }
    const { app, connectionId } = world
    await keepBy(app.db, app.scope, listingId, { connectionId: rows[0]?.id ?? '', externalId: 'x9' })
    const error = errorOf(await put('rates', [rate(57, 90)]), 409, 'invalid_state')
    assert.equal(error['currentStatus'], 'written by hostaway')
    await sql`
      update listings set connection_id = ${connectionId}, external_id = ${String(room.id)}
      where id = ${listingId}`.execute(app.db)
  })

  test('a room that our calendar is written to is set by the calendar, and every party sees its price', async () => {
    await setHotel({ pricing_type: 'OBP' })
    const selling = startSelling(world.app.services, { budget: unlimited, askEveryMs })
    try {
      const mapped = await world.send('POST', `${base}/listings/map`, {
        roomBookingId: String(room.id),
        listingId,
      })
      assert.equal(mapped.status, 200, mapped.text)
      const error = errorOf(await put('rates', [rate(60, 90)]), 409, 'invalid_state')
      assert.match(String(error['fix']), new RegExp(`/v1/availability/${listingId}`))
      const url = `${base}/listings/${listingId}/pricing`
      errorOf(await world.send('PUT', url, { updates: [rate(60, 90)] }), 409, 'invalid_state')
      // Another rate of the room has no other writer; how many are left is the room's.
      const second = { rateId: rates.find((one) => one !== rates[0] && !one.is_child_rate)?.id }
      const beside = done(
        await put('rates', [rate(60, 75, { ...second, restrictions: { minStay: 3 } })], { verify: true }),
      )
      assert.deepEqual([beside['applied'], beside['errors']], ['verified', []], JSON.stringify(beside))
      const left = errorOf(
        await put('availability', [update(60, { ...second, availableRooms: 1 })]),
        409,
        'invalid_state',
      )
      assert.equal(left['field'], 'updates[0].availableRooms')
      assert.equal(done(await put('availability', [update(60, { ...second, closed: true })]))['pushed'], 1)
      const set = await world.send('PUT', `/v1/availability/${listingId}`, { dates: [day(60)], price: 210 })
      assert.equal(set.status, 200, set.text)
      const prices = () => Object.values((night(60).rate['byGuests'] ?? {}) as Record<number, number>)
      await until('every party to see the price', () => {
        world.wait(1)
        return prices().length === room.max_persons && prices().every((price) => price === 210)
      })
    } finally {
      await selling.stop()
    }
  })
})
