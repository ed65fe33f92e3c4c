/** What the routes of calendar feeds and addresses take, and what they refuse. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { icalWorld, type IcalWorld } from './ical-world.ts'

let world: IcalWorld
before(async () => {
  world = await icalWorld()
})
after(() => world.close())

const errorOf = (answer: { status: number; body: { [key: string]: unknown } }) => {
  const error = answer.body['error'] as { code?: string; field?: string } | undefined
  return [answer.status, error?.code, error?.field]
}

describe('the routes of calendar feeds', () => {
  it('refuse addresses that are none, and know the platform by the host', async () => {
    const listing = await world.listing()
    const add = (body: object) =>
      world.app.post(`/v1/listings/${listing}/ical-feeds`, { name: 'Feed', ...body })
    for (const url of [
      'not an address',
      'ftp://example.com/a.ics',
      'https://me:secret@example.com/a.ics',
      'http://169.254.169.254/',
    ])
      assert.deepEqual(errorOf(await add({ url })), [400, 'invalid_body', 'url'], url)
    // As it was sent, without what opens it.
    const [asSent, told] = ['ftp://me:secret@0x7f000001:8/a.ics?s=1', 'ftp://0x7f000001:8/…']
    const refused = (await add({ url: asSent })).body['error']
    assert.equal((refused as unknown as { value_received: string }).value_received, told)
    assert.deepEqual(errorOf(await add({ url: 'https://a.example/', intervalMinutes: 9 })), [
      400,
      'invalid_body',
      'intervalMinutes',
    ])
    assert.deepEqual(errorOf(await add({ url: 'https://a.example/', name: '  ' })), [
      400,
      'invalid_body',
      'name',
    ])
    assert.deepEqual(errorOf(await add({ url: 'https://a.example/', surprise: 1 })), [
      400,
      'invalid_body',
      'surprise',
    ])
    const hosts = {
      'https://www.airbnb.co.uk/calendar/ical/1.ics?s=2': ['airbnb', 'unit'],
      'https://ical.booking.com/v1/export?t=1': ['booking', 'listing'],
      'webcal://www.vrbo.com/icalendar/1.ics': ['vrbo', 'unit'],
      'https://notairbnb.example/1.ics': ['other', 'unit'],
    }
    for (const [url, [platform, closes]] of Object.entries(hosts)) {
      const made = await add({ url })
      assert.equal(made.status, 201, made.text)
      assert.deepEqual(
        [made.body['platform'], made.body['closes'], made.body['platformGuessed']],
        [platform, closes, true],
      )
      assert.match(String(made.body['url']), /^https:\/\/[a-z.]+\/…$/)
    }
  })

  it('stop at fifty of a listing: invalid_state', async () => {
    const listing = await world.listing()
    const feeds = (name: string) =>
      world.app.post(`/v1/listings/${listing}/ical-feeds`, { name, url: 'https://calendars.example/1.ics' })
    const addresses = () =>
      world.app.post(`/v1/listings/${listing}/ical-exports`, { name: 'Reader', platform: 'other' })
    for (let i = 0; i < 50; i += 1) {
      assert.equal((await feeds(`${i}`)).status, 201)
      assert.equal((await addresses()).status, 201)
    }
    assert.deepEqual(errorOf(await feeds('one more')), [409, 'invalid_state', undefined])
    assert.deepEqual(errorOf(await addresses()), [409, 'invalid_state', undefined])
    // Revoked ones do not count.
    const listed = await world.app.get(`/v1/listings/${listing}/ical-exports?limit=1`)
    const first = listed.body['data']?.[0]
    const path = `/v1/listings/${listing}/ical-exports/${String(first?.['id'])}`
    assert.equal((await world.app.delete(path)).body['status'], 'revoked')
    assert.deepEqual(errorOf(await world.app.post(`${path}/rotate`)), [409, 'invalid_state', undefined])
    assert.equal((await addresses()).status, 201)
  })

  it('do not mix feeds and addresses of two listings', async () => {
    const [one, other] = [await world.listing(), await world.listing()]
    const feed = await world.app.post(`/v1/listings/${one}/ical-feeds`, {
      name: 'Feed',
      url: 'https://a.example/1.ics',
    })
    const id = String(feed.body['id'])
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/refresh'],
    ] as const)
      assert.equal(
        (await world.app.call(method, `/v1/listings/${other}/ical-feeds/${id}${path}`)).status,
        404,
        method,
      )
    const address = { name: 'Reader', platform: 'other', feedIds: [id] }
    assert.equal((await world.app.post(`/v1/listings/${other}/ical-exports`, address)).status, 404)
    assert.equal((await world.app.post(`/v1/listings/${one}/ical-exports`, address)).status, 201)
    assert.equal((await world.app.delete(`/v1/listings/${one}/ical-feeds/${id}`)).status, 200)
    assert.equal((await world.app.get(`/v1/listings/${one}/ical-feeds/${id}`)).status, 404)
  })

  it('read a feed when asked, at most once a minute', async () => {
    const listing = await world.listing()
    const peer = await world.peer('airbnb')
    peer.block('2026-07-04', '2026-07-08')
    const made = await world.app.post(`/v1/listings/${listing}/ical-feeds`, { name: 'Feed', url: peer.url })
    const path = `/v1/listings/${listing}/ical-feeds/${String(made.body['id'])}`
    const refresh = async (body?: object) => (await world.app.post(`${path}/refresh`, body)).body
    const first = await refresh()
    assert.deepEqual([first['outcome'], first['feed']?.['platform']], ['changed', 'airbnb'])
    assert.equal((await refresh())['outcome'], 'too_soon')
    world.app.clock.advance(60_000)
    assert.equal((await refresh())['outcome'], 'unchanged')
    peer.events = []
    world.app.clock.advance(60_000)
    assert.equal((await refresh())['outcome'], 'kept_out')
    assert.equal((await world.closed(listing, '2026-07-01', '2026-07-31')).length, 4)
    const accepted = await refresh({ acceptEmpty: true })
    assert.deepEqual([accepted['outcome'], accepted['feed']?.['stale']], ['changed', false])
    assert.deepEqual(await world.closed(listing, '2026-07-01', '2026-07-31'), [])
  })

  it('say of an address that cannot be decrypted that it is to be set anew, and keep what it closed', async () => {
    const listing = await world.listing()
    const peer = await world.peer('airbnb')
    peer.block('2026-07-04', '2026-07-08')
    const feedId = await world.follow(listing, peer.url)
    const path = `/v1/listings/${listing}/ical-feeds/${feedId}`
    await sql`update ical_feeds set url = decode('0102', 'hex') where id = ${feedId}`.execute(world.app.db)
    world.app.clock.advance(60_000)
    const { status, body } = await world.app.post(`${path}/refresh`)
    assert.equal(status, 200)
    assert.deepEqual([body['outcome'], body['feed']?.['staleReason']], ['kept_out', 'lost_address'])
    assert.equal((await world.closed(listing, '2026-07-01', '2026-07-31')).length, 4)
    await world.app.call('PATCH', path, { body: { url: peer.url } })
    world.app.clock.advance(60_000)
    const again = (await world.app.post(`${path}/refresh`)).body
    assert.deepEqual([again['outcome'], again['feed']?.['stale']], ['unchanged', false])
  })

  it('change a feed, and end it with what it closed', async () => {
    const listing = await world.listing()
    const peer = await world.peer('airbnb')
    peer.book('2026-07-04', '2026-07-08')
    peer.block('2026-07-10', '2026-07-12')
    const feedId = await world.follow(listing, peer.url, { platform: 'airbnb' })
    const path = `/v1/listings/${listing}/ical-feeds/${feedId}`
    const patch = async (body: object) => (await world.app.call('PATCH', path, { body })).body
    assert.deepEqual(
      [await patch({ status: 'paused' })].map((feed) => [feed['status'], feed['nextFetchAt']]),
      [['paused', null]],
    )
    assert.equal((await world.closed(listing, '2026-07-01', '2026-07-31')).length, 6)
    assert.equal((await patch({ status: 'active', intervalMinutes: 60 }))['intervalMinutes'], 60)
    assert.deepEqual((await world.app.delete(path)).body, { id: feedId, deleted: true })
    assert.deepEqual(await world.closed(listing, '2026-07-01', '2026-07-31'), [])
    const stays = await world.app.get(`/v1/reservations?listing_id=${listing}`)
    assert.equal(stays.text.match(/"status":"cancelled"/g)?.length, 1, stays.text)
  })
})
