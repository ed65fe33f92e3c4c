/** The same home booked twice at Hostaway, and why a home that is kept here cannot be. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { VendorRow } from '../sync/world.ts'
import { startPmsWorld, stay, type PmsWorld } from './pms-world.ts'

let world: PmsWorld
before(async () => {
  world = await startPmsWorld()
})
after(() => world.close())

const shown = (id: unknown) =>
  world.get<{ status: string; conflictsWith: string[] }>(`/v1/reservations/${String(id)}`)
const toldOf = async () =>
  (await world.events()).filter(({ type }) => type === 'reservation.conflict').map(({ data }) => data)

it('a booking made through the API and one of a channel that Hostaway took meanwhile are both kept and told once', async () => {
  const made = await world.book()
  assert.equal(made.status, 201, made.text)
  const row = world.simulator.operations.createReservation({
    listingMapId: world.vendorListing,
    arrivalDate: '2027-03-03',
    departureDate: '2027-03-06',
  })
  await world.pass(61)
  const { conflictsWith: others } = await shown(made.body['id'])
  assert.equal(others.length, 1)
  const [other = ''] = others
  assert.deepEqual((await shown(other)).conflictsWith, [made.body['id']])
  const [told, ...more] = await toldOf()
  assert.deepEqual([told?.['nights'], more.length], [['2027-03-03'], 0])
  await world.pass(25 * 3600)
  assert.equal((await toldOf()).length, 1)
  world.simulator.operations.cancelReservation(String((row as VendorRow).id), {})
  await world.pass(61)
  assert.deepEqual((await shown(made.body['id'])).conflictsWith, [])
  assert.equal((await shown(other)).status, 'cancelled')
})

it('of a home that is kept here the second booking is refused, also at the same time', async () => {
  const home = await world.app.post('/v1/listings', { name: 'Ours', currency: 'EUR' })
  assert.equal(home.status, 201, home.text)
  const before = (await toldOf()).length
  const answers = await Promise.all(
    [1, 2, 3].map(() => world.send('POST', '/v1/reservations', { ...stay, listingId: home.body['id'] })),
  )
  const [made, ...others] = answers.toSorted((a, b) => a.status - b.status)
  assert.ok(made?.status === 201, made?.text ?? '')
  assert.deepEqual(
    others.map(({ body }) => body['error']['code'] as unknown),
    ['reservation_not_created', 'reservation_not_created'],
  )
  assert.deepEqual((await shown(made.body['id'])).conflictsWith, [])
  assert.equal((await toldOf()).length, before)
})
