/** Everything a sandbox shows can be written and answered with its key; a made-up account stands where a provider would be. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startCalendarPushes } from '../../src/features/calendar/selling/worker.ts'
import type { TurnWorker } from '../../src/upstream/nights/turn-worker.ts'
import type { TestAnswer } from '../harness/app.ts'
import { askEveryMs } from '../harness/until.ts'
import { startWorld, unlimited, type World } from '../sync/world.ts'

let world: World
let calendars: TurnWorker
let fixtures: Map<string, string>

const sandbox = () => ({ key: world.app.sandboxKey })
const get = async (path: string) => ok(await world.app.get(path, sandbox()))
const send = (method: string, path: string, body?: object) =>
  world.app.call(method, path, { ...sandbox(), ...(body ? { body } : {}) })
const write = async (method: string, path: string, body?: object) => ok(await send(method, path, body))

function ok(answer: TestAnswer) {
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const day = (offset: number) =>
  Temporal.PlainDate.from(world.app.clock.now().toISOString().slice(0, 10)).add({ days: offset }).toString()

interface Fixture {
  ref: string
  id: string
}

async function seed(): Promise<void> {
  const seeded = (await write('POST', '/v1/sandbox/seed')) as unknown as Record<string, Fixture[]>
  const all = [...(seeded['listings'] ?? []), ...(seeded['reservations'] ?? [])]
  fixtures = new Map(all.map(({ ref, id }) => [ref, id]))
}

async function idWhere(path: string, holds: (row: Record<string, unknown>) => boolean): Promise<string> {
  const rows = [...(await get(path))['data']] as unknown as Record<string, unknown>[]
  const found = rows.find(holds)
  assert.ok(found, `nothing fits in ${path}`)
  return String(found['id'])
}

/** Types of the events that came while something was done. */
async function told(work: () => Promise<unknown>): Promise<string[]> {
  await world.settle()
  const { nextAfter } = (await get('/v1/events?limit=500')) as unknown as { nextAfter: number }
  await work()
  await world.settle()
  return [...(await get(`/v1/events?after=${nextAfter}`))['data']].map((event) => String(event['type']))
}

const thread = (preview: RegExp) =>
  idWhere('/v1/conversations', ({ lastMessagePreview }) => preview.test(String(lastMessagePreview)))

before(async () => {
  world = await startWorld({ listings: 1, reservations: 0 })
  await world.startWorker()
  calendars = startCalendarPushes(world.services, { budget: unlimited, askEveryMs })
  await seed()
})
after(async () => {
  await calendars.stop()
  await world.close()
})

test('a message is sent, stands in its thread and is told', async () => {
  for (const preview of [/Perfect/, /Bonjour/, /Gladly/]) {
    const id = await thread(preview)
    const types = await told(async () => {
      const sent = await write('POST', `/v1/conversations/${id}/messages`, { message: `Hello ${id}` })
      assert.equal(sent['status'], 'sent')
      assert.match(String(sent['externalMessageId']), /^sandbox-message-/)
    })
    assert.deepEqual(types, ['reservation.message.sent'])
    const newest = [...(await get(`/v1/conversations/${id}/messages`))['data']][0]
    assert.equal(newest?.['body'], `Hello ${id}`)
  }
  await seed()
})

test('a request is accepted, and after seeding again declined', async () => {
  const id = fixtures.get('sbx-reservation-pending')
  const accepted = await told(() => write('POST', `/v1/reservations/${id}/accept`))
  assert.deepEqual(accepted, ['reservation.request.updated', 'reservation.created', 'reservation.updated'])
  assert.equal((await get(`/v1/reservations/${id}`))['status'], 'confirmed')
  assert.equal((await send('POST', `/v1/reservations/${id}/accept`)).status, 409)
  await seed()
  assert.equal((await get(`/v1/reservations/${id}`))['status'], 'pending')
  const declined = await told(() =>
    write('POST', `/v1/reservations/${id}/decline`, { reason: 'other', message: 'We are away.' }),
  )
  assert.deepEqual(declined, ['reservation.request.updated', 'reservation.updated', 'calendar.updated'])
  const shown = await get(`/v1/reservations/${id}`)
  assert.equal(shown['status'], 'cancelled')
  const nights = await get(
    `/v1/availability/${fixtures.get('sbx-listing-oceanview')}?from=${day(50)}&to=${day(56)}`,
  )
  assert.ok(
    [...nights['days']].every((night) => night['available'] === true),
    JSON.stringify(nights),
  )
  await seed()
})

