/** No call uses what Booking.com has announced to end: NOTES.md has the table with its sources. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const folder = import.meta.dirname
const retired = [
  'OTA_HotelDescriptiveContentNotif',
  'OTA_HotelSummaryNotif',
  'OTA_HotelInvNotif',
  'OTA_HotelDescriptiveInfo',
  '/house-rules/',
  // Booking.com has ended these already.
  'max_children_that_pay_children_rate',
  '/xml/currencies',
]

test('no call of this connector is one that ends on 2026-12-31 or has ended', () => {
  const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  assert.ok(sources.length > 20)
  const found = sources.flatMap((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8')
    return retired.filter((name) => text.includes(name)).map((name) => `${file}: ${name}`)
  })
  assert.deepEqual(found, [])
  const listed = readFileSync(path.join(folder, 'NOTES.md'), 'utf8')
  assert.deepEqual(
    retired.filter((name) => !listed.includes(name)),
    [],
  )
})
