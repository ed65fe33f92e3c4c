/** Vrbo says no word of a booking that is known here: its account is read for whoever asks for an answer that is young. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorOf } from '../bookings/pms-world.ts'
import { makerOf } from '../harness/fixtures.ts'
import { startVrboWorld, type VrboRow, type VrboWorld } from './vrbo-world.ts'

interface Fresh {
  dataFreshness: { lastSyncedAt: string | null; stale: boolean; reason?: string }
}

let world: VrboWorld
/** Kept here, and the home that Vrbo has from our feeds. */
let listing: string
let property: string
before(async () => {
  world = await startVrboWorld(2, async (app, simulator) => {
    listing = await makerOf(app.db, app.scope).listing({ currency: 'EUR', default_nightly_price: '100.00' })
    const pair = await app.post('/v1/connect/vrbo', {})
    assert.equal(pair.status, 200, pair.text)
    const mapped = await app.post('/v1/channels/vrbo/listings/map', { listingId: Number(listing) })
    assert.equal(mapped.status, 200, mapped.text)
    const [first] = simulator.operations.state(new Set())['listings'] as VrboRow[]
    property = String(first?.['id'])
    simulator.operations.updateListing(property, {
      supplierId: `LODGEWIRE/${String(pair.body['username'])}/${listing}`,
    })
  })
})
after(() => world.close())

const day = (n: number) =>
  String(Temporal.PlainDate.from(world.app.clock.now().toISOString().slice(0, 10)).add({ days: n }))
const book = async (from: number) => {
  world.wait(5)
  await world.control('/reservations', {
    ...{ propertyId: property, checkInDate: day(from), checkOutDate: day(from + 2), status: 'BOOKED' },
  })
}
const nights = (from: number, more: string) =>
  world.app.get(`/v1/availability/${listing}?from=${day(from)}&to=${day(from)}${more}`)
const isOpen = ({ body }: Awaited<ReturnType<typeof nights>>) =>
  (body as unknown as { days: { available: boolean }[] }).days[0]?.available
const freshness = ({ body }: Awaited<ReturnType<typeof nights>>) => (body as unknown as Fresh).dataFreshness

test('a booking made there a second ago closes its nights for whoever asks for a young answer', async () => {
  await book(400)
  assert.equal(isOpen(await nights(400, '')), true, 'nobody was told')
  const young = await nights(400, '&max_age=1&require_fresh=true')
  assert.deepEqual([isOpen(young), freshness(young).stale], [false, false], young.text)
  assert.equal(freshness(young).lastSyncedAt, world.app.clock.now().toISOString())
  await book(420)
  const quote = await world.app.get(
    `/v1/quotes?property_id=${listing}&check_in=${day(420)}&check_out=${day(421)}&max_age=1`,
  )
  assert.deepEqual([quote.body['available'], freshness(quote).stale], [false, false], quote.text)
})

test('what could not be read there makes the answer old, or is refused where that was asked for', async () => {
  await book(440)
  world.simulator.faults.add({ kind: '500', count: 100 })
  const old = await nights(440, '&max_age=1')
  assert.deepEqual([isOpen(old), freshness(old).stale, freshness(old).reason], [true, true, 'source_failed'])
  errorOf(await nights(440, '&max_age=1&require_fresh=true'), 503, 'too_stale')
  world.simulator.faults.clear()
})
