/** A list that the vendor cannot give, time after time, keeps nothing else of the account from being read. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { fakeVendor, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

let vendor: FakeVendor
let world: World
let calendars = 0

before(async () => {
  vendor = fakeVendor()
  vendor.listings.set('A', listing('A'))
  vendor.stays.set('r1', stay('r1'))
  vendor.connector.operations.calendar = {
    range: async () => {
      calendars += 1
      return []
    },
  }
  world = await startFakeWorld(vendor.connector)
  await world.connect()
  await world.startWorker()
  await world.settle()
})
after(() => world.close())

const names = async () =>
  (await world.all<{ name: string }>('/v1/listings')).map(({ name }) => name).toSorted()
const threads = async () => (await world.all('/v1/conversations')).length

test('while the list of bookings fails, listings, threads and calendars are read', async () => {
  vendor.trouble = (operation) =>
    operation === 'reservations' ? new VendorError('unavailable', 'out of order') : null
  vendor.listings.set('B', listing('B'))
  vendor.conversations.set('c1', { externalId: 'c1', platform: null })
  const before = calendars
  // Each failure lets the account rest for longer, up to half an hour.
  for (let hours = 0; hours < 3; hours += 1) {
    await world.pass(3600)
    await world.pass(1800)
  }
  assert.deepEqual(await names(), ['Home A', 'Home B'])
  assert.equal(await threads(), 1)
  assert.ok(calendars > before)
  assert.ok(vendor.calls.filter((call) => call === 'reservations').length > 2, 'it is still tried')
})

test('and once it is given again, what changed meanwhile is there', async () => {
  vendor.trouble = null
  vendor.stays.set('r2', stay('r2', { checkIn: '2026-07-10', checkOut: '2026-07-12' }))
  await world.pass(1800)
  await world.pass(61)
  assert.equal((await world.all('/v1/reservations')).length, 2)
})
