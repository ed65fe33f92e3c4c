import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { openAccount } from './test-account.ts'

type Told = {
  data: { property_charges: JsonRow[]; room_charges: JsonRow[] }
  errors: { code: number; details: { fields: string[] } }[]
}

test('charges are set by key, of the property and of a room; what is not named stays, and null clears', async (t) => {
  const { get, send, state } = await openAccount(t, { listings: 8, reservations: 0 })
  const [room] = state().listings ?? []
  const path = `/charges-api/properties/${String(room?.hotel_id)}/charges`
  const charge = (type: string, amount: object | null, key: object = {}) => ({
    charge_key: { type, guest_origin: 'ANY', travel_purpose: 'ANY', ...key },
    charge_periods: [
      { applicable: { from: '2026-05-11' }, configuration: amount === null ? null : { amount } },
    ],
  })
  const put = (body: object) => send<Told>('POST', path, body)
  const night = { value: 2.5, mode: 'PER_PERSON_PER_NIGHT' }
  const cleaning = charge('CLEANINGFEE', { value: 40, mode: 'PER_STAY' })
  const tax = charge('CITYTAX', night)
  assert.equal((await put({ property_charges: [cleaning, tax] })).status, 200)
  const domestic = charge('CITYTAX', { value: 1, mode: 'PER_NIGHT' }, { guest_origin: 'DOMESTIC' })
  const own = {
    room_id: room?.id,
    charges: [charge('VAT', { value: 7, base: ['NIGHTLY_RATE'], mode: 'PERCENTAGE' })],
  }
  await put({
    property_charges: [domestic, charge('CITYTAX', { value: 3, mode: 'PER_NIGHT' })],
    room_charges: [own],
  })
  const { data } = (await get<Told>(path)).body
  assert.deepEqual(data, {
    property_charges: [cleaning, charge('CITYTAX', { value: 3, mode: 'PER_NIGHT' }), domestic],
    room_charges: [own],
  })
  await put({ property_charges: [charge('CLEANINGFEE', null)] })
  assert.equal((await get<Told>(path)).body.data.property_charges.length, 2)
  for (const [body, code, field] of [
    [{}, 321, '$.property_charges'],
    [
      { property_charges: [charge('VAT', { mode: 'PER_NIGHT' })] },
      321,
      '$.property_charges[0].charge_periods[0].configuration.amount.value',
    ],
    [
      { property_charges: [charge('VAT', { ...night, base: ['A'] })] },
      320,
      '$.property_charges[0].charge_periods[0].configuration.amount.base',
    ],
    [{ room_charges: [{ room_id: 1, charges: [tax] }] }, 320, '$.room_charges[0].room_id'],
    [{ property_charges: [charge('LUCK', night)] }, 320, '$.property_charges[0].charge_key.type'],
    [{ charges: [] }, 394, '$.charges'],
  ] as const) {
    const { status, body: told } = await put(body)
    assert.deepEqual([status, told.errors[0]?.code, told.errors[0]?.details.fields], [400, code, [field]])
  }
  assert.equal(
    (await send('POST', '/charges-api/properties/1/charges', { property_charges: [tax] })).status,
    403,
  )
  assert.equal((await get('/charges-api/meta?language_code=fr')).status, 200)
})
