/** Every change of where a listing is on channels is told, also where nothing else of the listing changes. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startSellingWorld, type SellingWorld } from './world.ts'

let world: SellingWorld
let id = ''
let airbnbId = ''
before(async () => {
  world = await startSellingWorld()
  const [home] = world.homes
  assert.ok(home)
  ;({ id, airbnbId } = home)
})
after(() => world?.close())

interface Channel {
  externalId: string
  active: boolean
  syncEnabled: boolean
  syncCategory: string | null
}
interface Told {
  area: string
  object: { id: string; channels: Channel[] }
  previousAttributes: Record<string, unknown> & { channels?: Channel[] }
}

let known = 0
/** What was told of a listing since this was asked last. */
const toldSince = async (listingId = id) => {
  const all = (await world.events()).filter(
    ({ type, data }) => type === 'listing.updated' && data.object?.['id'] === listingId,
  )
  const news = all.slice(known) as unknown as { data: Told }[]
  known = all.length
  return news.map(({ data }) => data)
}
const stateOf = (channels: readonly Channel[] | undefined) => {
  const found = channels?.find(({ externalId }) => externalId === airbnbId)
  return found && [found.active, found.syncEnabled, found.syncCategory]
}
const changes = async (listingId?: string) =>
  (await toldSince(listingId)).map(({ area, object, previousAttributes }) => [
    area,
    stateOf(previousAttributes.channels),
    stateOf(object.channels),
  ])
const map = async (body: object) => {
  const answer = await world.map({ airbnbId, listingId: id, ...body })
  assert.equal(answer.status, 200, answer.text)
}

it('is told of a link that is mapped, read only, written again, and not of one that stays as it is', async () => {
  await map({})
  assert.equal((await changes()).length, 1)
  await map({})
  assert.deepEqual(await changes(), [])
  await map({ syncEnabled: false })
  assert.deepEqual(await changes(), [['sync_settings', [true, true, 'sync_all'], [true, false, 'sync_all']]])
  await map({ onDrift: 'report' })
  assert.deepEqual(await changes(), [['sync_settings', [true, false, 'sync_all'], [true, true, 'sync_all']]])
  await map({ onDrift: 'mend' })
  assert.deepEqual(await changes(), [])
  const history = await world.app.get(`/v1/listings/${id}/history`)
  assert.equal(history.status, 200, history.text)
  const [latest] = history.body['data'] as { before: { channels: Channel[] } }[]
  assert.deepEqual(stateOf(latest?.before.channels), [true, false, 'sync_all'])
})

it('is told of a markup, with the area of prices', async () => {
  const set = (markupPercent: number) =>
    world.send('PUT', `/v1/listings/${id}/markups`, { channel: 'airbnb', markupPercent })
  assert.equal((await set(12)).status, 200)
  const [told] = await toldSince()
  assert.deepEqual([told?.area, told?.previousAttributes], ['pricing', { markupPercent: null }])
  assert.equal((await set(12)).status, 200)
  assert.deepEqual(await toldSince(), [])
})

it('is told of what the host sets on Airbnb, of a listing that is kept here and of one that is not', async () => {
  const sync = async (listing: string, category: string | null) => {
    const answer = await fetch(new URL(`/_control/listings/${listing}/sync`, world.simulator.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ synchronization_category: category }),
    })
    assert.equal(answer.status, 200, await answer.text())
  }
  await sync(airbnbId, null)
  await world.pass(25 * 3600)
  assert.deepEqual(await changes(), [['sync_settings', [true, true, 'sync_all'], [true, true, 'none']]])
  await sync(airbnbId, 'sync_all')
  await world.pass(25 * 3600)
  assert.deepEqual(await changes(), [['sync_settings', [true, true, 'none'], [true, true, 'sync_all']]])

  const other = world.homes[1] ?? assert.fail()
  ;({ id, airbnbId } = other)
  known = 0
  await sync(airbnbId, null)
  await world.pass(25 * 3600)
  const [told] = await toldSince()
  assert.deepEqual(
    [told?.area, stateOf(told?.previousAttributes.channels)?.[2], stateOf(told?.object.channels)?.[2]],
    ['sync_settings', 'sync_all', 'none'],
  )
})

it('is told of a link that moves, at the listing that it comes to', async () => {
  const from = id
  const made = await world.app.post('/v1/listings', {
    name: 'Harbour loft',
    currency: String((await world.exposure(from, '2030-01-01', '2030-01-01')).currency),
    defaultDailyPrice: 90,
  })
  assert.equal(made.status, 201, made.text)
  id = String(made.body['id'])
  known = 0
  await map({})
  assert.deepEqual(await changes(), [['sync_settings', undefined, [true, true, 'none']]])
})
