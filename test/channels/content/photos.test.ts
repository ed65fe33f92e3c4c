/** Photos of an Airbnb listing: added, changed, put in order and removed, once, whatever becomes of the answers. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { ContentPart } from '../../../src/connector-kit/channel-content.ts'
import { VendorError } from '../../../src/connector-kit/vendor-error.ts'
import { errorOf } from '../../bookings/pms-world.ts'
import type { TestAnswer } from '../../harness/app.ts'
import { base, rowsOf, startAirbnbWorld, syncedListing, type AirbnbWorld } from '../airbnb-world.ts'
import { shownPhoto, type SimulatedListing, type VendorRow } from './shown.ts'

let world: AirbnbWorld
let listingId: string
let externalId: string
before(async () => {
  world = await startAirbnbWorld()
  const synced = await syncedListing(world)
  listingId = synced.id
  externalId = synced.airbnbId
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const vendorPath = '/v2/listing_photos'
const held = () => world.state('content').find(({ id }) => id === externalId) as unknown as SimulatedListing
const ids = () => held().photos.map(({ id }) => String(id))
const at = (rest = '', id = listingId) => `${base}/listings/${id}/photos${rest}`

/** A picture as far as anybody looks into it; `salt` makes another one of it. */
function png(salt = 0, bytes = 60_000): string {
  const image = Buffer.alloc(bytes)
  image.write('89504e470d0a1a0a0000000d49484452', 'hex')
  image.writeUInt32BE(900, 16)
  image.writeUInt32BE(600, 20)
  image.writeUInt32BE(salt, 40)
  return image.toString('base64')
}
const add = (photos: object[], key?: string, query = '') => world.send('POST', at(query), { photos }, key)
const change = (body: object, key?: string, query = '') => world.send('PATCH', at(query), body, key)
const remove = (photoId: string, key?: string, query = '') =>
  world.send('DELETE', at(`?photoId=${photoId}${query}`), undefined, key)
const order = (photoIds: string[], query = '') =>
  world.send('PUT', at(`/order${query}`), { photo_ids: photoIds })
const cover = (photoId: string, query = '') => world.send('PUT', at(`/cover${query}`), { photo_id: photoId })
const dataIn = ({ body }: TestAnswer) => body['data'] as unknown as VendorRow

