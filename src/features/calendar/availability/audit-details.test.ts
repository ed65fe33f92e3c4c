import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nightDetails, stretchesOf } from './audit-details.ts'

test('nights that follow each other are one stretch, also over the end of a year', () => {
  assert.deepEqual(stretchesOf(['2027-01-01', '2026-12-31', '2026-12-24', '2026-12-24']), [
    '2026-12-24..2026-12-24',
    '2026-12-31..2027-01-01',
  ])
})

test('very many stretches are told as one', () => {
  const dates = Array.from({ length: 60 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + 2 * index)).toISOString().slice(0, 10),
  )
  assert.deepEqual(stretchesOf(dates), ['2026-01-01..2026-04-29'])
})

test('only what was set is told', () => {
  assert.deepEqual(nightDetails({ dates: ['2026-07-01'], price: 120 }), {
    nights: ['2026-07-01..2026-07-01'],
    price: 120,
  })
})

test('a body that will be refused is told as far as it has the right form', () => {
  for (const body of [undefined, null, 'text', [], { dates: 'all' }, { price: { amount: 1 } }])
    assert.deepEqual(nightDetails(body), {})
  assert.deepEqual(nightDetails({ dates: ['<img>', 7, '2026-07-01'], available: false, guest: 'Ada' }), {
    nights: ['2026-07-01..2026-07-01'],
    available: false,
  })
})
