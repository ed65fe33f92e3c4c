/** The next page of a list is read while the one before it is stored, and never puts back what was read later. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { storeHints } from '../../src/features/sync/state/fetch-queries.ts'
import { openWrite } from '../../src/platform/outbox.ts'
import { until } from '../harness/until.ts'
import { fakeVendor, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

let vendor: FakeVendor
let world: World
let connectionId: string
const pages = () => vendor.calls.filter((call) => call === 'reservations').length

beforeEach(async () => {
  vendor = fakeVendor()
  vendor.listings.set('A', listing('A'))
  for (const day of [1, 2, 3, 4, 5, 6])
    vendor.stays.set(
      `r${day}`,
      stay(`r${day}`, { checkIn: `2026-07-0${day}`, checkOut: `2026-07-0${day + 1}` }),
    )
  world = await startFakeWorld(vendor.connector)
  connectionId = await world.connect()
})
afterEach(() => world.close())

interface Shown {
  confirmationCode: string
  totalPrice: string
}
const prices = async () =>
  Object.fromEntries(
    (await world.all<Shown>('/v1/reservations')).map((one) => [one.confirmationCode, one.totalPrice]),
  )

/** From when the list of bookings is asked for on nothing of the workspace can be stored until the work is done. */
async function whileTaken(work: () => Promise<void>): Promise<void> {
  const { app, services } = world
  const [asked, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  vendor.trouble = async (operation) => {
    if (operation !== 'reservations') return null
    asked.resolve()
    await taken.promise
    return null
  }
  await world.startWorker()
  await asked.promise
  await services.db.transaction().execute(async (tx) => {
    await openWrite(tx, { workspaceId: app.workspace.id }, app.clock.now())
    taken.resolve()
    await work()
  })
}

test('one page is read ahead of the one that is being stored, and no further', async () => {
  let before = 0
  await whileTaken(async () => {
    await until('the second page to be read', () => pages() === 2)
    before = (await world.all('/v1/reservations')).length
  })
  await world.settle()
  assert.equal(before, 0)
  // The first import reads the three pages once.
  assert.equal(pages(), 3)
  assert.equal(Object.keys(await prices()).length, 6)
})

test('a booking that is read by itself meanwhile stays as it was read then', async () => {
  let hinted: Promise<void> | undefined
  await whileTaken(async () => {
    await until('the second page to be read', () => pages() === 2)
    vendor.stays.set(
      'r3',
      stay('r3', { checkIn: '2026-07-03', checkOut: '2026-07-04', totalPrice: '200.00' }),
    )
    const scope = { workspaceId: world.app.workspace.id }
    const wanted = [{ entity: 'reservations', externalId: 'r3' } as const]
    // Waits for the first page to be stored.
    hinted = storeHints(world.services.db, scope, connectionId, wanted, world.app.clock.now())
  })
  await hinted
  await world.settle()
  assert.equal((await prices())['CODE-r3'], '200.00')
})
