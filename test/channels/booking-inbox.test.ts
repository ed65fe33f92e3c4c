/** Threads and reviews of Booking.com by its own routes: the records of the unified routes, and their acts. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, beforeEach, test } from 'node:test'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import type { TestAnswer } from '../harness/app.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { rowsOf } from './airbnb-world.ts'
import { base, startBookingWorld, type BookingWorld } from './booking-world.ts'

type Row = Record<string, unknown>

let world: BookingWorld
before(async () => {
  world = await startBookingWorld({ listings: 2 })
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const list = async (path: string, query = '') =>
  rowsOf(await world.app.get(`${base}/${path}?limit=100${query}`))
const hotel = () => Number(world.hotelId)
const set = (column: string, value: string) =>
  sql`update connections set ${sql.ref(column)} = ${value} where id = ${world.connectionId}`.execute(
    world.app.db,
  )
const setActive = async (listingId: unknown, active: boolean) => {
  const body = { listingIds: [listingId], active }
  assert.equal((await world.send('POST', '/v1/listings/status', body)).status, 200)
}

/** What stands in the way of a write, with the code of Booking.com. */
async function assertTrouble(write: () => Promise<TestAnswer>, operation: 'messageWrites' | 'reviewWrites') {
  const { services } = world.app
  const joined = services.connectors
  const known = world.connector.operations[operation]
  assert.ok(known)
  const failing = async (error: VendorError, status: number, code: string) => {
    const fail = async (): Promise<never> => {
      throw error
    }
    const operations = { ...world.connector.operations, [operation]: { ...known, send: fail, reply: fail } }
    services.connectors = { booking: { ...world.connector, operations } }
    try {
      return errorOf(await write(), status, code)
    } finally {
      services.connectors = joined
    }
  }
  const reference = 'UmFuZG9tSVYkc2RlIyh9YQ'
  const refused = await failing(
    new VendorError('rejected', 'No.', { status: 400, reference }),
    422,
    'booking_rejected',
  )
  // Of a message that was refused only the words are kept.
  if (operation === 'reviewWrites')
    assert.deepEqual([refused['booking_ruid'], refused['upstream_status']], [reference, 400])
  const limited = await failing(
    new VendorError('rate_limited', 'Slow.', { status: 429 }),
    429,
    'booking_rate_limited',
  )
  assert.equal(typeof limited['retry_after'], 'number')
  world.simulator.faults.add({ kind: 'drop', count: 200 })
  errorOf(await write(), 502, 'booking_error')
  world.simulator.faults.clear()
  await set('status', 'error')
  errorOf(await write(), 403, 'connection_reauth_required')
  await set('status', 'inactive')
  errorOf(await write(), 409, 'no_connection')
  await set('status', 'active')
}

test('threads are those of the unified routes, with the names of their guests', async () => {
  const rows = await list('messaging')
  assert.ok(rows.length > 1)
  const unified = rowsOf(await world.app.get('/v1/conversations?limit=100'))
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), unified.map(({ id }) => id).toSorted())
  assert.ok(rows.every((row) => row['propertyId'] === world.hotelId))
  assert.ok(rows.some((row) => typeof row['guestName'] === 'string' && row['guestName'] !== ''))
  assert.deepEqual(await list('messaging', `&property_id=${world.hotelId}`), rows)
  const unknown = errorOf(await world.app.get(`${base}/messaging?property_id=1`), 404, 'not_found')
  assert.deepEqual(unknown['valid_values'], [world.hotelId])
})

test('what the channel took out of a text is told with the send', async () => {
  const [thread] = (await list('messaging')).filter(({ listingId }) => listingId !== null)
  assert.ok(thread)
  const send = async (message: string) => {
    const sent = await world.send('POST', `/v1/conversations/${String(thread['id'])}/messages`, { message })
    assert.equal(sent.status, 200, sent.text)
    return [sent.body['contentRewritten'], sent.body['submittedContent'], sent.body['deliveredContent']]
  }
  const linked = 'The way: https://example.com/way and then left'
  assert.deepEqual(await send(linked), [true, linked, 'The way: [link removed] and then left'])
  assert.deepEqual(await send('The key is in the box.'), [
    false,
    'The key is in the box.',
    'The key is in the box.',
  ])
})

