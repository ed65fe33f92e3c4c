/** Everything that an Airbnb listing says of itself is read anew, once in fifteen minutes. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import type { ChannelContent } from '../../../src/connector-kit/channel-content.ts'
import { VendorError } from '../../../src/connector-kit/vendor-error.ts'
import { errorOf } from '../../bookings/pms-world.ts'
import { base, dataOf, startAirbnbWorld, type AirbnbWorld } from '../airbnb-world.ts'

let world: AirbnbWorld
let listingId: string
let externalId: string
before(async () => {
  world = await startAirbnbWorld()
  const { rows } = await sql<{ listing_id: string; external_id: string }>`
    select listing_id, external_id from listing_links order by listing_id limit 1`.execute(world.app.db)
  listingId = rows[0]?.listing_id ?? assert.fail('no listing')
  externalId = rows[0]?.external_id ?? ''
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const url = (id = listingId) => `/v1/listings/${id}/pull/airbnb`
const pull = (key?: string, body?: object) => world.send('POST', url(), body, key)
const later = () => world.wait(901)
const details = async () =>
  (dataOf(await world.app.get(`${base}/listings/${listingId}/details`)) as unknown as { name: string }[])[0]
    ?.name
const listing = () => world.state('listings').find(({ id }) => id === externalId) ?? assert.fail('no listing')

async function withContent(content: ChannelContent | undefined, work: () => Promise<unknown>) {
  const { services } = world.app
  const joined = services.connectors
  const { channelContent: _, ...rest } = world.connector.operations
  const operations = content === undefined ? rest : { ...rest, channelContent: content }
  services.connectors = { airbnb: { ...world.connector, operations } }
  try {
    await work()
  } finally {
    services.connectors = joined
  }
}

/** Every section refused or failing. */
function failing(error: VendorError): ChannelContent {
  const read = () => Promise.reject(error)
  const offered = world.connector.operations.channelContent ?? {}
  return Object.fromEntries(Object.entries(offered).map(([name, part]) => [name, { ...part, read }]))
}

it('is read once, and again only when its time has come', async () => {
  await details()
  listing()['name'] = 'House at the other quay'
  assert.notEqual(await details(), 'House at the other quay')
  const now = world.app.clock.now()
  const done = await pull('pull-1')
  assert.equal(done.status, 200, done.text)
  const { sections, ...answer } = done.body as Record<string, unknown>
  assert.deepEqual(answer, {
    ...{ listingId, channel: 'airbnb', connectionId: `${world.connectionId}:${externalId}`, externalId },
    ...{ refreshedFromChannel: true, pulledAt: now.toISOString(), minIntervalSeconds: 900 },
    nextPullAvailableAt: new Date(now.getTime() + 900_000).toISOString(),
  })
  for (const section of ['description', 'details', 'photos', 'policies', 'rooms'])
    assert.ok((sections as string[]).includes(section), section)
  assert.equal(await details(), 'House at the other quay')
  assert.equal((await pull('pull-1')).text, done.text)
  world.wait(60)
  const soon = await pull()
  const refused = errorOf(soon, 429, 'rate_limit_exceeded')
  assert.deepEqual(
    [refused['nextPullAvailableAt'], refused['retry_after'], soon.headers['retry-after']],
    [answer['nextPullAvailableAt'], 840, '840'],
  )
  // Whichever link is named.
  errorOf(await pull(undefined, { airbnbConnectionId: answer['connectionId'] }), 429, 'rate_limit_exceeded')
  later()
  assert.equal((await pull()).status, 200)
  later()
})

it('is told what could be read, and what read nothing does not count', async () => {
  world.simulator.faults.add({ kind: 'drop', count: 100, path: '/v2/listing_photos' })
  const part = await pull()
  assert.deepEqual([part.status, part.body['refreshedFromChannel']], [200, false], part.text)
  assert.ok(!(part.body['sections'] as unknown as string[]).includes('photos'))
  later()
  const refused = new VendorError('rejected', 'No.', { status: 400 })
  await withContent(failing(refused), async () => errorOf(await pull(), 422, 'airbnb_rejected'))
  const forbidden = new VendorError('rejected', 'No.', { status: 403 })
  await withContent(failing(forbidden), async () => errorOf(await pull(), 403, 'insufficient_access'))
  const limited = new VendorError('rate_limited', 'Later.', { status: 429 })
  await withContent(failing(limited), async () => errorOf(await pull(), 429, 'airbnb_rate_limited'))
  const silent = new VendorError('timeout', 'no answer')
  await withContent(failing(silent), async () => errorOf(await pull(), 502, 'airbnb_error'))
  await withContent(undefined, async () => errorOf(await pull(), 422, 'channel_not_supported'))
  const set = (status: string) => sql`update connections set status = ${status}`.execute(world.app.db)
  await set('error')
  errorOf(await pull(), 403, 'connection_reauth_required')
  await set('disconnected')
  errorOf(await pull(), 404, 'no_connection')
  await set('active')
  const own = await world.app.post('/v1/listings', { name: 'House of our own' })
  errorOf(await world.app.post(url(String(own.body['id'])), {}), 422, 'airbnb_link_missing')
  errorOf(await pull(undefined, { airbnbConnectionId: '1:2' }), 404, 'not_found')
  assert.equal((await pull()).status, 200)
})
