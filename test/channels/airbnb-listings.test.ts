/** Listings that are on Airbnb, with their links: account, markup, and what can be written there. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, it } from 'node:test'
import type { AirbnbListing } from '../../src/contract/channel-airbnb-listings.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { base, dataOf, rowsOf, startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'

let world: AirbnbWorld
before(async () => {
  world = await startAirbnbWorld()
})
after(() => world?.close())

const list = async (query = '') =>
  rowsOf(await world.app.get(`${base}/listings${query}`)) as unknown as AirbnbListing[]
const one = async (id: string, query = '') =>
  dataOf(await world.app.get(`${base}/listings/${id}${query}`)) as unknown as AirbnbListing
const first = async () => {
  const [listing] = await list()
  assert.ok(listing)
  const [link] = listing.connections
  assert.ok(link)
  return { listing, link }
}

it('are listed with their links, by status and host', async () => {
  const { listing, link } = await first()
  assert.deepEqual(await one(listing.listingId), listing)
  assert.deepEqual([link.accountId, link.hostId, link.primary], [world.hostId, world.hostId, true])
  assert.deepEqual([link.syncEnabled, link.markup, link.lockedFields], [false, null, []])
  assert.equal(link.id, `${world.connectionId}:${link.airbnbId}`)
  assert.equal((await list(`?account_id=${world.hostId}`)).length, 3)
  errorOf(await world.app.get(`${base}/listings?account_id=nobody`), 404, 'not_found')
  assert.deepEqual(await list('?status=inactive'), [])
  await world.send('PATCH', `/v1/listings/${listing.listingId}`, { active: false })
  const [off] = await list('?status=inactive&include=thumbnail')
  assert.deepEqual(
    [off?.listingId, off?.status, off?.inactiveReason, 'thumbnailUrl' in (off ?? {})],
    [listing.listingId, 'inactive', 'deactivated', true],
  )
  assert.equal((await list('?status=all')).length, 3)
  await world.send('PATCH', `/v1/listings/${listing.listingId}`, { active: true })
  const photos = rowsOf(await world.app.get(`${base}/listings/${listing.listingId}/photos`))
  const shown = await list('?include=thumbnail')
  const cover = shown.find(({ listingId }) => listingId === listing.listingId)?.thumbnailUrl
  assert.deepEqual(
    [typeof cover, cover],
    ['string', photos[0]?.['url']],
    'the first photo, once they were read',
  )
})

it('say what is written there, at what markup, and what the host allows', async () => {
  const { listing, link } = await first()
  const { db, workspace } = world.app
  const mapped = await world.send('POST', `${base}/listings/map`, {
    airbnbId: link.airbnbId,
    listingId: listing.listingId,
  })
  assert.equal(mapped.status, 200, mapped.text)
  const marked = await world.send('PUT', `/v1/listings/${listing.listingId}/markups`, {
    channel: 'airbnb',
    markupPercent: 15,
  })
  assert.equal(marked.status, 200, marked.text)
  const [shown] = (await one(listing.listingId)).connections
  assert.deepEqual(
    [shown?.syncEnabled, shown?.markup, shown?.syncCategory, shown?.writable],
    [true, '0.15', 'sync_all', true],
  )
  await sql`
    update channel_links set sync_category = 'none'
    where workspace_id = ${workspace.id} and external_id = ${link.airbnbId}`.execute(db)
  const [locked] = (await one(listing.listingId)).connections
  assert.deepEqual([locked?.syncCategory, locked?.writable], ['none', false])
})

it('follow how far the host lets them be managed, whoever keeps them', async () => {
  const { listing, link } = await first()
  const kept = (await list()).find(
    ({ listingId, connections: [one] }) =>
      listingId !== listing.listingId && one?.syncCategory === 'sync_all',
  )
  const [own] = kept?.connections ?? []
  assert.ok(kept && own)
  const categories = async () => {
    const rows = await list()
    return [link.airbnbId, own.airbnbId].map(
      (id) => rows.flatMap(({ connections }) => connections).find((one) => one.airbnbId === id)?.syncCategory,
    )
  }
  for (const [category, expected] of [
    [null, 'none'],
    ['sync_all', 'sync_all'],
  ] as const) {
    for (const { airbnbId } of [link, own])
      await world.there(`/listings/${airbnbId}/sync`, { synchronization_category: category })
    await world.readAgain()
    assert.deepEqual(await categories(), [expected, expected])
  }
  const event = (await world.events()).findLast(
    ({ type, data }) => type === 'listing.updated' && data.object?.['id'] === listing.listingId,
  )
  const [channel] = event?.data.object?.['channels'] as Record<string, unknown>[]
  assert.deepEqual([channel?.['externalId'], channel?.['syncCategory']], [link.airbnbId, 'sync_all'])
})

it('of which nights and prices alone can be written take nothing else', async () => {
  const [, listing] = await list()
  const [link] = listing?.connections ?? []
  assert.ok(listing && link)
  await sql`
    update channel_links set sync_category = 'sync_rates_and_availability'
    where external_id = ${link.airbnbId}`.execute(world.app.db)
  const [shown] = (await one(listing.listingId)).connections
  assert.deepEqual([shown?.syncCategory, shown?.writable], ['sync_rates_and_availability', true])
  const at = (part: string) => `${base}/listings/${listing.listingId}/${part}?dry_run=true`
  const texts = { locale: 'en', description: { notes: 'Two cats.' } }
  const refused = errorOf(
    await world.send('PUT', at('descriptions'), texts),
    403,
    'listing_not_api_connected',
  )
  assert.equal(refused['sync_category'], 'sync_rates_and_availability')
  const rules = { type: 'rules', rules: { default_min_nights: 2 } }
  const taken = await world.send('PUT', at('availability'), rules)
  assert.equal(taken.status, 200, taken.text)
  await sql`
    update channel_links set sync_category = 'none' where external_id = ${link.airbnbId}`.execute(
    world.app.db,
  )
  for (const [part, body] of [
    ['descriptions', texts],
    ['availability', rules],
  ] as const) {
    const error = errorOf(await world.send('PUT', at(part), body), 403, 'listing_not_api_connected')
    assert.equal(error['sync_category'], 'none')
  }
})

it('show the amenities as they were read, and null before', async () => {
  const { listing } = await first()
  const [before] = (await one(listing.listingId, '?include=amenities')).connections
  assert.equal(before?.amenities, null)
  const read = await world.app.get(`${base}/listings/${listing.listingId}/amenities`)
  assert.equal(read.status, 200, read.text)
  const [after] = (await one(listing.listingId, '?include=amenities')).connections
  assert.ok(Array.isArray(after?.amenities) && Array.isArray(after.accessibility_amenities))
})

it('are not those that no connected host has', async () => {
  const made = await world.app.post('/v1/listings', { name: 'Not on Airbnb' })
  const id = String(made.body['id'])
  errorOf(await world.app.get(`${base}/listings/${id}`), 422, 'airbnb_link_missing')
  assert.ok((await list()).every(({ listingId }) => listingId !== id))
  const { db, workspace } = world.app
  await sql`update connections set provider = 'vrbo' where workspace_id = ${workspace.id}`.execute(db)
  errorOf(await world.app.get(`${base}/listings/${id}`), 404, 'no_connection')
  assert.deepEqual(await list(), [])
})
