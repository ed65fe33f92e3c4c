import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { openAccount } from './test-account.ts'

type Told = { data: JsonRow; errors: { code: number; message: string; details?: { fields: string[] } }[] }

const sent = (legal_entity_id: unknown, more: JsonRow = {}) => ({
  ...{ property_name: 'Rose Cottage', legal_entity_id, property_category: 20 },
  physical_address: { address_line: '1 High St', city_name: 'Bath', country_code: 'gb', postal_code: 'BA1' },
  ...{ position: { latitude: 51.38, longitude: -2.36 }, check_in: { from: '15:00', until: '22:30' } },
  ...{ room_count: 1, target: 'production', currency_code: 'GBP', ...more },
})
const unit = {
  configuration: {
    unit_type_id: 1,
    rooms: [{ type: 'GUEST_ROOM', bed_configurations: [{ beds: [{ bed_type_id: 1, bed_count: 1 }] }] }],
  },
  ...{ unit_name_id: 1, number_of_units: 2, occupancy_details: { max_guests: 3 } },
}

test('from a legal entity to a property that guests book', async (t) => {
  const { send, get, control } = await openAccount(t, { listings: 1, reservations: 0 })
  const invited = {
    company_name: 'Rose',
    legal_contact_name: 'Ada',
    legal_contact_email: 'ada@example.com',
    preferred_language: 'en',
  }
  const { status, body } = await send<Told>('POST', '/contracts-api/partners/invite', invited)
  const le = body.data.legal_entity_id
  assert.deepEqual([status, typeof le], [201, 'number'])
  assert.equal((await send('POST', '/contracts-api/partners/invite', invited)).status, 400)
  const legal = (legal_contact_email: string) =>
    send<Told>('POST', '/contracts-api/partners/legal-details', { legal_contact_email })
  assert.equal((await legal('ada@example.com')).body.data.contract_signed, 0)
  assert.equal((await legal('bob@example.com')).status, 404)

  const made = await send<Told>('POST', '/property-api/properties', sent(le))
  const id = String(made.body.data.property_id)
  assert.equal(made.status, 201)
  const twin = await send<Told>('POST', '/property-api/properties', sent(le))
  assert.ok(twin.status === 400 && twin.body.errors[0]?.message.includes(id))
  const path = `/property-api/properties/${id}`
  assert.equal((await get<Told>(path)).body.data.status, 'XML: Being built')
  const operate = (operation: string) => send<Told>('POST', `${path}/status`, { operation })
  assert.equal((await operate('CHECK')).body.errors.length, 3)
  await send('PUT', `${path}/description`, { text: 'By the river.', language_code: 'en-gb' })
  const added = await send<Told>('POST', `/rooms-api/properties/${id}/units`, unit)
  assert.equal(added.status, 201)
  assert.deepEqual(
    (await operate('OPEN')).body.errors.map(({ message }) => message),
    ['The contract is not signed'],
  )
  const stay = { room_id: added.body.data.unit_id, arrival_date: '2026-07-01' }
  assert.equal((await control('POST', '/guest/bookings', stay)).status, 409)
  await control('POST', `/extranet/contracts/${String(le)}/sign`)
  assert.equal((await operate('CHECK')).body.data.status, 'XML: Ready to open')
  assert.equal((await operate('OPEN')).body.data.status, 'Open / bookable')
  assert.equal((await control('POST', '/guest/bookings', stay)).status, 201)
  assert.equal((await operate('CLOSE')).body.data.status, 'Closed')
  assert.equal((await control('POST', '/guest/bookings', stay)).status, 409)
})

test('what is wrong with a property is told by its place', async (t) => {
  const { send, control } = await openAccount(t, { listings: 1, reservations: 0 })
  const invited = {
    company_name: 'R',
    legal_contact_name: 'A',
    legal_contact_email: 'a@example.com',
    preferred_language: 'en',
  }
  const le = (await send<Told>('POST', '/contracts-api/partners/invite', invited)).body.data.legal_entity_id
  for (const [more, code, field] of [
    [{ property_name: 'ab' }, 320, '$.property_name'],
    [{ property_name: 'ROSE COTTAGE' }, 320, '$.property_name'],
    [{ property_name: 'Rose 123456' }, 320, '$.property_name'],
    [{ property_name: 'Rose <b>' }, 320, '$.property_name'],
    [{ check_in: { from: '15:15', until: '20:00' } }, 320, '$.check_in.from'],
    [{ position: { latitude: 91, longitude: 0 } }, 320, '$.position.latitude'],
    [{ legal_entity_id: 12 }, 320, '$.legal_entity_id'],
    [{ property_category: undefined }, 321, '$.property_category'],
    [{ colour: 'red' }, 394, '$.colour'],
  ] as const) {
    const { status, body } = await send<Told>('POST', '/property-api/properties', sent(le, more))
    assert.deepEqual([status, body.errors[0]?.code, body.errors[0]?.details?.fields], [400, code, [field]])
  }
  const trial = await send<Told>('POST', '/property-api/properties', sent(le, { target: 'test' }))
  const path = `/property-api/properties/${String(trial.body.data.property_id)}`
  await send('POST', `${path.replace('property-api', 'rooms-api')}/units`, unit)
  await send('PUT', `${path}/description`, { text: 'x', language_code: 'en' })
  await control('POST', `/extranet/contracts/${String(le)}/sign`)
  assert.equal(
    (await send<Told>('POST', `${path}/status`, { operation: 'CHECK' })).body.data.status,
    'Test Hotel',
  )
  assert.equal((await send('POST', `${path}/status`, { operation: 'OPEN' })).status, 400)
})

test('settings are taken by group, and units are changed and taken away', async (t) => {
  const { send, get, state, control } = await openAccount(t, { listings: 1, reservations: 0 })
  const [room] = state().listings ?? []
  const hotel = String(room?.hotel_id)
  const path = `/property-api/properties/${hotel}/settings`
  const put = (body: JsonRow) => send<Told>('POST', path, body)
  const set = {
    booking_model: { type: 'RTB' },
    property_settings: { pricing_type: 'OBP' },
    pets: { allowed: 'YES' },
  }
  assert.deepEqual((await put(set)).body.data, {
    ...{ booking_model: { success: true }, property_settings: { success: true }, pets: { success: true } },
  })
  assert.deepEqual((await get<Told>(path)).body.data, set)
  for (const [body, code] of [
    [{ colours: {} }, 394],
    [{ booking_model: { type: 'ASK' } }, 320],
    [{ age_buckets: [1, 2, 3, 4] }, 320],
  ] as const) {
    const { status, body: told } = await put(body)
    assert.deepEqual([status, told.errors[0]?.code], [400, code])
  }
  const units = `/rooms-api/properties/${hotel}/units`
  assert.equal((await send('PATCH', `${units}/${String(room?.id)}`, { number_of_units: 3 })).status, 200)
  assert.equal(state().listings?.[0]?.units, 3)
  assert.equal((await send('PATCH', `${units}/${String(room?.id)}`, { unit_name_id: 99 })).status, 400)
  await control('POST', '/reservations', {})
  assert.equal((await send('DELETE', `${units}/${String(room?.id)}`)).status, 400)
  const more = (await send<Told>('POST', units, unit)).body.data.unit_id
  assert.equal((await send('DELETE', `${units}/${String(more)}`)).status, 200)
  assert.equal((await send('DELETE', `${units}/${String(more)}`)).status, 404)
})