test('an inquiry is pre-approved, offered to, and the offer read and taken back', async () => {
  const id = await thread(/Bonjour/)
  const inquiry = async () =>
    [...(await get(`/v1/inquiries?status=all&conversation_id=${id}`))['data']][0]?.['status']
  assert.deepEqual((await get(`/v1/conversations/${id}`))['capabilities'], {
    canPreApprove: true,
    canWithdraw: false,
    canSendOffer: true,
    offerPrice: 'total',
    canPreviewOffer: false,
  })
  const approved = await told(() => write('POST', `/v1/conversations/${id}/pre-approval`))
  assert.deepEqual(approved, ['inquiry.updated'])
  assert.equal(await inquiry(), 'pre_approved')
  let offerId = ''
  const offered = await told(async () => {
    const offer = await write('POST', `/v1/conversations/${id}/special-offers`, {
      checkIn: day(70),
      checkOut: day(75),
      guests: { adults: 2 },
      totalPrice: 900,
    })
    offerId = String(offer['id'])
  })
  assert.deepEqual(offered, ['inquiry.updated'])
  assert.equal((await get(`/v1/conversations/${id}/special-offers/${offerId}`))['status'], 'active')
  assert.equal(await inquiry(), 'special_offer_sent')
  await told(() => write('DELETE', `/v1/conversations/${id}/special-offers/${offerId}`))
  assert.equal((await get(`/v1/conversations/${id}/special-offers/${offerId}`))['status'], 'withdrawn')
  await seed()
  assert.equal(await inquiry(), 'open')
  assert.equal((await send('GET', `/v1/conversations/${id}/special-offers/${offerId}`)).status, 404)
})

test('a review is replied to', async () => {
  const id = await idWhere(
    '/v1/reviews',
    ({ response, reviewerRole }) => !response && reviewerRole === 'guest',
  )
  const types = await told(() => write('POST', `/v1/reviews/${id}/reply`, { message: 'Thank you!' }))
  assert.deepEqual(types, ['review.responded'])
  const reply = (await get(`/v1/reviews/${id}`))['response'] as unknown as { body: string }
  assert.equal(reply.body, 'Thank you!')
  await seed()
  assert.equal((await get(`/v1/reviews/${id}`))['response'], null)
})

test('nights are set, read back, and open again after seeding', async () => {
  const id = fixtures.get('sbx-listing-oceanview')
  const nights = async () =>
    [...(await get(`/v1/availability/${id}?from=${day(30)}&to=${day(31)}`))['days']].map(
      (night) => [night['available'], night['price']] as unknown[],
    )
  const before = await nights()
  const set = await write('PUT', `/v1/availability/${id}`, {
    dates: [day(30), day(31)],
    available: false,
    price: 222,
  })
  assert.deepEqual(set['synced'], { attempted: 1, succeeded: 1, failed: 0, authErrors: 0 })
  assert.deepEqual(await nights(), [
    [false, 222],
    [false, 222],
  ])
  const sync = await get(`/v1/listings/${id}/calendar-sync`)
  assert.equal(sync['channels']?.[0]?.['status'], 'in_sync', JSON.stringify(sync))
  await seed()
  assert.deepEqual(await nights(), before)
})

test('a listing of the fixtures is booked, moved and cancelled', async () => {
  const id = fixtures.get('sbx-listing-oceanview')
  const taken = async (from: number, to: number) =>
    [...(await get(`/v1/availability/${id}?from=${day(from)}&to=${day(to)}`))['days']].every(
      (night) => night['available'] === false,
    )
  const body = {
    listingId: Number(id),
    checkIn: day(90),
    checkOut: day(94),
    guest: { firstName: 'Ines' },
    adults: 2,
  }
  const book = () =>
    world.app.post('/v1/reservations', body, {
      ...sandbox(),
      headers: { 'idempotency-key': 'my-first-booking' },
    })
  const first = await book()
  assert.equal(first.status, 201, first.text)
  assert.equal((await book()).text, first.text)
  assert.ok(await taken(90, 93))
  const stay = String(first.body['id'])
  await write('PATCH', `/v1/reservations/${stay}`, { checkIn: day(91), checkOut: day(95) })
  assert.ok(await taken(91, 94))
  const types = await told(() => write('POST', `/v1/reservations/${stay}/cancel`))
  assert.deepEqual(types, ['reservation.cancelled', 'calendar.updated'])
  assert.equal((await get(`/v1/reservations/${stay}`))['status'], 'cancelled')
})

test('nights of a stay booked here stay taken when the fixtures are seeded again', async () => {
  const id = fixtures.get('sbx-listing-mountaincabin')
  const body = { listingId: Number(id), checkIn: day(120), checkOut: day(122), guest: { firstName: 'Ines' } }
  await write('POST', '/v1/reservations', body)
  await seed()
  const { days } = await get(`/v1/availability/${id}?from=${day(120)}&to=${day(122)}`)
  assert.deepEqual(
    [...(days as unknown as { available: boolean }[])].map(({ available }) => available),
    [false, false, true],
  )
})

