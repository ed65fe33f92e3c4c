/** A listing is sent to Airbnb, opened there and closed, and switched off here. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { airbnb } from '../../src/connectors/airbnb/index.ts'
import { insertListingFile } from '../../src/features/listings/files/queries.ts'
import type { ChannelContent, ContentPart } from '../../src/connector-kit/channel-content.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import type { PublishResult } from '../../src/contract/channel-content/publishing.ts'
import type { PublishStatus } from '../../src/contract/publish-status.ts'
import { errorOf } from '../bookings/pms-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { keepBy, recordsOf } from '../reads/records.ts'
import { sendSoldNights, withContent } from './airbnb-parts.ts'
import { base, startAirbnbWorld, syncedListing, type AirbnbWorld } from './airbnb-world.ts'
import type { SimulatedListing, VendorRow } from './content/shown.ts'

let world: AirbnbWorld
let id: string
let airbnbId: string
let link: string
before(async () => {
  world = await startAirbnbWorld()
  const synced = await syncedListing(world)
  id = synced.id
  airbnbId = synced.airbnbId
  link = `${world.connectionId}:${airbnbId}`
})
after(() => world?.close())
beforeEach(() => world.simulator.faults.clear())

const there = (part: 'listings' | 'content') =>
  world.state(part).find((row) => row['id'] === airbnbId) as VendorRow
const act = (action: string, more: object = {}, key?: string, query = '') =>
  world.send('POST', `${base}/listings/${id}${query}`, { action, ...more }, key)
const named = (action: string, more: object = {}, key?: string) =>
  act(action, { airbnbConnectionId: link, ...more }, key)
const publish = (body: object = { airbnbConnectionId: link }, key?: string) =>
  world.send('POST', `/v1/listings/${id}/publish/airbnb`, body, key)
const resultOf = (answer: TestAnswer) => {
  assert.equal(answer.status, 200, answer.text)
  return answer.body['result'] as unknown as PublishResult
}
const status = async () => {
  const answer = await world.app.get(`/v1/listings/${id}/publish-status`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as PublishStatus
}
const pushed = async () =>
  (await status()).channels.find(({ platformId }) => platformId === airbnbId) ??
  assert.fail('the channel listing is not told of')
const puts = () => world.simulator.calls.list().filter(({ method }) => method === 'PUT').length
const write = async (content: object) => {
  const done = await world.send('PUT', `/v1/listings/${id}/content`, content)
  assert.equal(done.status, 200, done.text)
}
describe('a listing on Airbnb', { concurrency: false }, () => {
  it('that Airbnb keeps has nothing to send', async () => {
    world.simulator.calls.clear()
    const result = resultOf(await named('push'))
    assert.deepEqual([result.published, result.sections, puts()], [false, [], 0])
    assert.match(result.reason ?? '', /was read there/)
    const rehearsed = await act('publish', { airbnbConnectionId: link }, undefined, '?dry_run=true')
    const would = resultOf(rehearsed)
    assert.deepEqual([rehearsed.body['dryRun'], would.published, 'live' in would], [true, false, false])
    assert.equal(puts(), 0)
    const { channels, connections } = await status()
    assert.deepEqual(channels, [])
    assert.deepEqual(
      connections.map(({ channel, platformId, connected, channelStatus }) => [
        ...[channel, platformId, connected, channelStatus],
      ]),
      [['airbnb', airbnbId, true, 'online']],
    )
  })

  it('is closed and opened once, though answers are lost, and what it is now is shown', async () => {
    errorOf(await act('unlist'), 422, 'validation_error')
    const closing = { id, action: 'unlist', channel: 'airbnb', airbnbConnectionId: link }
    const rehearsed = await act('unlist', { airbnbConnectionId: link }, undefined, '?dry_run=true')
    assert.deepEqual(rehearsed.body, { ...closing, live: false, verified: false, dryRun: true })
    assert.equal(there('listings')['has_availability'], true)
    world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: '/v2/listings/*', method: 'PUT' })
    const closed = await named('unlist', {}, 'close-1')
    assert.deepEqual(closed.body, { ...closing, live: false, verified: true }, closed.text)
    assert.equal((await named('unlist', {}, 'close-1')).text, closed.text)
    assert.equal((await named('unlist')).status, 200)
    const listing = there('listings')
    assert.deepEqual([listing['has_availability'], typeof listing['deactivation_reason']], [false, 'string'])
    await world.pass(60)
    const shown = async () =>
      (
        (await world.app.get(`${base}/listings/${id}`)).body['data'] as unknown as {
          connections: VendorRow[]
        }
      ).connections[0]?.['active']
    assert.equal(await shown(), false)
    world.simulator.faults.add({ kind: 'drop', count: 100, path: '/v2/listings/*', method: 'PUT' })
    errorOf(await named('relist'), 502, 'airbnb_error')
    world.simulator.faults.clear()
    const opened = await named('relist')
    assert.deepEqual([opened.body['live'], opened.body['verified']], [true, true], opened.text)
    await world.pass(60)
    assert.equal(await shown(), true)
  })
})

describe('a listing that is kept here', { concurrency: false }, () => {
  before(async () => {
    const mapped = await world.send('POST', `${base}/listings/map`, { airbnbId, listingId: id })
    assert.equal(mapped.status, 200, mapped.text)
    await sendSoldNights(world, id)
  })

  const held = () => there('content') as unknown as SimulatedListing

  const upload = async (place: number) => {
    const { services } = world.app
    const bytes = Buffer.alloc(place === 3 ? 20_000 : 60_000)
    bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
    bytes.writeUInt32BE(900, 16)
    bytes.writeUInt32BE(600, 20)
    bytes.writeUInt32BE(place, 40)
    const file = { path: `photos/of-${place}.png`, content_type: 'image/png', size: bytes.length }
    await services.objects.put(file.path, bytes, file.content_type)
    await insertListingFile(world.app.db, world.app.scope, id, {
      ...file,
      created_at: world.app.clock.now(),
    })
    return { url: `${services.publicUrl}/files/${file.path}`, caption: `The quay, ${place}` }
  }

  it('is sent section by section, and what Airbnb shows already is not sent again', async () => {
    const keys = ['wifi', 'kitchen', 'tv', 'heating', 'hot_tub', 'sauna']
    await write({
      ...{ title: 'House by the new quay', summary: 'Two rooms by the water, five minutes from the ferry.' },
      amenities: keys,
      policies: { checkInTimeStart: '16:00', checkOutTime: '10:30', cancellationPolicy: 'strict' },
      pricing: { cleaningFee: 45.5, guestsIncluded: 3 },
      checkoutTasks: [{ taskType: 'lock_up' }],
    })
    await write({ locale: 'da', title: 'Huset ved kajen', summary: 'To rum.' })
    const rehearsed = await act('push', {}, undefined, '?dry_run=true')
    assert.deepEqual([rehearsed.body['dryRun'], resultOf(rehearsed).published], [true, false])
    const result = resultOf(await named('push', {}, 'push-1'))
    assert.deepEqual(
      [result.published, result.errors, result.lockedFields],
      [true, [], []],
      JSON.stringify(result),
    )
    assert.deepEqual(result.sections, [
      ...['details', 'description', 'amenities', 'policies', 'pricing'],
      ...['checkout_tasks'],
    ])
    assert.deepEqual(held().guides.checkOut, [
      { task_type: 'lock_up', is_present: true, added_details: null },
    ])
    assert.ok(result.warnings.some((words) => words.includes('checkOutTime')))
    assert.equal('live' in result, false)
    const shown = await pushed()
    assert.deepEqual([shown.pushStatus, shown.pushError, shown.dirtyFields], ['success', null, []])
    assert.ok(shown.lastPushedAt && shown.lastPulledAt)
    assert.deepEqual(shown.platformHasChanges, false)
    const { descriptions, settings } = held()
    assert.deepEqual(
      [
        descriptions['en']?.['name'],
        descriptions['da']?.['summary'],
        settings.booking['check_in_time_start'],
      ],
      ['House by the new quay', 'To rum.', '16'],
    )
    assert.deepEqual([settings.pricing['cleaning_fee'], settings.pricing['guests_included']], [45.5, 3])
    assert.ok(keys.every((key) => (there('listings')['amenity_categories'] as string[]).includes(key)))
    world.simulator.calls.clear()
    assert.deepEqual(resultOf(await named('push')).sections, result.sections)
    assert.equal(puts(), 0)
    assert.deepEqual(resultOf(await named('push', { force: true })).sections, result.sections)
    assert.ok(puts() >= 6)
  })

  it('gets the rooms and photos that it lacks, once, though answers are lost and it is pressed twice', async () => {
    const { db, services } = world.app
    const [photosBefore, roomsBefore] = [held().photos.length, held().rooms]
    const [first] = roomsBefore
    const kinds = roomsBefore.map((room) => ({ roomType: String(room['room_type']) }))
    const beds = [{ bedType: 'sofa_bed', quantity: 1 }]
    await write({
      rooms: [{ ...kinds[0], beds }, ...kinds.slice(1), { roomType: 'office', beds }],
      photos: [await upload(1), await upload(2), await upload(3)],
      photosMode: 'replace',
    })
    const dirty = (await pushed()).dirtyFields
    assert.ok(dirty.includes(`photos.${services.publicUrl}/files/photos/of-1.png`), dirty.join())
    assert.ok(dirty.includes('rooms[1]'))
    world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: '/v2/listing_photos', method: 'POST' })
    world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: '/v2/listing_rooms', method: 'POST' })
    const result = resultOf(await named('push', {}, 'with-photos'))
    assert.ok(result.sections.includes('photos') && result.sections.includes('rooms'), JSON.stringify(result))
    assert.deepEqual(
      result.errors.map(({ section, code }) => [section, code]),
      [['photos', 'rejected']],
    )
    assert.match(result.errors[0]?.message ?? '', /of-3\.png: The image has 20000 bytes/)
    const there = () => [held().photos.length - photosBefore, held().rooms.length - roomsBefore.length]
    assert.deepEqual(there(), [2, 1])
    assert.deepEqual(held().rooms.find((room) => room['id'] === first?.['id'])?.['beds'], [
      { type: 'sofa_bed', quantity: 1 },
    ])
    // Another press, another key, and nothing remembered of the first: what is there stays single.
    for (const forget of [false, true]) {
      if (forget)
        await sql`update channel_content set content = content || '{"photos": {}}' where section = 'push'`.execute(
          db,
        )
      await named('push')
      assert.deepEqual(there(), [2, 1])
    }
    const left = await pushed()
    assert.deepEqual(left.dirtyFields, [`photos.${services.publicUrl}/files/photos/of-3.png`])
    await write({ photos: [], rooms: [] })
  })

  it('is not kept waiting by more than a few photos whose addresses do not answer', async () => {
    const photos = Array.from({ length: 7 }, (_, index) => ({ url: `http://127.0.0.1:1/of-${index}.png` }))
    await write({ photos, photosMode: 'replace' })
    const { errors, warnings } = resultOf(await named('push'))
    assert.equal(errors.filter(({ section }) => section === 'photos').length, 5)
    assert.equal(warnings.filter((warning) => warning.startsWith('Not looked at')).length, 2)
    await write({ photos: [], photosMode: 'replace' })
  })

  it('gets what comes after a room and a photo that Airbnb refuses', async () => {
    const refused = new VendorError('rejected', 'No.', { status: 400 })
    const { rooms, photos } = world.connector.operations.channelContent ?? {}
    assert.ok(rooms?.add && photos?.add)
    const [addRoom, addPhoto] = [rooms.add, photos.add]
    const [photosBefore, roomsBefore] = [held().photos.length, held().rooms]
    const kinds = roomsBefore.map((room) => ({ roomType: String(room['room_type']) }))
    await write({
      rooms: [...kinds, { roomType: 'garage' }, { roomType: 'laundry_room' }],
      photos: [await upload(4), await upload(5)],
      photosMode: 'replace',
    })
    const parts: ChannelContent = {
      rooms: {
        ...rooms,
        add: async (vendor, asked) => {
          if (asked.item.room_type === 'garage') throw refused
          return addRoom(vendor, asked)
        },
      },
      photos: {
        ...photos,
        add: async (vendor, asked) => {
          if (asked.item.caption === 'The quay, 4') throw refused
          return addPhoto(vendor, asked)
        },
      },
    }
    await withContent(world, parts, async () => {
      const { errors } = resultOf(await named('push'))
      assert.deepEqual(
        errors.map(({ section, code }) => [section, code]),
        [
          ['rooms', 'rejected'],
          ['photos', 'rejected'],
        ],
      )
    })
    const more = [held().photos.length - photosBefore, held().rooms.length - roomsBefore.length]
    assert.deepEqual(more, [1, 1])
    await write({ photos: [], rooms: [] })
  })

  it('tells what changed since, on both sides, and a push that was cut off', async () => {
    await write({ summary: 'Two rooms by the water.' })
    assert.deepEqual((await pushed()).dirtyFields, ['description.en.summary'])
    await named('push', {}, 'push-2')
    assert.deepEqual((await pushed()).dirtyFields, [])
    Object.assign(held().descriptions['en'] ?? {}, { summary: 'Written by hand.' })
    assert.equal((await pushed()).platformHasChanges, false, 'nobody has looked yet')
    world.wait(86_500)
    assert.equal((await world.app.get(`${base}/listings/${id}/descriptions`)).status, 200)
    assert.equal((await pushed()).platformHasChanges, true)
    await named('push')
    assert.equal((await pushed()).platformHasChanges, false)
    const { at } = { at: new Date(world.app.clock.now().getTime() + 60_000) }
    await sql`update channel_content set held_until = ${at}, holder = gen_random_uuid(),
        content = content || '{"endedAt": null}' where section = 'push'`.execute(world.app.db)
    assert.equal((await pushed()).pushStatus, 'pushing')
    await world.pass(61)
    const { pushStatus, pushError } = await pushed()
    assert.deepEqual([pushStatus, /cut off/.test(pushError ?? '')], ['error', true])
    world.simulator.faults.add({ kind: 'drop', count: 100, path: '/v2/*' })
    errorOf(await named('push', { force: true }), 502, 'airbnb_error')
    world.simulator.faults.clear()
    assert.equal((await pushed()).pushStatus, 'error')
    await named('push')
    assert.equal((await pushed()).pushStatus, 'success')
  })

  it('tells what is refused and what is locked, and the rest stands', async () => {
    await write({ details: { roomTypeCategory: 'hotel_room' }, summary: 'By the water, and quiet.' })
    const result = resultOf(await publish())
    const after = await pushed()
    assert.equal(after.pushStatus, 'error')
    assert.deepEqual(
      after.sections
        .filter(({ error }) => error !== null)
        .map(({ section, dirtyFields }) => [section, dirtyFields]),
      [['details', ['details.room_type_category']]],
    )
    assert.deepEqual(
      result.errors.map(({ section, code }) => [section, code]),
      [['details', 'rejected']],
    )
    assert.deepEqual([result.published, 'live' in result], [false, false])
    assert.equal(held().descriptions['en']?.['summary'], 'By the water, and quiet.')
    await write({ details: { roomTypeCategory: 'entire_home' }, policies: { checkInTimeStart: '17:00' } })
    const part = world.connector.operations.channelContent?.bookingSettings as ContentPart<'bookingSettings'>
    await withContent(world, { bookingSettings: { ...part, write: async () => {} } }, async () => {
      const locked = resultOf(await publish())
      assert.deepEqual(
        [locked.published, locked.errors[0]?.code, locked.lockedFields],
        [false, 'locked', ['checkIn.start']],
      )
    })
  })

  it('is published once all of it is there, and not while Airbnb finds it wanting', async () => {
    assert.equal((await named('unlist')).status, 200)
    await write({ amenities: [] })
    const emptied = { has_availability: false, amenity_categories: [] }
    Object.assign(there('listings'), emptied)
    await world.asked(({ http }) =>
      http.put(`/v2/listings/${airbnbId}`, { body: { amenity_categories: ['wifi'] } }),
    )
    const wanting = resultOf(await publish())
    assert.deepEqual([wanting.published, wanting.live], [false, false])
    assert.match(wanting.reason ?? '', /cannot be published yet/)
    assert.deepEqual(
      [(await pushed()).pushError, (await status()).connections[0]?.channelStatus],
      [wanting.reason, 'offline'],
    )
    assert.deepEqual(
      wanting.errors.map(({ section, code }) => [section, code]),
      [['amenities', 'no_content']],
    )
    await write({ amenities: ['wifi', 'kitchen', 'tv', 'heating', 'hot_tub'] })
    const done = await publish({ hostId: world.hostId }, 'publish-1')
    assert.deepEqual([resultOf(done).published, resultOf(done).live], [true, true], done.text)
    assert.equal((await publish({ hostId: world.hostId }, 'publish-1')).text, done.text)
    assert.equal(there('listings')['has_availability'], true)
  })

  it('is not opened while a night that is sold here is open there', async () => {
    assert.equal((await named('unlist')).status, 200)
    const { rows } = await sql<{ date: string }>`
      select date from calendar_days where listing_id = ${id} and available and date > ${world.app.clock.now()}
        and date < ${world.app.clock.now()}::timestamptz + interval '395 days'
      order by date`.execute(world.app.db)
    // The last one is further away than a year.
    for (const date of [rows[200]?.date, rows.at(-1)?.date]) {
      assert.ok(date, 'no night is free')
      const check_out = String(Temporal.PlainDate.from(date).add({ days: 1 }))
      const stay = { listing_id: id, check_in: date, check_out, status: 'confirmed' }
      const reservation = await recordsOf(world.app.db, world.app.scope).reservation(stay)
      const error = errorOf(await named('relist'), 409, 'invalid_state')
      assert.equal(error['currentStatus'], 'exposed')
      errorOf(await publish(), 409, 'invalid_state')
      assert.equal(there('listings')['has_availability'], false)
      await sql`update reservations set status = 'cancelled' where id = ${reservation}`.execute(world.app.db)
    }
    assert.equal((await named('relist')).body['live'], true)
  })
})

describe('an action', { concurrency: false }, () => {
  it('names what is meant', async () => {
    const { valid_values: known } = errorOf(await act('Push'), 400, 'invalid_action')
    assert.deepEqual(known, ['delete', 'push', 'publish', 'unlist', 'relist'])
    assert.deepEqual(errorOf(await publish({}), 422, 'validation_error')['valid_values'], [link])
    assert.deepEqual(errorOf(await act('relist'), 422, 'validation_error')['valid_values'], [link])
    errorOf(await publish({ airbnbConnectionId: '1:2' }), 404, 'not_found')
    errorOf(await act('push', { hostId: 'nobody' }), 404, 'not_found')
    errorOf(await act('delete', { force: true }), 400, 'invalid_body')
    const own = await world.app.post('/v1/listings', { name: 'House of our own' })
    const at = (path: string, body: object) => world.send('POST', path, body)
    const ownId = String(own.body['id'])
    errorOf(await at(`${base}/listings/${ownId}`, { action: 'push' }), 422, 'airbnb_link_missing')
    const nobody = errorOf(await at(`/v1/listings/${ownId}/publish/airbnb`, {}), 422, 'validation_error')
    assert.deepEqual([nobody['field'], nobody['valid_values']], ['hostId', [world.hostId]])
    assert.equal(world.state('listings').length, 3)
  })

  it('is not done where anything stands in the way', async () => {
    await write({ summary: 'By the water, and as quiet as before.' })
    const both = [() => named('relist'), () => publish({ airbnbConnectionId: link, force: true })]
    const set = (status: string) =>
      sql`update connections set status = ${status} where id = ${world.connectionId}`.execute(world.app.db)
    for (const call of both) {
      assert.equal((await named('unlist')).status, 200)
      world.simulator.faults.add({ kind: '429', count: 100 })
      errorOf(await call(), 429, 'airbnb_rate_limited')
      world.simulator.faults.clear()
      world.simulator.faults.add({ kind: 'drop', count: 100, method: 'PUT' })
      errorOf(await call(), 502, 'airbnb_error')
      world.simulator.faults.clear()
      await set('error')
      errorOf(await call(), 403, 'connection_reauth_required')
      await set('disconnected')
      errorOf(await call(), 404, 'no_connection')
      await set('active')
      await sql`update channel_links set sync_category = 'none' where external_id = ${airbnbId}`.execute(
        world.app.db,
      )
      errorOf(await call(), 403, 'listing_not_api_connected')
      await sql`update channel_links set sync_category = 'sync_all' where external_id = ${airbnbId}`.execute(
        world.app.db,
      )
    }
    await named('unlist')
    await world.asked(({ http }) =>
      http.put(`/v2/listings/${airbnbId}`, { body: { amenity_categories: ['wifi'] } }),
    )
    errorOf(await named('relist'), 422, 'airbnb_rejected')
    const { AIRBNB_CLIENT_ID = '', AIRBNB_CLIENT_SECRET = '' } = world.simulator.partner
    const careful = airbnb.partnership?.join(
      { AIRBNB_CLIENT_ID, AIRBNB_CLIENT_SECRET },
      { isElsewhere: false },
    )
    await withContent(world, careful?.operations.channelContent ?? {}, async () => {
      const { fix } = errorOf(await named('unlist'), 422, 'channel_not_supported')
      assert.ok(String(fix).includes('AIRBNB_UNVERIFIED_CALLS'))
    })
  })

  it('sends nothing beside a PMS', async () => {
    const { app, connector } = world
    const pms = await recordsOf(app.db, app.scope).account('hostaway', '8899001')
    app.services.connectors['hostaway'] = {
      ...connector,
      manifest: { ...connector.manifest, category: 'pms' },
    }
    await keepBy(app.db, app.scope, id, { connectionId: pms.connectionId, externalId: 'x9' })
    world.simulator.calls.clear()
    for (const call of [() => named('push'), () => publish(), () => named('unlist'), () => named('relist')])
      assert.equal(errorOf(await call(), 409, 'invalid_state')['currentStatus'], 'written by hostaway')
    assert.equal(puts(), 0)
    await sql`update listings set connection_id = null, external_id = null where id = ${id}`.execute(app.db)
  })

  it('opens nothing and sends no prices where our calendar is not written', async () => {
    await sql`delete from selling_links where external_id = ${airbnbId}`.execute(world.app.db)
    world.simulator.calls.clear()
    for (const call of [() => named('relist'), () => publish()])
      assert.equal(errorOf(await call(), 409, 'invalid_state')['currentStatus'], 'read only')
    assert.equal(puts(), 0)
    const { sections, warnings } = resultOf(await named('push', { force: true }))
    assert.equal(sections.includes('pricing'), false)
    assert.ok(warnings.some((words) => words.startsWith('Prices are not sent')))
    assert.equal((await world.send('POST', `${base}/listings/map`, { airbnbId, listingId: id })).status, 200)
    await sendSoldNights(world, id)
  })

  it('switches the listing off here, and Airbnb is not told', async () => {
    world.simulator.calls.clear()
    const rehearsed = await act('delete', {}, undefined, '?dry_run=true')
    assert.deepEqual(rehearsed.body, { id, active: false, dryRun: true })
    for (let pressed = 0; pressed < 2; pressed += 1)
      assert.deepEqual((await act('delete')).body, { id, active: false })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from events where type = 'listing.suspended' and data::text like ${`%"${id}"%`}`.execute(
      world.app.db,
    )
    assert.equal(rows[0]?.count, 1)
    assert.equal(puts(), 0)
    errorOf(await named('push'), 403, 'listing_inactive')
    errorOf(await publish(), 403, 'listing_inactive')
  })

  it('of a host who allows messages only is not done', async () => {
    await world.send('PATCH', `/v1/listings/${id}`, { active: true })
    const scope = 'reservations_web_hooks,messages_read,messages_write'
    const { code } = await world.there<{ code: string }>(`/hosts/${world.hostId}/consent`, { scope })
    const connected = await world.app.post('/v1/connect/airbnb/credentials', { credentials: { code } })
    assert.equal(connected.status, 200, connected.text)
    errorOf(await named('relist'), 403, 'insufficient_access')
    errorOf(await publish({ airbnbConnectionId: link, force: true }), 403, 'insufficient_access')
  })
})
