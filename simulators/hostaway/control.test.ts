import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '../index.ts'
import { addDays, daysBetween } from '../kit/clock.ts'
import type { Listing } from './listing-record.ts'
import type { Message } from './message-record.ts'
import type { Reservation } from './reservation-record.ts'
import { openAccount } from './test-account.ts'
import type { HeldState } from './test-account.ts'

test('the state is everything that the lists give out', async (t) => {
  const { control, get } = await openAccount(t, { listings: 8, reservations: 80 })
  const { body } = await control<HeldState & { calendar?: object[]; listingUnits?: object[] }>(
    'GET',
    '/state',
  )
  assert.deepEqual(Object.keys(body), ['listings', 'reservations', 'conversations', 'messages', 'reviews'])
  for (const name of ['listings', 'reservations', 'conversations', 'reviews'] as const) {
    const { count } = (await get(`/${name}`)).body
    assert.equal(body[name].length, count, name)
  }
  const one = (
    await get<Reservation>(
      `/reservations/${body.reservations[7]?.id}?includePayments=1&includeCancellationPolicy=1`,
    )
  ).body
  assert.deepEqual(one.result, body.reservations[7])
  const more = await control<{ calendar: { days: object[] }[]; listingUnits: object[] }>(
    'GET',
    '/state?include=calendar,listingUnits',
  )
  assert.equal(more.body.calendar.length, 8)
  assert.equal(more.body.listingUnits.length, 8)
  assert.equal((await control('GET', '/state?include=everything')).status, 400)
})

test('a new booking takes free nights, shows up first and in the calendar', async (t) => {
  const { control, get, state } = await openAccount(t, { listings: 2, reservations: 40 })
  for (let made = 0; made < 25; made++) {
    const { status, body } = await control<Reservation>('POST', '/reservations')
    assert.equal(status, 201)
    assert.ok((body.arrivalDate ?? '') > '2026-05-11' && body.status === 'new')
    assert.equal(body.nights, daysBetween(body.arrivalDate ?? '', body.departureDate ?? ''))
    assert.equal(body.updatedOn, body.latestActivityOn)
  }
  const newest = state().reservations.at(-1)
  assert.equal((await get<Reservation[]>('/reservations?limit=1')).body.result[0]?.id, newest?.id)
  const days = await get<{ status: string }[]>(
    `/listings/${newest?.listingMapId}/calendar?startDate=${newest?.arrivalDate}&endDate=${newest?.arrivalDate}`,
  )
  assert.equal(days.body.result[0]?.status, 'reserved')
  const nights = new Set<string>()
  for (const stay of state().reservations.slice(-25)) {
    for (let day = stay.arrivalDate ?? ''; day < (stay.departureDate ?? ''); day = addDays(day, 1)) {
      const night = `${stay.listingMapId} ${day}`
      assert.ok(!nights.has(night), `${night} is booked twice`)
      nights.add(night)
    }
  }
})

test('given fields are taken as they are, days that overlap and unknown words too', async (t) => {
  const { control, state } = await openAccount(t, { listings: 1, reservations: 0 })
  const id = state().listings[0]?.id ?? 0
  const wanted = {
    listingMapId: id,
    arrivalDate: '2026-07-01',
    departureDate: '2026-07-04',
    guestName: 'Zoë "Z" Öz',
  }
  const first = await control<Reservation>('POST', '/reservations', { ...wanted, status: 'brandNewWord' })
  const second = await control<Reservation>('POST', '/reservations', wanted)
  assert.equal(first.body.status, 'brandNewWord')
  assert.equal(second.body.guestName, 'Zoë "Z" Öz')
  assert.deepEqual(
    [second.body.arrivalDate, second.body.departureDate, second.body.nights],
    ['2026-07-01', '2026-07-04', 3],
  )
  const owner = await control<Reservation>('POST', '/reservations', { status: 'ownerStay' })
  assert.equal(owner.body.totalPrice, 0)
  const asked = await control<Reservation>('POST', '/reservations', {
    status: 'inquiry',
    isDatesUnspecified: 1,
  })
  assert.deepEqual([asked.body.arrivalDate, asked.body.nights], ['2026-05-10', 0])
})

test('changes move the times and keep what was before', async (t) => {
  const { control, get } = await openAccount(t, { listings: 1, reservations: 0 })
  const made = (await control<Reservation>('POST', '/reservations')).body
  await control('POST', '/clock', { advanceSeconds: 3600 })
  const noted = (
    await control<Reservation>('PATCH', `/reservations/${made.id}`, { hostNote: 'key is broken' })
  ).body
  assert.equal(noted.status, 'new')
  assert.ok((noted.updatedOn ?? '') > (made.updatedOn ?? '') && noted.latestActivityOn === noted.updatedOn)
  const departureDate = addDays(made.departureDate ?? '', 1)
  const longer = (await control<Reservation>('PATCH', `/reservations/${made.id}`, { departureDate })).body
  assert.equal(longer.status, 'modified')
  assert.equal(longer.nights, (made.nights ?? 0) + 1)
  assert.equal(longer.previousDepartureDate, made.departureDate)
  const gone = (
    await control<Reservation>('POST', `/reservations/${made.id}/cancel`, { cancelledBy: 'host' })
  ).body
  assert.deepEqual(
    [gone.status, gone.cancelledBy, gone.cancellationDate],
    ['cancelled', 'host', '2026-05-11'],
  )
  assert.equal((await control('POST', `/reservations/${made.id}/cancel`)).status, 400)
  assert.equal((await get<Reservation>(`/reservations/${made.id}`)).body.result.status, 'cancelled')
  assert.equal((await control('DELETE', `/reservations/${made.id}`)).status, 204)
  assert.equal((await get(`/reservations/${made.id}`)).status, 404)
})