test('the seeded weekend is that of the prices', async () => {
  const { days } = await get(
    `/v1/availability/${fixtures.get('sbx-listing-oceanview')}?from=${day(200)}&to=${day(206)}`,
  )
  const dear = [...(days as unknown as { date: string; price: number }[])].filter(
    ({ price }) => price === 288,
  )
  assert.deepEqual(dear.map(({ date }) => Temporal.PlainDate.from(date).dayOfWeek).toSorted(), [6, 7])
})

test('answers fail as they are told to', async () => {
  const request = fixtures.get('sbx-reservation-pending')
  const inquiry = await thread(/Bonjour/)
  const review = await idWhere(
    '/v1/reviews',
    ({ response, reviewerRole }) => !response && reviewerRole === 'guest',
  )
  const offer = { checkIn: day(70), checkOut: day(75), guests: { adults: 2 }, totalPrice: 900 }
  const tries: Record<string, (words: string) => Promise<TestAnswer>> = {
    decline: (message) => send('POST', `/v1/reservations/${request}/decline`, { reason: 'other', message }),
    'pre-approval': (message) => send('POST', `/v1/conversations/${inquiry}/pre-approval`, { message }),
    offer: (message) => send('POST', `/v1/conversations/${inquiry}/special-offers`, { ...offer, message }),
    reply: (message) => send('POST', `/v1/reviews/${review}/reply`, { message }),
  }
  const expected: Record<string, Record<string, string>> = {
    'sandbox:too-late': {
      decline: 'request_no_longer_pending',
      'pre-approval': 'inquiry_no_longer_open',
      offer: 'inquiry_no_longer_open',
      reply: 'booking_rejected',
    },
    'sandbox:rejected': {
      decline: 'airbnb_rejected',
      'pre-approval': 'airbnb_rejected',
      offer: 'airbnb_rejected',
      reply: 'booking_rejected',
    },
    'sandbox:timeout': {
      decline: 'airbnb_error',
      'pre-approval': 'airbnb_error',
      offer: 'airbnb_error',
      reply: 'booking_error',
    },
  }
  const answers: typeof expected = {}
  for (const word of Object.keys(expected)) {
    answers[word] = {}
    for (const [name, run] of Object.entries(tries))
      answers[word][name] = String((await run(word)).body['error']?.['code'])
    await seed()
  }
  assert.deepEqual(answers, expected)
  for (const [name, run] of Object.entries(tries)) {
    const done = await run('sandbox:lost')
    assert.ok(done.status < 300, `${name}: ${done.text}`)
    await seed()
  }
})

test('reset and seed give back everything', async () => {
  await write('POST', '/v1/sandbox/reset')
  assert.equal([...(await get('/v1/conversations'))['data']].length, 0)
  await seed()
  const id = fixtures.get('sbx-reservation-pending')
  assert.equal((await get(`/v1/reservations/${id}`))['status'], 'pending')
  await write('POST', `/v1/reservations/${id}/accept`)
  await seed()
})

test('nothing is sent to a section of a channel listing, and what is not made up is not connected', async () => {
  const refusal = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await send(method, path, body)
    const { code, message } = answer['error'] as unknown as { code: string; message: string }
    return [status, code, message] as const
  }
  for (const [provider, credentials] of Object.entries({
    airbnb: { code: 'c7f0a9be21d44b' },
    booking: { hotelId: '8122001' },
  })) {
    const [status, code, message] = await refusal('POST', `/v1/connect/${provider}/credentials`, {
      credentials,
    })
    assert.deepEqual([status, code], [403, 'forbidden'])
    assert.match(message, /^In a sandbox only made-up accounts are connected/)
  }
  const id = fixtures.get('sbx-listing-oceanview') ?? ''
  const at = `/v1/channels/airbnb/listings/${id}`
  for (const path of [`${at}/photos`, `${at}/details`])
    assert.deepEqual((await refusal('GET', path)).slice(0, 2), [422, 'channel_not_supported'])
  assert.deepEqual((await refusal('POST', `/v1/listings/${id}/pull/airbnb`)).slice(0, 2), [
    422,
    'channel_not_supported',
  ])
  const { connections } = (await get(`/v1/listings/${id}/publish-status`)) as unknown as {
    connections: { channel: string; channelStatus: string }[]
  }
  assert.deepEqual(
    connections.map(({ channel, channelStatus }) => [channel, channelStatus]),
    [
      ['airbnb', 'online'],
      ['booking', 'online'],
    ],
  )
})
