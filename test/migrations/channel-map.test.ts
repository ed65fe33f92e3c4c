/** Channel links, read live from several old systems at a time. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { ChannelMap } from '../../src/contract/channel-map.ts'
import { readLinks } from '../../src/features/migrations/read-links.ts'
import { connectionAccess } from '../../src/upstream/access.ts'
import { usualNow } from '../harness/app.ts'
import { redirectUrl } from '../connect/world.ts'
import { startMigrationWorld, type MigrationWorld } from './world.ts'

let world: MigrationWorld
let workspaceId: string
let others: RunningSimulator[]
const connections: Record<string, string> = {}
before(async () => {
  world = await startMigrationWorld()
  const options = { rateLimit: 'off', now: usualNow, listings: 2, reservations: 2 } as const
  others = await Promise.all(['hospitable', 'smoobu'].map((vendor) => startSimulator(vendor, options)))
  const addresses = [world.simulator, ...others].map(({ vendor, url }) => [vendor, url] as const)
  world.services.config = { ...world.services.config, vendorBaseUrls: new Map(addresses) }
  const [first] = world.state().listings
  world.simulator.operations.updateListing(String(first?.id), {
    airbnbListingUrl: 'https://www.airbnb.com/rooms/53120044',
    vrboListingUrl: 'https://www.vrbo.com/711093',
  })
  workspaceId = await world.moved()
  for (const { vendor, credentials } of others) {
    const { headers } = world.inChild(workspaceId)
    const session = await world.app.post(
      '/v1/connect',
      { redirectUrl, purpose: 'migrate' },
      headers ? { headers } : {},
    )
    const answer = await world.send(String(session.body['sessionId']), credentials, vendor)
    assert.equal(answer.status, 200, answer.text)
  }
  for (const { id, provider } of (await world.migration(workspaceId)).connections) connections[provider] = id
  await world.startWorker()
  await world.settle()
  await world.stopWorker()
})
after(async () => {
  await world.close()
  await Promise.all(others.map((simulator) => simulator.close()))
})

async function map(id = workspaceId): Promise<ChannelMap['data']> {
  const answer = await world.app.get(`/v1/migrations/${id}/channel-map`)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as unknown as ChannelMap).data
}
const sourceOf = ({ sources }: ChannelMap['data'], provider: string) =>
  sources.find((source) => source.provider === provider)
const rowsFrom = ({ listings }: ChannelMap['data'], vendor: string) =>
  listings.filter(({ provider }) => provider === vendor)

test('has every listing of every account, with what the channels call it', async () => {
  const found = await map()
  assert.deepEqual(
    found.sources.map(({ provider, supported, error }) => [provider, supported, error]),
    [
      ['hostaway', true, null],
      ['hospitable', true, null],
      ['smoobu', false, null],
    ],
  )
  const [first, second] = world.state().listings
  const [linked, unlinked] = rowsFrom(found, 'hostaway')
  assert.equal(linked?.externalListingId, String(first?.id))
  assert.equal(linked.connectionId, connections['hostaway'])
  assert.deepEqual(linked.airbnb, {
    listingId: '53120044',
    url: 'https://www.airbnb.com/rooms/53120044',
  })
  assert.deepEqual(linked.vrbo, { listingId: '711093', url: 'https://www.vrbo.com/711093' })
  assert.equal(linked.booking, null)
  assert.equal(unlinked?.externalListingId, String(second?.id))
  assert.deepEqual([unlinked.airbnb, unlinked.booking, unlinked.vrbo], [null, null, null])
  const here = await world.app.get(`/v1/listings/${linked.listingId}`, world.inChild(workspaceId))
  assert.equal(String(here.body['name']), linked.name)

  type Home = { id: string; listings: { platform: string; platform_id: string }[] }
  const held = others[0]?.operations.state(new Set()) as unknown as { listings: Home[] }
  assert.deepEqual(
    rowsFrom(found, 'hospitable').map((row) => [
      row.externalListingId,
      row.airbnb?.listingId,
      row.booking?.hotelId,
    ]),
    held.listings.map(({ id, listings }) => {
      const on = (name: string) => listings.find(({ platform }) => platform === name)?.platform_id
      return [id, on('airbnb'), on('booking')]
    }),
  )
  assert.ok(rowsFrom(found, 'hospitable').some(({ booking }) => booking !== null))
})

test('asks at every call, and knows a listing that was not imported', async () => {
  const [first] = world.state().listings
  world.simulator.operations.updateListing(String(first?.id), {
    airbnbListingUrl: 'https://www.airbnb.com/rooms/999',
  })
  const found = await map()
  assert.equal(rowsFrom(found, 'hostaway')[0]?.airbnb?.listingId, '999')
  const id = await world.moved({ scope: ['reservations', 'channelIds'] })
  const [unknown] = rowsFrom(await map(id), 'hostaway')
  assert.equal(unknown?.externalListingId, String(first?.id))
  assert.equal(unknown.listingId, null)
})

describe('a source that fails', () => {
  test('says so, and hides none of the others', async () => {
    world.simulator.faults.add({ kind: 'html', path: '/v1/listings', seconds: 1_000_000 })
    const found = await map()
    world.simulator.faults.clear()
    assert.match(sourceOf(found, 'hostaway')?.error ?? '', /cannot be reached/)
    assert.deepEqual(rowsFrom(found, 'hostaway'), [])
    assert.equal(sourceOf(found, 'hospitable')?.error, null)
    assert.ok(rowsFrom(found, 'hospitable').length > 0)
  })

  test('and does not answer is left after a while', async () => {
    world.simulator.faults.add({ kind: 'hang', path: '/v1/listings', seconds: 1_000_000 })
    const access = await connectionAccess(
      world.services,
      { workspaceId },
      connections['hostaway'] ?? assert.fail('there is no account'),
    )
    const found = await readLinks(access ?? assert.fail('the account is gone'), 50)
    world.simulator.faults.clear()
    assert.deepEqual(found.listings, [])
    assert.match(found.error ?? '', /Only 0 listings/)
  })

  test('of a migration without them in its scope says that', async () => {
    const id = await world.moved({ scope: ['listings'] })
    assert.match(sourceOf(await map(id), 'hostaway')?.error ?? '', /not in the scope/)
  })
})

test('a migration that nobody signed in to has no sources; one that was cut over says it is disconnected', async () => {
  const { workspaceId: waiting } = await world.begin()
  assert.deepEqual((await map(waiting)).sources, [])
  assert.equal((await world.app.delete(`/v1/migrations/${workspaceId}`)).status, 200)
  const calls = world.simulator.calls.list().length
  const found = await map()
  assert.match(sourceOf(found, 'hostaway')?.error ?? '', /disconnected/)
  assert.deepEqual(found.listings, [])
  assert.equal(world.simulator.calls.list().length, calls)
})

test('in a sandbox, made-up accounts have made-up links', async () => {
  const key = world.app.sandboxKey
  const { sessionId, workspaceId: id } = await world.begin({}, { key })
  const signedIn = await world.send(sessionId, { accountId: 'sandbox', apiKey: 'sandbox' })
  assert.equal(signedIn.status, 200, signedIn.text)
  const answer = await world.app.get(`/v1/migrations/${id}/channel-map`, { key })
  const { listings } = (answer.body as unknown as ChannelMap).data
  assert.deepEqual(
    listings.map(({ airbnb }) => airbnb?.listingId),
    [undefined, '100000002'],
  )
})
