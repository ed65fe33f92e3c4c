/** A listing that a PMS keeps and sells on Airbnb: who writes its calendar there, until a person hands it over and after. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import type { Connector } from '../../src/connector-kit/connector.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { fakeVendor, listing, stay, type FakeVendor } from '../sync/fake-vendor.ts'
import { startFakeWorld, type World } from '../sync/world.ts'

function vendorCalled(id: string, category: 'pms' | 'ota'): FakeVendor {
  const vendor = fakeVendor()
  const { manifest, operations } = vendor.connector
  const connector: Connector = {
    ...vendor.connector,
    manifest: { ...manifest, id, category },
    operations: {
      ...operations,
      calendarWrites: {
        fields: { available: true, price: true, minNights: true, maxNights: true },
        batch: { changes: 100, listings: 'one' },
        write: () => Promise.reject(new Error('nobody writes in this test')),
      },
    },
  }
  return { ...vendor, connector }
}

const pms = vendorCalled('acme', 'pms')
const airbnb = vendorCalled('airbnb', 'ota')
const sold = { platform: 'airbnb', externalId: 'X', active: true, syncEnabled: true } as const

let world: World
let home = ''

before(async () => {
  world = await startFakeWorld(pms.connector)
  world.services.connectors = { acme: pms.connector, airbnb: airbnb.connector }
  pms.listings.set('A', listing('A', { name: 'As the PMS says', channels: [sold] }))
  pms.stays.set('s1', stay('s1', { checkIn: '2026-07-01', checkOut: '2026-07-03' }))
  airbnb.listings.set('X', listing('X', { name: 'As Airbnb says' }))
  for (const provider of ['acme', 'airbnb']) {
    const answer = await world.app.post(`/v1/connect/${provider}/credentials`, {
      credentials: { token: `token of ${provider}` },
      writePolicy: { calendar: { availability: true, rates: true, restrictions: true } },
    })
    assert.equal(answer.status, 200, answer.text)
  }
  await world.startWorker()
  await world.settle()
  const listings = await world.all<{ id: string; name: string }>('/v1/listings')
  home = listings.find(({ name }) => name === 'As the PMS says')?.id ?? ''
  assert.notEqual(home, '')
})
after(() => world?.close())

const map = (more: object = {}) =>
  world.app.post('/v1/channels/airbnb/listings/map', { airbnbId: 'X', listingId: home, ...more })
const writers = async () =>
  (
    await sql<{ provider: string }>`
      select c.provider from selling_links k
      join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id`.execute(world.app.db)
  ).rows.map(({ provider }) => provider)
const open = async (date: string) => {
  const { days } = await world.get<{ days: { available: boolean }[] }>(
    `/v1/availability/${home}?from=${date}&to=${date}`,
  )
  return days[0]?.available
}

it('is written by the PMS, and mapping it only reads and says so', async () => {
  const mapped = await map()
  assert.deepEqual(
    [mapped.status, mapped.body['writtenBy'], mapped.body['syncEnabled']],
    [200, 'acme', false],
  )
  assert.deepEqual(await writers(), [])
})

it('is not handed over while the PMS sells it there, unless a person says that it will not', async () => {
  const refused = errorOf(await map({ takeOver: true }), 409, 'invalid_state')
  assert.deepEqual([refused['field'], refused['currentStatus']], ['takeOver', 'distributed by acme'])
  assert.deepEqual(await writers(), [])
  const rehearsed = await world.app.post('/v1/channels/airbnb/listings/map?dry_run=true', {
    ...{ airbnbId: 'X', listingId: home, takeOver: true, evenIfDistributed: true },
  })
  assert.equal(rehearsed.body['syncEnabled'], true)
  assert.deepEqual(await writers(), [])
  const taken = await map({ takeOver: true, evenIfDistributed: true })
  assert.deepEqual([taken.status, taken.body['writtenBy'], taken.body['syncEnabled']], [200, null, true])
  assert.deepEqual(await writers(), ['airbnb'], 'never two')
  const { rows } = await sql<{ previous: object }>`
    select previous from record_history where record_type = 'listing' and record_id = ${home}
      and previous ? 'externalListingId'`.execute(world.app.db)
  assert.deepEqual(
    rows.map(({ previous }) => previous),
    [{ channel: 'acme', externalListingId: 'A' }],
  )
})

it('is ours from then on: the PMS tells of its stays, and of nothing else', async () => {
  const { capabilities } = await world.get<{ capabilities: { reservations: { managedBy: string } } }>(
    `/v1/listings/${home}`,
  )
  assert.equal(capabilities.reservations.managedBy, 'repull')
  assert.equal(await open('2026-07-01'), false, 'the stay that was there holds its nights')
  pms.listings.set('A', listing('A', { name: 'Renamed at the PMS', channels: [sold] }))
  pms.stays.set('s2', stay('s2', { checkIn: '2026-07-10', checkOut: '2026-07-12' }))
  const set = await world.app.call('PUT', `/v1/availability/${home}`, {
    body: { dates: ['2026-07-10', '2026-07-20'], available: true, price: 77 },
  })
  assert.equal(set.status, 200, set.text)
  await world.pass(25 * 3600)
  assert.equal((await world.get<{ name: string }>(`/v1/listings/${home}`)).name, 'As the PMS says')
  assert.deepEqual([await open('2026-07-10'), await open('2026-07-20')], [false, true])
  assert.deepEqual(await writers(), ['airbnb'])
  const again = await map({ takeOver: true })
  assert.equal(again.body['alreadyMapped'], true)
})
