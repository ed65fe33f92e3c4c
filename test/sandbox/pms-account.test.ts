/** A made-up account of a PMS does what the real provider can do, and fails where it is told to. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startWorld, type World } from '../sync/world.ts'

let world: World
let listingId: string

const sandbox = () => ({ key: world.app.sandboxKey })
const send = (method: string, path: string, body?: object) =>
  world.app.call(method, path, { ...sandbox(), ...(body ? { body } : {}) })
const day = (offset: number) =>
  Temporal.PlainDate.from(world.app.clock.now().toISOString().slice(0, 10)).add({ days: offset }).toString()
const book = (from: number, to: number, guest: object, extra: object = {}) =>
  send('POST', '/v1/reservations', {
    listingId: Number(listingId),
    checkIn: day(from),
    checkOut: day(to),
    guest: { firstName: 'Ines', ...guest },
    adults: 2,
    ...extra,
  })
const codeOf = (body: Record<string, unknown>) =>
  (body['error'] as Record<string, unknown> | undefined)?.['code']

async function eventsSince(after: unknown): Promise<string[]> {
  await world.settle()
  const { body } = await send('GET', `/v1/events?after=${String(after)}`)
  return [...body['data']].map((event) => String(event['type']))
}
async function lastSequence(): Promise<unknown> {
  await world.settle()
  return (await send('GET', '/v1/events?limit=500')).body['nextAfter']
}

before(async () => {
  world = await startWorld({ listings: 1, reservations: 0 })
  await world.startWorker()
  const credentials = { accountId: 'sandbox', apiKey: 'sandbox' }
  const connected = await send('POST', '/v1/connect/hostaway/credentials', { credentials })
  assert.equal(connected.status, 200, connected.text)
  await world.settle()
  const homes = [...(await send('GET', '/v1/listings')).body['data']]
  listingId = String(homes.find((home) => String(home['name']) === 'Sandbox Riverside Flat')?.['id'])
})
after(() => world.close())

test('a stay is booked, shown in the calendar, moved and cancelled', async () => {
  const from = await lastSequence()
  const made = await book(40, 43, { email: 'ines@example.com' })
  assert.equal(made.status, 201, made.text)
  assert.equal((made.body['pms'] as never as { provider: string }).provider, 'hostaway')
  assert.equal(made.body['totalPrice'], 360)
  const id = String(made.body['id'])
  assert.deepEqual(await eventsSince(from), ['reservation.created', 'calendar.updated'])
  const days = [
    ...(await send('GET', `/v1/availability/${listingId}?from=${day(40)}&to=${day(43)}`)).body['days'],
  ]
  assert.deepEqual(
    days.map((night) => Boolean(night['available'])),
    [false, false, false, true],
  )
  const again = await book(41, 44, {})
  assert.equal(codeOf(again.body), 'pms_unavailable', again.text)
  const moved = await send('PATCH', `/v1/reservations/${id}`, { checkIn: day(41), checkOut: day(45) })
  assert.equal(moved.status, 200, moved.text)
  const cancelled = await send('POST', `/v1/reservations/${id}/cancel`)
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal((await send('GET', `/v1/reservations/${id}`)).body['status'], 'cancelled')
})

test('a booking fails as it is told to, and one whose answer is lost is found', async () => {
  const codes = {
    rejected: 'pms_rejected',
    'dates-unavailable': 'pms_unavailable',
    'rate-limited': 'rate_limit_exceeded',
  }
  for (const [word, code] of Object.entries(codes)) {
    const answer = await book(60, 62, { lastName: `sandbox:${word}` })
    assert.equal(codeOf(answer.body), code, answer.text)
  }
  const silent = await book(60, 62, { lastName: 'sandbox:timeout' })
  assert.equal(codeOf(silent.body), 'pms_error', silent.text)
  const lost = await book(70, 72, { lastName: 'sandbox:lost' })
  assert.equal(lost.status, 201, lost.text)
})

test('a message fails as it is told to', async () => {
  const [thread] = [...(await send('GET', '/v1/conversations')).body['data']].map(({ id }) => String(id))
  const say = (message: string) => send('POST', `/v1/conversations/${thread}/messages`, { message })
  assert.equal((await say('Yes, in front of the house.')).status, 200)
  assert.equal(codeOf((await say('sandbox:rejected')).body), 'message_not_sent')
  assert.equal(codeOf((await say('sandbox:timeout')).body), 'message_send_failed')
  assert.equal((await say('sandbox:lost')).status, 200)
  const bodies = [...(await send('GET', `/v1/conversations/${thread}/messages`)).body['data']].map(
    ({ body }) => String(body),
  )
  assert.equal(bodies.filter((body) => body === 'sandbox:lost').length, 1)
})

test('nights, a guest and a listing are written', async () => {
  const set = await send('PUT', `/v1/availability/${listingId}`, {
    dates: [day(90)],
    price: 222,
    minNights: 3,
  })
  assert.equal(set.status, 200, set.text)
  const { body: nights } = await send('GET', `/v1/availability/${listingId}?from=${day(90)}&to=${day(90)}`)
  assert.equal([...nights['days']][0]?.['price'], 222)
  const content = await send('PUT', `/v1/listings/${listingId}/content`, { title: 'A new name' })
  assert.equal(content.status, 200, content.text)
  assert.deepEqual((content.body['pms'] as never as { applied: string[] }).applied, ['title'])
})

test('an account of Guesty has a request to answer, a question to pre-approve, and takes guests', async () => {
  const form = (await send('GET', '/v1/connect/guesty')).body
  assert.ok(form)
  const credentials = { clientId: 'sandbox', clientSecret: 'sandbox' }
  const connected = await send('POST', '/v1/connect/guesty/credentials', { credentials })
  assert.equal(connected.status, 200, connected.text)
  const account = String(connected.body['pmsConnectionId'])
  await world.settle()
  const of = (method: string, path: string, body?: object) =>
    world.app.call(method, path, {
      ...sandbox(),
      headers: { 'x-account-id': account },
      ...(body ? { body } : {}),
    })
  const pending = async () =>
    [...(await of('GET', '/v1/reservations?status=pending')).body['data']].map(({ id }) => String(id))
  const [request] = await pending()
  const decline = (message: string) =>
    of('POST', `/v1/reservations/${request}/decline`, { reason: 'other', message })
  assert.equal(codeOf((await decline('sandbox:too-late')).body), 'request_no_longer_pending')
  const accepted = await of('POST', `/v1/reservations/${request}/accept`)
  assert.equal(accepted.status, 200, accepted.text)
  await world.settle()
  assert.deepEqual(await pending(), [])
  const [inquiry] = [...(await of('GET', '/v1/inquiries')).body['data']] as { conversationId: string }[]
  const approve = (message: string) =>
    of('POST', `/v1/conversations/${inquiry?.conversationId}/pre-approval`, { message })
  assert.equal(codeOf((await approve('sandbox:rejected')).body), 'pms_rejected')
  const approved = await approve('sandbox:lost')
  assert.equal(approved.status, 201, approved.text)
  const guest = await of('POST', '/v1/guests', { firstName: 'Ada', lastName: 'Sample', provider: 'guesty' })
  assert.equal(guest.status, 201, guest.text)
})

test('what a made-up account can do is what the real one can', async () => {
  const { pms } = (await send('GET', '/v1/connect/hostaway')).body['capabilities'] as never as {
    pms: Record<string, Record<string, boolean>>
  }
  const live = (await world.app.get('/v1/connect/hostaway')).body['capabilities'] as never as {
    pms: typeof pms
  }
  assert.deepEqual({ ...pms, connected: null }, { ...live.pms, connected: null })
})
