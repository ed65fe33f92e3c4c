import assert from 'node:assert/strict'
import { test } from 'node:test'
import { childrenOf, textIn } from '../../src/connector-kit/xml.ts'
import { sender, type JsonRow } from '../kit/testing/open-simulator.ts'
import { errorsIn, exchange, openAccount, stamped, within } from './test-account.ts'

const ruid = /^RUID: \[[\w+/]{40,}\]$/

test('a client gets tokens that are good for an hour, at most thirty of them in one', async (t) => {
  const { simulator, get } = await openAccount(t, { rateLimit: 'vendor' })
  const [hotel] = simulator.operations.state(new Set(['hotels'])).hotels as { id: number }[]
  const path = `/connections-api/properties/${hotel?.id}/status`
  assert.equal((await get(path)).status, 200)
  const send = sender(simulator.url, {})
  const at = '/token-based-authentication/exchange'
  const wrong = await send<JsonRow>('POST', at, {
    client_id: simulator.partner.BOOKING_CLIENT_ID,
    client_secret: 'x',
  })
  assert.deepEqual([wrong.status, typeof (wrong.body.meta as { ruid?: unknown }).ruid], [401, 'string'])
  assert.equal((await send('POST', at, { client_id: 'x' })).status, 400)
  for (let count = 2; count <= 30; count++) {
    const { status, body } = await exchange(simulator)
    assert.deepEqual([status, Object.keys(body)], [200, ['jwt', 'ruid']], `token ${count}`)
  }
  assert.equal((await exchange(simulator)).status, 429)
  simulator.clock.advanceSeconds(3601)
  assert.equal((await get(path)).status, 401)
  assert.equal((await exchange(simulator)).status, 200)
})

test('every answer ends with the id of the request, in the form of its family', async (t) => {
  const { ask, get, control } = await openAccount(t)
  for (const [path, body] of [
    ['/hotels/ota/OTA_HotelResNotif'],
    ['/hotels/xml/roomrates', '<request/>'],
    ['/hotels/xml/roomrates', '<request>'],
    ['/hotels/ota/OTA_HotelSearch', `<OTA_HotelSearchRQ ${stamped} Version="2.001"/>`],
    ['/hotels/ota/nothing', '<a/>'],
  ] as const) {
    const { comments, type } = await ask(path, body)
    assert.match(comments[0] ?? '', ruid, path)
    assert.match(type, /^application\/xml/)
  }
  for (const [kind, status, code] of [
    ['429', 429, '733'],
    ['500', 500, '448'],
  ] as const) {
    await control('POST', '/faults', { kind, count: 3 })
    const ota = await ask('/hotels/ota/OTA_HotelResNotif')
    assert.deepEqual(
      [ota.status, ota.root.name, errorsIn(ota)[0]?.Code],
      [status, 'OTA_HotelResNotifRS', code],
    )
    const bxml = await ask('/hotels/xml/roomrates', '<request/>')
    assert.deepEqual(
      [bxml.status, bxml.root.name, bxml.root.attributes.code],
      [status, 'fault', String(status)],
    )
    const json = await get<{ meta: { ruid: string }; errors: { code: number }[] }>(
      '/connections-api/properties/1/status',
    )
    assert.deepEqual([json.status, json.body.errors[0]?.code], [status, Number(code)])
    assert.match(json.body.meta.ruid, /^[\w+/]{40,}$/)
  }
})

test('a 429 tells how long to wait where it is made to', async (t) => {
  for (const [habits, told] of [
    [{}, null],
    [{ retryAfter: 7 }, '7'],
  ] as const) {
    const { simulator, token } = await openAccount(t, { habits })
    simulator.faults.add({ kind: '429' })
    const headers = { authorization: `Bearer ${token}` }
    const { status, headers: given } = await fetch(`${simulator.url}/hotels/ota/OTA_HotelResNotif`, {
      headers,
    })
    assert.deepEqual([status, given.get('retry-after')], [429, told])
  }
})

