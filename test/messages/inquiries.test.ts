/** Pre-approvals and special offers through a vendor that relays them. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { startRelayWorld, type RelayWorld } from './relay-world.ts'

let world: RelayWorld
let number = 0
const nextKey = () => `answer-${(number += 1)}`
before(async () => {
  world = await startRelayWorld()
})
after(() => world.close())
afterEach(() => {
  world.vendor.scripts = {}
})

const path = (thread: string, rest: string) => `/v1/conversations/${world.threads[thread] ?? thread}/${rest}`
const approve = (thread: string, body?: object, key?: string, query = '') =>
  world.write('POST', path(thread, `pre-approval${query}`), body, key)
const terms = {
  checkIn: '2026-08-02',
  checkOut: '2026-08-05',
  guests: { adults: 2, children: 1 },
  totalPrice: 480.5,
}
const offer = (thread: string, body: object = terms, key?: string, query = '') =>
  world.write('POST', path(thread, `special-offers${query}`), body, key)
const statusOf = async (thread: string) => {
  const url = `/v1/inquiries?status=all&conversation_id=${world.threads[thread]}`
  return (await world.all<{ status: string }>(url))[0]?.status
}
const changes = async (thread: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from inquiries where conversation_id = ${world.threads[thread]}`.execute(world.app.db)
  return (await world.events())
    .filter(({ type, data }) => type === 'inquiry.updated' && data.object?.['id'] === rows[0]?.id)
    .map(({ data }) => `${String(data.previousAttributes?.['status'])} → ${String(data.object?.['status'])}`)
}
const says =
  (kind: 'rejected' | 'timeout' | 'rate_limited' | 'reauth', reason?: 'too_late' | 'duplicate') => () => {
    throw new VendorError(kind, `says ${kind}`, reason === undefined ? {} : { reason })
  }
const lost = (act: () => void) => {
  act()
  throw new VendorError('timeout', 'no answer')
}
const capabilities = async (thread: string) =>
  (await world.get<{ capabilities: Record<string, unknown> }>(`/v1/conversations/${world.threads[thread]}`))
    .capabilities

describe('a pre-approval', () => {
  it('is made there, shown and told here, and the next reading changes nothing', async () => {
    assert.equal((await capabilities('asked1'))['canPreApprove'], true)
    const dry = await approve('asked1', {}, undefined, '?dry_run=true')
    assert.deepEqual(
      [dry.status, dry.body['dryRun'], await statusOf('asked1')],
      [200, true, 'open'],
      dry.text,
    )
    const key = nextKey()
    const answer = await approve('asked1', { message: 'Welcome!' }, key)
    assert.equal(answer.status, 201, answer.text)
    const { status, channel, expiresAt, message } = answer.body
    assert.deepEqual(
      [status, channel, expiresAt, message],
      ['pre_approved', 'airbnb', '2026-06-16T12:00:00.000Z', 'Welcome!'],
    )
    assert.equal(await statusOf('asked1'), 'pre_approved')
    await world.pass(3600)
    assert.deepEqual(await changes('asked1'), ['open → pre_approved'])
    await sql`delete from idempotency_keys`.execute(world.app.db)
    assert.deepEqual((await approve('asked1', { message: 'Welcome!' }, key)).body, answer.body)
    assert.equal((await capabilities('asked1'))['canPreApprove'], false)
    errorOf(await approve('asked1'), 409, 'inquiry_no_longer_open')
    errorOf(await approve('asked1', {}, nextKey()), 409, 'inquiry_no_longer_open')
    errorOf(await approve('asked1', {}, key), 422, 'idempotency_key_reused')
  })

  it('whose answer is lost is found there', async () => {
    world.vendor.scripts.preApproval = [lost]
    const answer = await approve('asked2', {}, nextKey())
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(await changes('asked2'), ['open → pre_approved'])
  })

  it('that never arrived is asked for again once it had every chance to arrive', async () => {
    const key = nextKey()
    world.vendor.scripts.preApproval = [says('timeout')]
    errorOf(await approve('asked3', {}, key), 502, 'offer_action_failed')
    errorOf(await approve('asked3', {}, key), 502, 'offer_action_failed')
    world.app.clock.advance(61_000)
    assert.equal((await approve('asked3', {}, key)).status, 201)
  })

  it('that is refused changes nothing', async () => {
    world.vendor.scripts.preApproval = [
      says('rejected'),
      says('rejected', 'too_late'),
      says('rate_limited'),
      says('reauth'),
    ]
    const error = errorOf(await approve('asked4', {}, nextKey()), 422, 'pms_rejected')
    assert.equal(error['provider'], 'acme')
    errorOf(await approve('asked4', {}, nextKey()), 409, 'inquiry_no_longer_open')
    errorOf(await approve('asked4', {}, nextKey()), 429, 'rate_limit_exceeded')
    errorOf(await approve('asked4', {}, nextKey()), 403, 'connection_reauth_required')
    await world.setConnection('error')
    errorOf(await approve('asked4'), 403, 'connection_reauth_required')
    await world.setConnection('disconnected')
    errorOf(await approve('asked4'), 409, 'no_connection')
    await world.setConnection('active')
    assert.equal(await statusOf('asked4'), 'open')
  })

  it('needs an inquiry that can still be answered', async () => {
    errorOf(await approve('booked'), 409, 'conversation_already_booked')
    errorOf(await approve('bare'), 422, 'airbnb_link_missing')
    errorOf(await approve('mail'), 422, 'channel_not_supported')
    errorOf(await approve('asked4', { blockInstantBooking: true }), 422, 'pms_write_unsupported')
    await sql`update inquiries set status = 'expired' where external_id = 'I5'`.execute(world.app.db)
    errorOf(await approve('asked5'), 409, 'inquiry_expired')
    errorOf(await approve('123456789'), 404, 'not_found')
    const { operations } = world.vendor.fake.connector
    const { preApprovals } = operations
    delete operations.preApprovals
    errorOf(await approve('asked4'), 422, 'pms_write_unsupported')
    Object.assign(operations, { preApprovals })
  })

  it('cannot be taken back', async () => {
    const takeBack = (thread: string) => world.write('DELETE', path(thread, 'pre-approval'))
    errorOf(await takeBack('asked1'), 422, 'channel_not_supported')
    errorOf(await takeBack('asked4'), 409, 'inquiry_no_longer_open')
    errorOf(await takeBack('bare'), 422, 'channel_not_supported')
  })
})

describe('a special offer', () => {
  it('is made, read and taken back', async () => {
    const dry = await offer('asked7', terms, undefined, '?dry_run=true')
    assert.deepEqual([dry.status, dry.body['totalPrice'], dry.body['id']], [200, 480.5, undefined], dry.text)
    assert.equal(world.vendor.offers.size, 0)
    const key = nextKey()
    const answer = await offer('asked7', terms, key)
    assert.equal(answer.status, 201, answer.text)
    const { id, status, nights, guests, totalPrice, currency, airbnbListingId } = answer.body
    assert.deepEqual(
      [status, nights, guests['total'], totalPrice, currency, airbnbListingId],
      ['active', 3, 3, 480.5, 'EUR', '5041'],
    )
    assert.equal([...world.vendor.offers.values()][0]?.totalPrice, '480.5')
    assert.equal(await statusOf('asked7'), 'special_offer_sent')
    const url = path('asked7', `special-offers/${id}`)
    assert.equal((await world.get<{ status: string }>(url)).status, 'active')
    errorOf(await world.write('GET', path('asked8', `special-offers/${id}`)), 404, 'not_found')
    await sql`delete from idempotency_keys`.execute(world.app.db)
    assert.deepEqual((await offer('asked7', terms, key)).body, answer.body)
    assert.equal(world.vendor.offers.size, 1)
    const tried = await world.write('DELETE', `${url}?dry_run=true`)
    assert.equal(tried.status, 200, tried.text)
    assert.equal(world.vendor.offers.size, 1)
    const back = await world.write('DELETE', url, undefined, nextKey())
    assert.deepEqual(back.body as unknown, {
      id,
      conversationId: world.threads['asked7'],
      channel: 'airbnb',
      status: 'withdrawn',
    })
    assert.equal(world.vendor.offers.size, 0)
    assert.deepEqual(await changes('asked7'), ['open → special_offer_sent', 'special_offer_sent → open'])
    assert.equal((await world.write('DELETE', url)).status, 200, 'again: it is taken back already')
  })

  it('whose answer is lost is found there, made or taken back', async () => {
    world.vendor.scripts.offer = [lost]
    const made = await offer('asked8', terms, nextKey())
    assert.equal(made.status, 201, made.text)
    assert.equal(world.vendor.offers.size, 1)
    const url = path('asked8', `special-offers/${made.body['id']}`)
    world.vendor.scripts.withdraw = [says('timeout'), lost]
    const key = nextKey()
    errorOf(await world.write('DELETE', url, undefined, key), 502, 'offer_action_failed')
    world.app.clock.advance(61_000)
    assert.equal((await world.write('DELETE', url, undefined, key)).status, 200)
  })

  it('that is refused changes nothing', async () => {
    world.vendor.scripts.offer = [
      says('rejected'),
      says('rejected', 'duplicate'),
      says('rejected', 'too_late'),
      says('rate_limited'),
      says('reauth'),
      says('timeout'),
    ]
    errorOf(await offer('asked9', terms, nextKey()), 422, 'pms_rejected')
    errorOf(await offer('asked9', terms, nextKey()), 409, 'offer_already_sent')
    errorOf(await offer('asked9', terms, nextKey()), 409, 'inquiry_no_longer_open')
    errorOf(await offer('asked9', terms, nextKey()), 429, 'rate_limit_exceeded')
    errorOf(await offer('asked9', terms, nextKey()), 403, 'connection_reauth_required')
    errorOf(await offer('asked9', terms, nextKey()), 502, 'offer_action_failed')
    await world.setConnection('disconnected')
    errorOf(await offer('asked9'), 409, 'no_connection')
    await world.setConnection('active')
    assert.equal(await statusOf('asked9'), 'open')
  })

  it('says what its channel needs', async () => {
    const breakdown = { rentalAmount: 400, fees: [{ type: 'cleaning', value: 80 }] }
    errorOf(await offer('asked9', breakdown), 422, 'offer_price_total_required')
    const { specialOffers } = world.vendor.fake.connector.operations
    assert.ok(specialOffers)
    specialOffers.price = 'breakdown'
    errorOf(await offer('asked9'), 422, 'offer_price_breakdown_required')
    const dry = await offer('asked9', breakdown, undefined, '?dry_run=true')
    assert.deepEqual([dry.body['rentalAmount'], dry.body['totalPrice']], [400, null], dry.text)
    specialOffers.price = 'total'
    errorOf(await offer('asked9', { ...terms, checkOut: terms.checkIn }), 400, 'invalid_body')
    errorOf(await offer('asked9', { totalPrice: 5 }), 400, 'invalid_body')
    const over = { ...terms, checkIn: '2026-06-01', checkOut: '2026-06-05' }
    assert.equal(errorOf(await offer('asked9', over), 400, 'invalid_body')['field'], 'checkIn')
    errorOf(await offer('asked9', { ...terms, totalPrice: 1.23456 }), 400, 'invalid_body')
    errorOf(await offer('asked6'), 422, 'listing_not_on_airbnb')
    errorOf(await offer('asked9', { ...terms, listingId: 123456789 }), 404, 'not_found')
  })

  it('needs an inquiry that can still be answered', async () => {
    errorOf(await offer('booked'), 409, 'inquiry_no_longer_open')
    errorOf(await offer('bare'), 422, 'airbnb_link_missing')
    errorOf(await offer('asked5'), 409, 'inquiry_expired')
    errorOf(
      await world.write('POST', path('asked9', 'special-offers/preview'), terms),
      422,
      'preview_not_supported',
    )
    const { operations } = world.vendor.fake.connector
    const { specialOffers } = operations
    delete operations.specialOffers
    errorOf(await offer('asked9'), 422, 'channel_not_supported')
    Object.assign(operations, { specialOffers })
  })

  it('that cannot be taken back stands', async () => {
    const made = await offer('asked3', terms, nextKey())
    assert.equal(made.status, 201, made.text)
    const url = path('asked3', `special-offers/${made.body['id']}`)
    const takeBack = () => world.write('DELETE', url, undefined, nextKey())
    world.vendor.scripts.withdraw = [
      says('rejected'),
      says('rejected', 'too_late'),
      says('rate_limited'),
      says('reauth'),
    ]
    errorOf(await takeBack(), 422, 'pms_rejected')
    errorOf(await takeBack(), 409, 'inquiry_no_longer_open')
    errorOf(await takeBack(), 429, 'rate_limit_exceeded')
    errorOf(await takeBack(), 403, 'connection_reauth_required')
    await world.setConnection('disconnected')
    errorOf(await takeBack(), 409, 'no_connection')
    await world.setConnection('active')
    const { operations } = world.vendor.fake.connector
    const { specialOffers } = operations
    delete operations.specialOffers
    errorOf(await takeBack(), 422, 'channel_not_supported')
    Object.assign(operations, { specialOffers })
    assert.equal((await world.get<{ status: string }>(url)).status, 'active')
  })

  it('ends with its inquiry and with its time', async () => {
    const made = await offer('asked9', terms, nextKey())
    const url = path('asked9', `special-offers/${made.body['id']}`)
    const status = async () => (await world.get<{ status: string }>(url)).status
    await sql`update inquiries set status = 'declined' where external_id = 'I9'`.execute(world.app.db)
    assert.equal(await status(), 'declined')
    errorOf(await world.write('DELETE', url), 409, 'inquiry_no_longer_open')
    await sql`update inquiries set status = 'special_offer_sent' where external_id = 'I9'`.execute(
      world.app.db,
    )
    world.app.clock.advance(3 * 86_400_000)
    assert.equal(await status(), 'expired')
  })
})
