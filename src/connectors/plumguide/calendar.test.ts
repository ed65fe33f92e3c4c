import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { calendar } from './calendar.ts'

const home = { id: 7, nightlyPrice: 100, weekendPrice: 130 }

/** Returns the nights that these answers give, from a Tuesday to a Thursday. */
async function nights(answers: { blockedDates?: unknown; customPrices?: unknown; home?: unknown }) {
  const get = async (path: string): Promise<unknown> => {
    if (path.endsWith('blocked-dates')) return { blockedDates: answers.blockedDates ?? [] }
    if (path.endsWith('custom-prices')) return { customPrices: answers.customPrices ?? [] }
    return path.endsWith('restrictions') ? {} : (answers.home ?? home)
  }
  const context = { http: { get }, now: () => new Date('2027-06-01T00:00:00Z') } as unknown as VendorContext
  const listing = { externalId: '7', unitCount: 1 } as never
  const days = await calendar.range(context, { listing, from: '2027-06-01', to: '2027-06-03' })
  return days.map(({ available, price }) => [available, price])
}

test('a block whose days have a time behind them closes its first night as well', async () => {
  const blockedDates = [{ from: '2027-06-02T00:00:00Z', to: '2027-06-02T00:00:00Z', type: 'Local' }]
  assert.deepEqual(await nights({ blockedDates }), [
    [true, '100'],
    [false, '100'],
    [true, '100'],
  ])
})

test('a block that cannot be read leaves the calendar unread', async () => {
  const blockedDates = [{ from: 'soon', to: '2027-06-02' }]
  await assert.rejects(nights({ blockedDates }), { kind: 'malformed' })
})

test('prices that cannot be read leave the nights without any', async () => {
  const without = [
    [true, null],
    [true, null],
    [true, null],
  ]
  assert.deepEqual(await nights({ customPrices: [{ from: 'soon', to: '2027-06-02', price: 90 }] }), without)
  assert.deepEqual(await nights({ home: { nightlyPrice: 'on request' } }), without)
})
