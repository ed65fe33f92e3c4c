/** A listing of our own is sent to its property of Booking.com: texts and photos, once, and told what did not get there. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, beforeEach, test } from 'node:test'
import { errorOf } from '../bookings/pms-world.ts'
import { base, startBookingWorld, type BookingWorld } from './booking-world.ts'

let world: BookingWorld
let home: string
before(async () => {
  world = await startBookingWorld({ listings: 1 })
  const made = await world.send('POST', '/v1/listings', { name: 'House by the quay', currency: 'EUR' })
  home = String(made.body['id'])
})
after(() => world?.close())
beforeEach(() => world.simulator.faults.clear())

type Row = Record<string, unknown>
const publish = (body: object = {}, query = '', key?: string, id = home) =>
  world.send('POST', `/v1/listings/${id}/publish/booking${query}`, body, key)
const resultOf = (answer: Awaited<ReturnType<typeof publish>>): Row => {
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.body['listingId'], answer.body['channel']], [home, 'booking'])
  return answer.body['result'] as unknown as Row
}
const shown = async (type: string) => {
  const { body } = await world.app.get(`${base}/content?type=${type}&property_id=${world.hotelId}`)
  return body['content'] as unknown
}
const fault = (kind: string, path: string, count = 50) =>
  world.simulator.faults.add({ kind, count, path, method: path.includes('photo') ? 'POST' : 'PUT' })
const [descriptions, photos] = [
  '/property-api/properties/*/description',
  '/photo-api/properties/*/pending/photos',
]
const url = 'https://photos.example.com/quay-house.jpg'

interface Pushed {
  platform: string
  pushStatus: string
  pushError: string | null
  lastPushedAt: string | null
  sections: { section: string; error: string | null }[]
  dirtyFields: string[]
}
/** What `publish-status` tells of it; undefined: nothing was ever sent. */
const pushed = async (): Promise<Pushed | undefined> => {
  const { body } = await world.app.get(`/v1/listings/${home}/publish-status`)
  return (body['channels'] as unknown as Pushed[]).find(({ platform }) => platform === 'booking')
}

test('a listing that is no room of a property has nowhere to go', async () => {
  errorOf(await publish(), 409, 'listing_not_on_booking')
  const [row] = (await world.app.get(`${base}/properties`)).body['data'] as unknown as { listings: Row[] }[]
  const mapped = await world.send('POST', `${base}/listings/map`, {
    roomBookingId: String(row?.listings[0]?.['roomId']),
    listingId: home,
  })
  assert.equal(mapped.status, 200, mapped.text)
  assert.equal(await pushed(), undefined)
  const empty = resultOf(await publish())
  assert.deepEqual(
    [
      empty['published'],
      empty['sections'],
      (empty['errors'] as Row[]).map(({ section, code }) => [section, code]),
    ],
    [
      false,
      [],
      [
        ['description', 'no_content'],
        ['photos', 'no_content'],
      ],
    ],
  )
})

test('texts and photos are sent once, whatever becomes of the answers', async () => {
  await sql`
    update listings set content = '{"description": "By the water."}', photos = ${JSON.stringify([{ url }])}::jsonb
    where id = ${home}`.execute(world.app.db)
  await sql`
    insert into listing_texts (workspace_id, listing_id, locale, content, updated_at)
    values (${world.app.workspace.id}, ${home}, 'fr', '{"summary": "Au bord de l’eau."}', now())`.execute(
    world.app.db,
  )
  const rehearsed = await publish({}, '?dry_run=true')
  assert.equal(rehearsed.body['dryRun'], true, rehearsed.text)
  assert.deepEqual(resultOf(rehearsed)['sections'], ['description', 'photos'])
  assert.deepEqual(await shown('description'), [])
  const { lastPushedAt, dirtyFields = [] } = (await pushed()) ?? {}
  assert.deepEqual([lastPushedAt, dirtyFields.length], [null, 3], 'a dry run sends nothing')
  for (const [kind, path] of [
    ['lost_answer', descriptions],
    ['drop', descriptions],
    ['lost_answer', photos],
  ] as const) {
    fault(kind, path)
    errorOf(await publish({}, '', 'publish-1'), 502, 'booking_error')
    world.simulator.faults.clear()
  }
  const done = await publish({ hotelId: world.hotelId }, '', 'publish-2')
  assert.deepEqual(resultOf(done), {
    ...{ published: true, sections: ['description', 'photos'], errors: [] },
    hotelId: world.hotelId,
  })
  assert.equal((await publish({ hotelId: world.hotelId }, '', 'publish-2')).text, done.text)
  assert.equal(resultOf(await publish({}, '', 'publish-1'))['published'], true)
  assert.deepEqual(await shown('description'), [
    { language_code: 'en', text: 'By the water.' },
    { language_code: 'fr', text: 'Au bord de l’eau.' },
  ])
  const standing = (await pushed()) ?? assert.fail('nothing is remembered')
  assert.deepEqual([standing.pushStatus, standing.pushError, standing.dirtyFields], ['success', null, []])
  assert.notEqual(standing.lastPushedAt, null)
  await sql`
    update listings set content = '{"description": "By the water."}', photos = photos || '[{"url": "https://photos.example.com/2.jpg"}]'
    where id = ${home}`.execute(world.app.db)
  assert.deepEqual((await pushed())?.dirtyFields, ['photos.https://photos.example.com/2.jpg'])
  await sql`update listings set photos = ${JSON.stringify([{ url }])}::jsonb where id = ${home}`.execute(
    world.app.db,
  )
  const { photos: there } = (await shown('photos')) as { photos: Row[] }
  assert.deepEqual(
    there.map((photo) => photo['url']),
    [url],
  )
})

