import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

describe('GET /v1/listings/{id}/markups', () => {
  it('is empty for a listing on no channel', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    assert.deepEqual((await space.get(`/v1/listings/${id}/markups`)).body, {
      id,
      airbnb: [],
      booking: [],
      vrbo: [],
    })
  })

  it('shows each Airbnb listing with its own markup, null without one', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    await space.rows.link(id, { platform: 'airbnb', externalId: '9007199254740993001', markup: '12.5' })
    await space.rows.link(id, { platform: 'airbnb', externalId: 'second' })
    assert.deepEqual((await space.get(`/v1/listings/${id}/markups`)).body['airbnb'], [
      { airbnbId: '9007199254740993001', markupPercent: 12.5 },
      { airbnbId: 'second', markupPercent: null },
    ])
  })

  it('shows a hotel once, with every listing on it in the order of their ids', async () => {
    const space = await freshSpace(app)
    const other = await freshSpace(app)
    // Ids of one digit more than the ones before: an order by text would put them first.
    await sql`select setval('listings_id', 98)`.execute(app.db)
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) ids.push(await space.rows.listing())
    assert.deepEqual(ids, ['99', '100', '101'])
    const [first = '', second = '', third = ''] = ids
    await space.rows.link(first, { platform: 'booking', externalId: 'room-1', hotelId: '77', markup: '15' })
    await space.rows.link(first, { platform: 'booking', externalId: 'room-2', hotelId: '77', markup: '15' })
    await space.rows.link(second, { platform: 'booking', externalId: 'room-3', hotelId: '77', markup: '15' })
    await space.rows.link(third, { platform: 'booking', externalId: 'room-4', hotelId: '77' })
    const foreign = await other.rows.listing()
    await other.rows.link(foreign, { platform: 'booking', externalId: 'room-9', hotelId: '77', markup: '40' })
    const hotel = { hotelId: '77', markupPercent: 15, listingIds: ids }
    for (const id of ids) {
      assert.deepEqual((await space.get(`/v1/listings/${id}/markups`)).body['booking'], [hotel], id)
    }
    assert.deepEqual((await other.get(`/v1/listings/${foreign}/markups`)).body['booking'], [
      { hotelId: '77', markupPercent: 40, listingIds: [foreign] },
    ])
  })

  it('keeps several hotels of one listing apart', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    const neighbour = await space.rows.listing()
    await space.rows.link(id, { platform: 'booking', externalId: 'a', hotelId: '1', markup: '0' })
    await space.rows.link(id, { platform: 'booking', externalId: 'b', hotelId: '2' })
    await space.rows.link(id, { platform: 'booking', externalId: 'c' })
    await space.rows.link(neighbour, { platform: 'booking', externalId: 'd', hotelId: '2' })
    assert.deepEqual((await space.get(`/v1/listings/${id}/markups`)).body['booking'], [
      { hotelId: '1', markupPercent: 0, listingIds: [id] },
      { hotelId: '2', markupPercent: null, listingIds: [id, neighbour] },
      { hotelId: 'c', markupPercent: null, listingIds: [id] },
    ])
  })
})