test('a message goes to the guest of the thread once, and files go elsewhere', async () => {
  const [thread] = (await list('messaging')).filter(({ listingId }) => listingId !== null)
  assert.ok(thread)
  const conversation_id = thread['id']
  const send = (more: object, key?: string, query = '') =>
    world.send(
      'POST',
      `${base}/messaging${query}`,
      { property_id: hotel(), conversation_id, message: 'Welcome!', ...more },
      key,
    )
  const sentTo = async () => {
    const { body } = await world.app.get(`/v1/conversations/${String(conversation_id)}/messages?limit=100`)
    return (body['data'] as unknown as Row[]).filter(({ body: text }) => text === 'Welcome!').length
  }
  assert.equal((await send({}, undefined, '?dry_run=true')).status, 200)
  assert.equal(await sentTo(), 0)
  const sent = await send({}, 'message-1')
  assert.equal(sent.status, 201, sent.text)
  assert.deepEqual(
    [sent.body['conversationId'], sent.body['message'], sent.body['status']],
    [conversation_id, 'Welcome!', 'sent'],
  )
  assert.equal((await send({}, 'message-1')).text, sent.text)
  assert.equal(await sentTo(), 1)
  const files = { attachments: [{ url: 'https://files.example.com/a.png' }] }
  errorOf(await send(files), 422, 'attachments_not_supported')
  errorOf(await send({ property_id: 1 }), 404, 'not_found')
  errorOf(await send({ conversation_id: '999999' }), 404, 'not_found')
  await setActive(thread['listingId'], false)
  errorOf(await send({}), 403, 'listing_inactive')
  await setActive(thread['listingId'], true)
  let tries = 0
  await assertTrouble(() => send({ message: `Trouble ${(tries += 1)}` }), 'messageWrites')
})

test('a review is answered once, and is that of the unified routes', async () => {
  const rows = await list('reviews')
  assert.ok(rows.length > 1)
  const unified = rowsOf(await world.app.get('/v1/reviews?limit=100'))
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), unified.map(({ id }) => id).toSorted())
  errorOf(await world.app.get(`${base}/reviews?property_id=1`), 404, 'not_found')
  const [first] = rows.filter((row) => row['response'] === null && row['comment'] !== null)
  const [second] = rows.filter(({ id }) => id !== first?.['id'])
  assert.ok(first && second, 'too few reviews')
  await sql`update reviews set response_body = null where id = ${second['id']}`.execute(world.app.db)
  const answer = (id: unknown, key?: string, query = '') =>
    world.send(
      'POST',
      `${base}/reviews${query}`,
      { property_id: hotel(), review_id: id, response: 'Thank you!' },
      key,
    )
  const rehearsed = await answer(first['id'], undefined, '?dry_run=true')
  assert.deepEqual(rehearsed.body, { success: true, dryRun: true })
  const done = await answer(first['id'], 'answer-1')
  assert.deepEqual([done.status, done.body], [200, { success: true }], done.text)
  assert.equal((await answer(first['id'], 'answer-1')).text, done.text)
  assert.equal((await list('reviews')).find(({ id }) => id === first['id'])?.['response'], 'Thank you!')
  errorOf(await answer(first['id']), 409, 'already_replied')
  errorOf(await answer('999999'), 404, 'not_found')
  await assertTrouble(() => answer(second['id']), 'reviewWrites')
  await sql`update reviews set reviewer_role = 'host' where id = ${second['id']}`.execute(world.app.db)
  errorOf(await answer(second['id']), 409, 'reply_not_allowed')
  const { rows: rooms } = await sql<{ id: string }>`
    select id from listings where workspace_id = ${world.app.workspace.id} order by id limit 1`.execute(
    world.app.db,
  )
  await sql`update reviews set reviewer_role = 'guest', listing_id = ${rooms[0]?.id} where id = ${second['id']}`.execute(
    world.app.db,
  )
  await setActive(rooms[0]?.id, false)
  errorOf(await answer(second['id']), 403, 'listing_inactive')
})

test('a message that Booking.com refuses is told with the id of its answer, at once and again', async () => {
  const [thread] = (await list('messaging')).filter(({ listingId }) => listingId !== null)
  // Long after the stay nothing can be written any more.
  world.wait(400 * 24 * 3600)
  const body = {
    property_id: hotel(),
    conversation_id: thread?.['id'],
    message: 'Did you forget an umbrella?',
  }
  for (let time = 0; time < 2; time += 1) {
    const answer = await world.send('POST', `${base}/messaging`, body, 'message-refused')
    const error = errorOf(answer, 422, 'booking_rejected')
    assert.match(String(error['booking_ruid']), /^[\w+/]{40,}$/)
  }
})
