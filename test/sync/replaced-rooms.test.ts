/** A vendor tells a booking with all of its stays. One of them in the place of another is no double sale. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { present } from '../../src/connector-kit/testing/walk.ts'
import { fakeVendor, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

let vendor: FakeVendor
let world: World
before(async () => {
  vendor = fakeVendor({ pageSize: 10 })
  vendor.listings.set('A', listing('A'))
  const reservations = present(vendor.connector.operations.reservations)
  vendor.connector.operations.reservations = {
    ...reservations,
    page: async (context, place) => ({
      ...(await reservations.page(context, place)),
      whole: [{ confirmationCode: 'GROUP', stays: [...vendor.stays.keys()] }],
    }),
  }
  vendor.stays.set('1', stay('1', { confirmationCode: 'GROUP' }))
  world = await startFakeWorld(vendor.connector)
  await world.connect()
  await world.startWorker()
  await world.settle()
})
after(() => world?.close())

test('a room that takes the place of another of its booking meets no other stay', async () => {
  vendor.stays.delete('1')
  vendor.stays.set('2', stay('2', { confirmationCode: 'GROUP', bookedAt: '2026-06-15T11:00:00Z' }))
  const { length } = await world.events()
  await world.pass(70)
  const stays = await world.all<{ status: string; conflictsWith: string[] }>('/v1/reservations')
  assert.deepEqual(stays.map(({ status, conflictsWith }) => [status, conflictsWith]).toSorted(), [
    ['cancelled', []],
    ['confirmed', []],
  ])
  const told = (await world.events()).slice(length)
  assert.deepEqual(
    told.map(({ type }) => type),
    ['reservation.cancelled', 'reservation.created'],
  )
})