test('messages go to the conversation meant, or open one', async (t) => {
  const { control, state, get } = await openAccount(t, { listings: 1, reservations: 1 })
  const reservationId = (await control<Reservation>('POST', '/reservations')).body.id
  const first = (await control<Message>('POST', '/messages', { reservationId, body: 'Hi\n"you" 🙂' })).body
  assert.deepEqual([first.body, first.isIncoming, first.reservationId], ['Hi\n"you" 🙂', 1, reservationId])
  const conversation = () => state().conversations.find((one) => one.id === first.conversationId)
  assert.equal(conversation()?.hasUnreadMessages, 1)
  await control('POST', '/clock', { advanceSeconds: 60 })
  const answer = await control<Message>('POST', '/messages', {
    conversationId: first.conversationId,
    isIncoming: false,
  })
  assert.equal(answer.body.isIncoming, 0)
  assert.equal(conversation()?.hasUnreadMessages, 0)
  assert.equal(conversation()?.messageSentOn, answer.body.date)
  assert.equal(
    (await get<Reservation>(`/reservations/${reservationId}`)).body.result.latestActivityOn,
    answer.body.date,
  )
  assert.equal((await get(`/conversations/${first.conversationId}/messages`)).body.count, 2)
  assert.equal((await control('POST', '/messages')).status, 201)
})

test('a listing can be changed', async (t) => {
  const { control, state } = await openAccount(t, { listings: 1, reservations: 0 })
  const before = { ...(state().listings[0] as Listing) }
  const { body } = await control<Listing>('PATCH', `/listings/${before.id}`, {
    name: 'Renamed',
    specialStatus: 'archived',
  })
  assert.equal(body.name, 'Renamed')
  assert.ok((body.latestActivityOn ?? '') > (before.latestActivityOn ?? ''))
})

test('wrong input is refused with 400 and words, a record that is not there with 404', async (t) => {
  const { control, state } = await openAccount(t, { listings: 1, reservations: 1 })
  const before = JSON.stringify(state())
  const id = state().reservations[0]?.id
  const wrong: [string, string, unknown][] = [
    ['POST', '/reservations', { guest: 'x' }],
    ['POST', '/reservations', { id: 5 }],
    ['POST', '/reservations', { listingMapId: 1 }],
    ['POST', '/reservations', { arrivalDate: '2026-02-30' }],
    ['POST', '/reservations', { arrivalDate: '2026-07-05', departureDate: '2026-07-01' }],
    ['POST', '/reservations', { numberOfGuests: 'two' }],
    ['POST', '/reservations', { isStarred: 2 }],
    ['POST', '/reservations', [1]],
    ['PATCH', `/reservations/${id}`, { listingMapId: 2 }],
    ['PATCH', `/reservations/${id}`, { departureDate: '2001-01-01' }],
    ['POST', `/reservations/${id}/cancel`, { cancelledBy: 'dog' }],
    ['POST', '/messages', { reservationId: 1 }],
    ['POST', '/messages', { text: 'x' }],
    ['POST', '/messages', { body: 5 }],
    ['POST', '/messages', { isIncoming: 'yes' }],
    ['PATCH', `/listings/${state().listings[0]?.id}`, { colour: 'red' }],
    ['POST', '/faults', { kind: 'nope' }],
    ['POST', '/clock', { advanceSeconds: -5 }],
    ['POST', '/clock', {}],
  ]
  for (const [method, path, body] of wrong) {
    const answer = await control<{ error: string }>(method, path, body)
    assert.equal(answer.status, 400, `${method} ${path} ${JSON.stringify(body)}`)
    assert.ok(answer.body.error.length > 10)
  }
  for (const [method, path] of [
    ['PATCH', '/reservations/1'],
    ['DELETE', '/reservations/1'],
    ['POST', '/reservations/1/cancel'],
    ['PATCH', '/listings/1'],
    ['GET', '/nothing'],
  ] as const) {
    assert.equal((await control(method, path, method === 'PATCH' ? {} : undefined)).status, 404, path)
  }
  assert.equal(JSON.stringify(state()), before, 'refused input changes nothing')
})

test('the calls are those of the vendor’s API, until cleared', async (t) => {
  const { control, get } = await openAccount(t, { listings: 1, reservations: 1 })
  await get('/listings?limit=5')
  await get('/nothing')
  const { calls } = (await control<{ calls: Call[] }>('GET', '/calls')).body
  assert.deepEqual(
    calls.map(({ method, path, query, status }) => [method, path, query, status]),
    [
      ['GET', '/v1/listings', 'limit=5', 200],
      ['GET', '/v1/nothing', '', 404],
    ],
  )
  assert.match(calls[0]?.time ?? '', /^2026-05-11T09:30:/)
  assert.equal((await control('DELETE', '/calls')).status, 204)
  assert.deepEqual((await control<{ calls: Call[] }>('GET', '/calls')).body.calls, [])
})

test('the clock starts where told and moves on request', async (t) => {
  const { control, simulator } = await openAccount(t, { listings: 1, reservations: 0 })
  const now = async (body?: object) =>
    (await control<{ now: string }>(body === undefined ? 'GET' : 'POST', '/clock', body)).body.now
  assert.match(await now(), /^2026-05-11T09:30/)
  assert.match(await now({ advanceSeconds: 86_400 }), /^2026-05-12T09:30/)
  assert.equal(simulator.clock.today(), '2026-05-12')
})
