/** A vendor that deletes stays some time after their departure: those that are missing then were not cancelled. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fakeVendor, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

let vendor: FakeVendor
let world: World
before(async () => {
  vendor = fakeVendor()
  const { manifest } = vendor.connector
  vendor.connector.manifest = { ...manifest, sync: { ...manifest.sync, staysKeptDays: 85 } }
  vendor.listings.set('A', listing('A'))
  vendor.stays.set('old', stay('old', { checkIn: '2026-03-01', checkOut: '2026-03-04' }))
  vendor.stays.set('late', stay('late', { checkIn: '2026-06-01', checkOut: '2026-06-04' }))
  world = await startFakeWorld(vendor.connector)
  await world.connect()
  await world.startWorker()
  await world.settle()
})
after(() => world?.close())

test('a stay that is missing long after its departure stays as it was, a later one has ended', async () => {
  vendor.stays.clear()
  await world.pass(25 * 3600)
  const stays = await world.all<{ confirmationCode: string; status: string }>('/v1/reservations')
  const statusOf = (code: string) => stays.find(({ confirmationCode }) => confirmationCode === code)?.status
  assert.notEqual(statusOf('CODE-old'), 'cancelled')
  assert.equal(statusOf('CODE-late'), 'cancelled')
})