test('the account has hotels, some of which have not finished naming the provider', async (t) => {
  const { ask, get, state } = await openAccount(t, { listings: 14 })
  const { root } = await ask('/hotels/ota/OTA_HotelSearch', `<OTA_HotelSearchRQ ${stamped} Version="2.001"/>`)
  const hotels = within(root, 'Properties', 'Property')
  const states = hotels.map((one) => within(one, 'TPA_Extensions')[0]?.attributes.ConnectionStatus)
  assert.deepEqual([hotels.length, new Set(states)], [6, new Set(['XML Active', 'Pending Property'])])
  const pending = hotels[states.indexOf('Pending Property')]?.attributes.HotelCode
  const status = await get<{ data: object }>(`/connections-api/properties/${pending}/status`)
  assert.deepEqual(status.body.data, { property_id: Number(pending), status: 'PENDING', connected_at: null })
  // Its rooms can be mapped, but its reservations cannot be read yet.
  const rooms = await ask('/hotels/xml/roomrates', `<request><hotel_id>${pending}</hotel_id></request>`)
  assert.ok(within(rooms.root, 'room').length > 0)
  const query = `?hotel_ids=${pending}`
  const refused = await ask(`/hotels/ota/OTA_HotelResNotif${query}`)
  assert.deepEqual(
    [refused.status, errorsIn(refused)[0]?.ShortText],
    [403, `Access denied for hotel ${pending}`],
  )
  assert.ok(!state().reservations?.some(({ hotel_id }) => String(hotel_id) === pending))
  assert.equal((await get('/connections-api/properties/1/status')).status, 403)
})

test('rooms come with their rates, derived and read-only ones marked', async (t) => {
  const { ask } = await openAccount(t, { listings: 40 })
  const { root } = await ask('/hotels/xml/roomrates', '<request/>')
  const rooms = within(root, 'room')
  assert.equal(rooms.length, 40)
  assert.deepEqual(Object.keys(rooms[0]?.attributes ?? {}), [
    'id',
    'hotel_id',
    'hotel_name',
    'room_name',
    'max_children',
  ])
  const rates = rooms.map((room) => within(room, 'rates', 'rate'))
  assert.deepEqual(new Set(rates.map(({ length }) => length)), new Set([1, 2, 3]))
  const marks = rates.flat().map(({ attributes }) => [attributes.is_child_rate, attributes.readonly])
  assert.ok(marks.some(([child, readonly]) => child === '1' && readonly === '1'))
  assert.ok(marks.some(([child, readonly]) => child === undefined && readonly === undefined))
  const relations = rates
    .flat()
    .map((rate) => [
      rate.attributes.is_child_rate,
      within(rate, 'rate_relation')[0]?.attributes.follows_price,
    ])
  assert.deepEqual(new Set(relations.map(String)), new Set(['1,1', ',']))
  const [all] = rates.filter(({ length }) => length === 3)
  const [child] = (all ?? []).flatMap((rate) => within(rate, 'rate_relation'))
  assert.equal(child?.attributes.parent_rate_id, all?.[0]?.attributes.id)
  for (const [body, status] of [
    ['<request><hotel_id>1</hotel_id></request>', 403],
    ['<request><hotel>1</hotel></request>', 400],
    ['<request><show_rates_status>6</show_rates_status></request>', 400],
    ['<!DOCTYPE request [<!ENTITY a "1">]><request><hotel_id>&a;</hotel_id></request>', 400],
  ] as const) {
    const answer = await ask('/hotels/xml/roomrates', body)
    assert.deepEqual([answer.status, answer.root.name], [status, 'fault'], body)
  }
})

test('B.XML tells reservations by id, hotel and last change, and of a cancelled one hardly anything', async (t) => {
  const { ask, state, control } = await openAccount(t)
  const all = within((await ask('/hotels/xml/reservations', '<request/>')).root, 'reservation')
  assert.equal(all.length, 60)
  const cancelled = all.find((row) => textIn(row, 'status') === 'cancelled')
  assert.ok(cancelled !== undefined && childrenOf(cancelled, 'room').length === 0)
  assert.deepEqual(within(cancelled, 'customer'), [])
  const one = state().reservations?.find(({ status }) => status === 'new')
  const asked = await ask('/hotels/xml/reservations', `<request><id>${String(one?.id)}</id></request>`)
  const [row] = within(asked.root, 'reservation')
  assert.equal(Number(textIn(row, 'totalprice')), one?.totalprice)
  const prices = within(asked.root, 'reservation', 'room', 'price').map(({ text }) => Number(text))
  assert.ok(Math.abs(prices.reduce((sum, price) => sum + price, 0) - Number(one?.totalprice)) < 0.01)
  assert.equal(within(asked.root, 'reservation', 'customer', 'cc_number')[0]?.text, '')
  await control('PATCH', `/reservations/${String(one?.id)}`, { remarks: 'x' })
  const since = '<request><last_change>2026-05-11 09:00:00</last_change></request>'
  const changed = within((await ask('/hotels/xml/reservations', since)).root, 'reservation')
  assert.deepEqual(
    changed.map((found) => textIn(found, 'id')),
    [String(one?.id)],
  )
})