describe('photos', { concurrency: false }, () => {
  it('are added in their order, read back and kept, and are nowhere else', async () => {
    const before = ids()
    const caption = 'The boat at the jetty.'
    const sent = [{ image: png(1), caption, category: 'listing', sort_order: 1 }, { image: png(2) }]
    const rehearsed = await add(sent, undefined, '?dry_run=true')
    assert.deepEqual([rehearsed.status, rehearsed.body['data'], ids()], [200, [], before], rehearsed.text)
    const done = await add(sent, 'photos-1')
    assert.equal(done.status, 201, done.text)
    const fresh = held().photos.filter(({ id }) => !before.includes(String(id)))
    assert.equal(fresh.length, 2)
    assert.deepEqual(done.body, {
      ...{ listingId, airbnbListingId: externalId, stored: true, blockedFields: [] },
      data: fresh.map(shownPhoto),
    })
    assert.equal(fresh[0]?.['caption'], caption)
    assert.equal((await add(sent, 'photos-1')).text, done.text)
    assert.equal(ids().length, before.length + 2)
    world.simulator.calls.clear()
    assert.deepEqual(rowsOf(await world.app.get(at())), held().photos.map(shownPhoto))
    assert.deepEqual(world.asks(), [])
    const part = png(1).slice(0, 60)
    for (const table of ['vendor_acts', 'channel_content', 'events']) {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from ${sql.table(table)} t where t::text like ${`%${part}%`}) as found`.execute(
        world.app.db,
      )
      assert.equal(rows[0]?.found, false, table)
    }
  })

  it('of which one is no picture are not sent at all', async () => {
    const before = ids()
    const good = { image: png(3) }
    const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(60_000)]).toString('base64')
    for (const wrong of [
      { image: gif },
      { image: png(3, 50_000) },
      { image: `data:image/png;base64,${png(3)}` },
      { image: `${png(3)}=` },
      { image: png(3), room_id: '77' },
      { image: png(3), caption: 'x'.repeat(251) },
    ]) {
      const error = errorOf(await add([good, wrong]), 422, 'validation_error')
      assert.match(String(error['field']), /^photos\[1\]\.(image|room_id|caption)$/)
    }
    errorOf(await add([]), 400, 'invalid_body')
    errorOf(await add([{ image: png(3, 25 * 1024 * 1024 + 3) }]), 400, 'invalid_body')
    errorOf(await add(Array.from({ length: 21 }, () => good)), 400, 'invalid_body')
    errorOf(await change({ photo_id: before[0] ?? '', caption: 'x'.repeat(251) }), 422, 'validation_error')
    const huge = await add([{ image: 'A'.repeat(41 * 1024 * 1024) }])
    errorOf(huge, 413, 'payload_too_large')
    const elsewhere = { name: 'x'.repeat(1024 * 1024) }
    errorOf(await world.app.post('/v1/listings', elsewhere), 413, 'payload_too_large')
    assert.deepEqual(ids(), before)
  })

  it('stop at the first that fails, and go on when the request is sent again', async () => {
    const before = ids()
    const sent = [{ image: png(4) }, { image: png(5) }, { image: png(6) }, { image: png(7) }]
    const { channelContent: offered } = world.connector.operations
    const part = offered?.photos ?? assert.fail('no photos')
    let calls = 0
    const failing: ContentPart<'photos'> = {
      ...part,
      async add(...given) {
        calls += 1
        if (calls === 3) throw new VendorError('timeout', 'no answer')
        return part.add?.(...given) ?? assert.fail('nothing is added')
      },
    }
    await withPhotos(failing, async () => {
      const error = errorOf(await add(sent, 'photos-2'), 502, 'airbnb_error')
      const there = ids().filter((id) => !before.includes(id))
      assert.deepEqual([error['applied'], error['index'], error['not_attempted']], [there, 2, ['3']])
      assert.equal(there.length, 2)
    })
    // Whether the third is there is not known before it had to show.
    world.wait(70)
    const done = await add(sent, 'photos-2')
    assert.equal(done.status, 201, done.text)
    assert.equal(ids().length, before.length + 4)
    assert.equal(rowsOf({ ...done, status: 200 }).length, 4)
  })

  it('whose answer is lost is found, and not added again', async () => {
    const before = ids()
    world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: vendorPath, method: 'POST' })
    const done = await add([{ image: png(8), caption: 'Lost.', metadata: { mine: 1 } }])
    assert.deepEqual([done.status, done.body['blockedFields']], [201, ['photos[0].metadata']], done.text)
    assert.equal(ids().length, before.length + 1)
  })

  it('are changed, and told of what has no place', async () => {
    const [first = ''] = ids()
    const rehearsed = await change({ photo_id: first, caption: 'New.' }, undefined, '?dry_run=true')
    assert.deepEqual([rehearsed.status, rehearsed.body['dryRun']], [200, true], rehearsed.text)
    const done = await change({ photo_id: first, caption: 'New.', metadata: { a: 1 } }, 'photos-3')
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(
      [dataIn(done)['caption'], done.body['blockedFields'], done.body['stored']],
      ['New.', ['metadata'], true],
    )
    assert.equal(held().photos[0]?.['caption'], 'New.')
    assert.equal(
      (await change({ photo_id: first, caption: 'New.', metadata: { a: 1 } }, 'photos-3')).text,
      done.text,
    )
    world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: `${vendorPath}/*`, method: 'PUT' })
    assert.equal((await change({ photo_id: first, caption: 'Lost and there.' })).status, 200)
    assert.equal(held().photos[0]?.['caption'], 'Lost and there.')
    const unknown = errorOf(await change({ photo_id: '77', caption: 'x' }), 404, 'not_found')
    assert.deepEqual([unknown['field'], unknown['valid_values']], ['photo_id', ids()])
    errorOf(await change({ photo_id: first }), 400, 'invalid_body')
  })

  it('are put in order, those that are not named behind the others', async () => {
    const before = ids()
    const wanted = [before[3] ?? '', before[0] ?? '']
    const expected = [...wanted, ...before.filter((id) => !wanted.includes(id))]
    assert.equal((await order(wanted, '?dry_run=true')).status, 200)
    assert.deepEqual(ids(), before)
    const done = await order(wanted)
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(ids(), expected)
    const shown = expected.map((photoId, index) => ({ photoId, sortOrder: index + 1 }))
    assert.deepEqual([dataIn(done)['order'], dataIn(done)['unchanged']], [shown, false])
    world.simulator.calls.clear()
    const again = await order(wanted)
    assert.deepEqual([dataIn(again)['applied'], dataIn(again)['unchanged']], [[], true])
    assert.deepEqual(
      world.simulator.calls.list().filter(({ method }) => method === 'PUT'),
      [],
    )
    errorOf(await order(['77', ...wanted]), 404, 'not_found')
    errorOf(await order([wanted[0] ?? '', wanted[0] ?? '']), 400, 'invalid_body')
    assert.deepEqual(ids(), expected)
  })

  it('stop moving at the first that fails, and go on when it is sent again', async () => {
    const before = ids()
    const wanted = before.toReversed()
    const { channelContent: offered } = world.connector.operations
    const part = offered?.photos ?? assert.fail('no photos')
    let calls = 0
    const failing: ContentPart<'photos'> = {
      ...part,
      async write(...given) {
        calls += 1
        if (calls === 3) throw new VendorError('unavailable', 'not now')
        await part.write?.(...given)
      },
    }
    await withPhotos(failing, async () => {
      const error = errorOf(await order(wanted), 502, 'airbnb_error')
      assert.deepEqual(error['applied'], wanted.slice(0, 2))
      assert.equal(error['failed_photo_id'], wanted[2])
      assert.deepEqual((error['not_attempted'] as string[])[0], wanted[3])
    })
    world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: `${vendorPath}/*`, method: 'PUT' })
    assert.equal((await order(wanted)).status, 200)
    assert.deepEqual(ids(), wanted)
  })

  it('have a cover, which is the first', async () => {
    const before = ids()
    const [, , third = ''] = before
    const done = await cover(third)
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(ids(), [third, ...before.filter((id) => id !== third)])
    assert.deepEqual([dataIn(done)['coverPhotoId'], dataIn(done)['applied']], [third, ids().slice(0, 3)])
    assert.deepEqual(dataIn(await cover(third))['applied'], [])
    errorOf(await cover('77'), 404, 'not_found')
  })

  it('are removed once, and the last of a listing that is shown stays', async () => {
    const before = ids()
    const [first = '', ...rest] = before
    assert.deepEqual((await remove(first, undefined, '&dry_run=true')).body['deleted'], false)
    world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: `${vendorPath}/*`, method: 'DELETE' })
    const done = await remove(first, 'photos-4')
    assert.deepEqual([done.status, done.body], [200, { deleted: true, stored: true }], done.text)
    assert.equal((await remove(first, 'photos-4')).text, done.text)
    errorOf(await remove(first), 404, 'not_found')
    assert.deepEqual(ids(), rest)
  })
})

describe('where anything stands in the way', { concurrency: false }, () => {
  /** Places that nothing has to be moved from are not written. */
  const lastFirst = () => [ids().at(-1) ?? '']
  const writes: [name: string, method: string, write: () => Promise<TestAnswer>][] = [
    ['adding', 'POST', () => add([{ image: png(9) }])],
    ['changing', 'PUT', () => change({ photo_id: ids()[0] ?? '', caption: `At ${Math.random()}` })],
    ['removing', 'DELETE', () => remove(ids()[0] ?? '')],
    ['ordering', 'PUT', () => order(lastFirst())],
    ['the cover', 'PUT', () => cover(lastFirst()[0] ?? '')],
  ]
  const set = (table: 'connections' | 'channel_links', column: string, value: unknown) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(world.app.db)

  for (const [name, method, write] of writes) {
    it(`${name}: is told in the words of Airbnb’s routes, and nothing is done`, async () => {
      const before = structuredClone(held().photos)
      const fault = (kind: '429' | 'drop') => {
        for (const path of [vendorPath, `${vendorPath}/*`])
          world.simulator.faults.add({ kind, count: 100, path, method })
      }
      fault('429')
      errorOf(await write(), 429, 'airbnb_rate_limited')
      world.simulator.faults.clear()
      await set('channel_links', 'sync_category', 'none')
      errorOf(await write(), 403, 'listing_not_api_connected')
      await set('channel_links', 'sync_category', 'sync_all')
      await set('connections', 'status', 'error')
      errorOf(await write(), 403, 'connection_reauth_required')
      await set('connections', 'status', 'disconnected')
      errorOf(await write(), 404, 'no_connection')
      await set('connections', 'status', 'active')
      await withPhotos(undefined, async () => errorOf(await write(), 422, 'channel_not_supported'))
      const part = world.connector.operations.channelContent?.photos ?? assert.fail('no photos')
      for (const [status, http, code] of [
        [400, 422, 'airbnb_rejected'],
        [403, 403, 'insufficient_access'],
      ] as const) {
        const no = () => Promise.reject(new VendorError('rejected', 'No.', { status }))
        await withPhotos({ ...part, add: no, write: no }, async () => errorOf(await write(), http, code))
      }
      fault('drop')
      errorOf(await write(), 502, 'airbnb_error')
      world.simulator.faults.clear()
      // Nobody waits for what was never done.
      await sql`update vendor_acts set state = 'absent', next_look_at = null where state = 'unknown'`.execute(
        world.app.db,
      )
      assert.deepEqual(held().photos, before)
    })
  }

  it('a listing that is not on Airbnb has no photos there', async () => {
    const own = String((await world.app.post('/v1/listings', { name: 'House of our own' })).body['id'])
    for (const [method, url, body] of [
      ['POST', at('', own), { photos: [{ image: png(9) }] }],
      ['PATCH', at('', own), { photo_id: '1', caption: 'x' }],
      ['DELETE', at('?photoId=1', own), undefined],
      ['PUT', at('/order', own), { photo_ids: ['1'] }],
      ['PUT', at('/cover', own), { photo_id: '1' }],
    ] as const)
      errorOf(await world.send(method, url, body), 422, 'airbnb_link_missing')
  })
})

async function withPhotos(photos: ContentPart<'photos'> | undefined, work: () => Promise<unknown>) {
  const { services } = world.app
  const joined = services.connectors
  const { photos: _, ...others } = world.connector.operations.channelContent ?? {}
  const channelContent = photos === undefined ? others : { ...others, photos }
  services.connectors = {
    airbnb: { ...world.connector, operations: { ...world.connector.operations, channelContent } },
  }
  try {
    await work()
  } finally {
    services.connectors = joined
  }
}
