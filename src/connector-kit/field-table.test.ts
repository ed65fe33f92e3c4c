import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import {
  currencyField,
  decimalField,
  fieldTable,
  firstOf,
  idField,
  joinedText,
  reading,
} from './field-table.ts'
import { text, timeField, wholeField, type RowOf } from './field-table.ts'
import { mapping, mapRows } from './paginate.ts'
import { unreadOf } from './tolerance/unread-fields.ts'
import { Id, Text } from './vendor-fields.ts'

const loft = fieldTable(
  {
    street: joinedText(', ', text('address.line1'), text('address.line2')),
    state: firstOf(text('address.state'), text('address.province')),
    currency: currencyField('money.code'),
    latitude: decimalField('lat'),
    owner: idField('owner_id'),
    details: {
      personCapacity: wholeField('sleeps'),
      checkInTimeStart: timeField('in'),
      propertyType: reading('kind', Text, (value: string) => value.toUpperCase()),
    },
  },
  { id: Id, in: Text },
)

const row = {
  ...{ id: 7, lat: 52.5, owner_id: 0, sleeps: '4', in: '15:00', kind: 'loft' },
  address: { line1: 'Elm 1', line2: '', province: 'Ontario' },
  money: { code: 'cad' },
}

test('a table reads a row by the vendor’s names, in parts too', () => {
  assert.deepEqual(loft.read(row), {
    ...{ street: 'Elm 1', state: 'Ontario', currency: 'CAD', latitude: '52.5', owner: null },
    details: { personCapacity: 4, checkInTimeStart: '15:00', propertyType: 'LOFT' },
  })
  const nothing = { personCapacity: null, checkInTimeStart: null, propertyType: null }
  assert.deepEqual(loft.read({ id: 7, kind: null }).details, nothing)
})

test('the shape of a table has every field once, below its part', () => {
  const { properties } = loft.shape as unknown as { properties: Record<string, unknown> }
  assert.deepEqual(Object.keys(properties).toSorted(), [
    ...['address', 'id', 'in', 'kind', 'lat', 'money', 'owner_id', 'sleeps'],
  ])
  const address = JSON.stringify(properties.address)
  for (const name of ['line1', 'line2', 'state', 'province']) assert.match(address, new RegExp(`"${name}"`))
})

test('a field that cannot be read loses itself and is named; a strict one of its own loses the row', () => {
  const listings = mapping('listing', loft.shape, (one: RowOf<typeof loft>) => {
    const { owner: _owner, ...fields } = loft.read(one)
    return {
      ...{ externalId: String(one.id), model: 'home', name: 'Loft', lifecycleStatus: 'live', unitCount: 1 },
      ...fields,
    } as const
  })
  const { records, failures } = mapRows(
    [
      row,
      { ...row, id: 8, sleeps: 'many', address: 'Elm 1', money: { code: 'shells' } },
      { ...row, id: null },
    ],
    listings,
  )
  assert.equal(failures.length, 1, JSON.stringify(failures))
  assert.deepEqual(
    records.map(({ externalId }) => externalId),
    ['7', '8'],
  )
  const [first, second] = records
  assert.ok(first && second)
  assert.deepEqual(unreadOf(first), [])
  assert.deepEqual(
    unreadOf(second)
      .map(({ field }) => field)
      .toSorted(),
    ['address', 'money.code', 'sleeps'],
  )
  const strict = fieldTable({ city: text('city') }, { city: Type.String() })
  assert.equal('problem' in strict.shape, false)
  assert.deepEqual((strict.shape as { required?: string[] }).required, ['city'])
})