test('what stands in the way is told', async () => {
  fault('429', descriptions)
  const limited = errorOf(await publish(), 429, 'booking_rate_limited')
  assert.match(String(limited['booking_ruid']), /^[\w+/]{40,}$/)
  world.simulator.faults.clear()
  fault('500', descriptions)
  const failed = errorOf(await publish(), 502, 'booking_error')
  assert.deepEqual([(await pushed())?.pushStatus, (await pushed())?.pushError], ['error', failed['message']])
  assert.match(String(failed['booking_ruid']), /^[\w+/]{40,}$/)
  world.simulator.faults.clear()
  errorOf(await publish({ hotelId: '1' }), 404, 'not_found')
  assert.equal(errorOf(await publish({}, '?hotel_id=1'), 404, 'not_found')['field'], 'hotel_id')
  const set = (status: string) =>
    sql`update connections set status = ${status} where id = ${world.connectionId}`.execute(world.app.db)
  await set('needs_permissions')
  errorOf(await publish(), 403, 'connection_reauth_required')
  await set('disconnected')
  errorOf(await publish(), 404, 'no_connection')
  await set('active')
  const { connectors } = world.app.services
  const { propertyContent, ...operations } = world.connector.operations
  connectors['booking'] = { ...world.connector, operations }
  errorOf(await publish(), 422, 'channel_not_supported')
  // What Booking.com refuses of one part does not keep the other back.
  const refusing = {
    ...(propertyContent ?? assert.fail('no content')),
    write: (...given: Parameters<NonNullable<typeof propertyContent>['write']>) =>
      given[1] === 'photos'
        ? propertyContent?.write(given[0], 'photos', { photos: [] })
        : propertyContent?.write(...given),
  } as NonNullable<typeof propertyContent>
  connectors['booking'] = { ...world.connector, operations: { ...operations, propertyContent: refusing } }
  const partly = resultOf(await publish())
  assert.deepEqual([partly['published'], partly['sections']], [false, ['description']])
  assert.deepEqual(
    (partly['errors'] as Row[]).map(({ section, code }) => [section, code]),
    [['photos', 'rejected']],
  )
  assert.match(String(partly['reason']), /photos/)
  const left = (await pushed()) ?? assert.fail('nothing is remembered')
  assert.deepEqual(
    [left.pushStatus, left.sections.map(({ section, error }) => [section, error === null])],
    [
      'error',
      [
        ['description', true],
        ['photos', false],
      ],
    ],
  )
  connectors['booking'] = world.connector
})

test('a listing of a PMS, of several properties, or beside others at one does not speak for it', async () => {
  const { db } = world.app
  await sql`
    with pms as (
      insert into connections (workspace_id, id, provider, external_account_id, status, write_policy, created_at, connected_at, updated_at)
      select workspace_id, id + 6000, 'guesty', 'g1', status, write_policy, now(), now(), now()
      from connections where id = ${world.connectionId} returning workspace_id, id)
    insert into listing_links (workspace_id, connection_id, external_id, listing_id)
    select workspace_id, id, 'g-1', ${home}::bigint from pms`.execute(db)
  await sql`
    update listings set external_id = 'g-1', connection_id = (select id from connections where provider = 'guesty')
    where id = ${home}`.execute(db)
  const guesty = { ...world.connector, manifest: { ...world.connector.manifest, category: 'pms' as const } }
  world.app.services.connectors['guesty'] = guesty
  errorOf(await publish(), 409, 'invalid_state')
  await sql`update listings set connection_id = null, external_id = null where id = ${home}`.execute(db)
  const other = await world.send('POST', '/v1/listings', { name: 'Beside it', currency: 'EUR' })
  await sql`
    insert into listing_links (workspace_id, connection_id, external_id, listing_id)
    select workspace_id, connection_id, 'beside', ${String(other.body['id'])}::bigint from listing_links
    where listing_id = ${home}`.execute(db)
  const shared = resultOf(await publish())
  assert.deepEqual(
    (shared['errors'] as Row[]).map(({ section, code }) => [section, code]),
    [
      ['description', 'rejected'],
      ['photos', 'rejected'],
    ],
  )
  await sql`
    with second as (
      insert into connections (workspace_id, id, provider, external_account_id, status, write_policy, created_at, connected_at, updated_at)
      select workspace_id, id + 5000, provider, '8899001', status, write_policy, now(), now(), now()
      from connections where id = ${world.connectionId} returning workspace_id, id)
    insert into listing_links (workspace_id, connection_id, external_id, listing_id)
    select workspace_id, id, 'x1', ${home}::bigint from second`.execute(db)
  errorOf(await publish(), 409, 'ambiguous_booking_mapping')
})
