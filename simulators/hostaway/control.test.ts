import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween } from '../kit/clock.ts'
import type { Message } from './message-record.ts'
import type { Reservation } from './reservation-record.ts'
import { openAccount, type HeldState } from './test-account.ts'

test('the state is everything that the lists give out', async (t) => {
  const { control, get } = await openAccount(t, { listings: 8, reservations: 80 })
  const { body } = await control<HeldState & { calendar?: object[]; listingUnits?: object[] }>(
    'GET',
    '/state',
  )
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

test('stays of the owner cost nothing, and inquiries may have no dates', async (t) => {
  const { control } = await openAccount(t, { listings: 1, reservations: 0 })
  const owner = await control<Reservation>('POST', '/reservations', { status: 'ownerStay' })
  assert.equal(owner.body.totalPrice, 0)
  const wanted = { status: 'inquiry', isDatesUnspecified: 1 }
  const asked = await control<Reservation>('POST', '/reservations', wanted)
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

test('fields of another kind, and those that cannot be set, are refused', async (t) => {
  const { control, state } = await openAccount(t, { listings: 1, reservations: 1 })
  const before = JSON.stringify(state())
  const id = state().reservations[0]?.id
  const wrong: [string, string, unknown][] = [
    ['POST', '/reservations', { id: 5 }],
    ['POST', '/reservations', { listingMapId: 1 }],
    ['POST', '/reservations', { arrivalDate: '2026-02-30' }],
    ['POST', '/reservations', { numberOfGuests: 'two' }],
    ['POST', '/reservations', { isStarred: 2 }],
    ['PATCH', `/reservations/${id}`, { listingMapId: 2 }],
    ['PATCH', `/reservations/${id}`, { departureDate: '2001-01-01' }],
    ['POST', `/reservations/${id}/cancel`, { cancelledBy: 'dog' }],
  ]
  for (const [method, path, body] of wrong) {
    assert.equal((await control(method, path, body)).status, 400, `${method} ${path} ${JSON.stringify(body)}`)
  }
  assert.equal(JSON.stringify(state()), before, 'refused input changes nothing')
})
