import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../kit/clock.ts'
import type { Message, Reservation } from './records.ts'
import { openAccount, type HeldState } from './test-account.ts'

test('the state is everything that the lists give out', async (t) => {
  const { control, get } = await openAccount(t, { listings: 8, reservations: 80 })
  const { body } = await control<HeldState & { listingUnits: object[] }>('GET', '/state?include=listingUnits')
  for (const name of ['listings', 'reservations', 'conversations', 'reviews'] as const)
    assert.equal(body[name].length, (await get(`/${name}`)).body.count, name)
  const more = 'includePayments=1&includeCancellationPolicy=1'
  const one = await get<Reservation>(`/reservations/${body.reservations[7]?.id}?${more}`)
  assert.deepEqual(one.body.result, body.reservations[7])
  assert.equal(body.listingUnits.length, 8)
})

test('a new booking shows up first and in the calendar', async (t) => {
  const { control, get } = await openAccount(t, { listings: 2, reservations: 40 })
  const made = (await control<Reservation>('POST', '/reservations')).body
  assert.deepEqual([made.status, made.updatedOn], ['new', made.latestActivityOn])
  assert.equal((await get<Reservation[]>('/reservations?limit=1')).body.result[0]?.id, made.id)
  const range = `startDate=${made.arrivalDate}&endDate=${made.arrivalDate}`
  const days = await get<{ status: string }[]>(`/listings/${made.listingMapId}/calendar?${range}`)
  assert.equal(days.body.result[0]?.status, 'reserved')
})

test('bookings of a listing with units get one each', async (t) => {
  const { control } = await openAccount(t, { listings: 4, reservations: 0 })
  const stay = { listingMapId: 40_163, arrivalDate: '2026-07-01', departureDate: '2026-07-04' }
  const unitOf = async () => {
    const { body } = await control<Reservation>('POST', '/reservations', stay)
    return (body.reservationUnit as { listingUnitId: number }[])[0]?.listingUnitId
  }
  const units = [await unitOf(), await unitOf(), await unitOf()]
  assert.equal(new Set([...units, undefined]).size, 4)
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
  const { control } = await openAccount(t, { listings: 1, reservations: 0 })
  const made = (await control<Reservation>('POST', '/reservations')).body
  const path = `/reservations/${made.id}`
  await control('POST', '/clock', { advanceSeconds: 3600 })
  const noted = (await control<Reservation>('PATCH', path, { hostNote: 'key is broken' })).body
  assert.equal(noted.status, 'new')
  assert.ok((noted.updatedOn ?? '') > (made.updatedOn ?? '') && noted.latestActivityOn === noted.updatedOn)
  const departureDate = addDays(made.departureDate ?? '', 1)
  const longer = (await control<Reservation>('PATCH', path, { departureDate })).body
  assert.deepEqual([longer.status, longer.nights], ['modified', (made.nights ?? 0) + 1])
  assert.equal(longer.previousDepartureDate, made.departureDate)
  const gone = (await control<Reservation>('POST', `${path}/cancel`, { cancelledBy: 'host' })).body
  assert.deepEqual([gone.cancelledBy, gone.cancellationDate], ['host', '2026-05-11'])
})

test('a conversation says who wrote last, and is activity of its booking', async (t) => {
  const { control, state, get } = await openAccount(t, { listings: 1, reservations: 1 })
  const reservationId = (await control<Reservation>('POST', '/reservations')).body.id
  const { conversationId } = (await control<Message>('POST', '/messages', { reservationId })).body
  const conversation = () => state().conversations.find((one) => one.id === conversationId)
  assert.equal(conversation()?.hasUnreadMessages, 1)
  await control('POST', '/clock', { advanceSeconds: 60 })
  const answer = (await control<Message>('POST', '/messages', { conversationId, isIncoming: false })).body
  assert.equal(answer.isIncoming, 0)
  assert.deepEqual([conversation()?.hasUnreadMessages, conversation()?.messageSentOn], [0, answer.date])
  const { result } = (await get<Reservation>(`/reservations/${reservationId}`)).body
  assert.equal(result.latestActivityOn, answer.date)
  const { result: messages } = (await get<Message[]>(`/conversations/${conversationId}/messages`)).body
  assert.ok(messages.length === 2 && messages.every(({ isSeen }) => isSeen === 1))
})

test('fields of another kind, and those that cannot be set, are refused', async (t) => {
  const { control, state } = await openAccount(t, { listings: 1, reservations: 1 })
  const before = JSON.stringify(state())
  const path = `/reservations/${state().reservations[0]?.id}`
  const wrong: [string, string, unknown][] = [
    ['POST', '/reservations', { id: 5 }],
    ['POST', '/reservations', { listingMapId: 1 }],
    ['POST', '/reservations', { arrivalDate: '2026-02-30' }],
    ['POST', '/reservations', { numberOfGuests: 'two' }],
    ['POST', '/reservations', { isStarred: 2 }],
    ['PATCH', path, { listingMapId: 2 }],
    ['PATCH', path, { departureDate: '2001-01-01' }],
    ['POST', `${path}/cancel`, { cancelledBy: 'dog' }],
  ]
  for (const [method, at, body] of wrong)
    assert.equal((await control(method, at, body)).status, 400, `${method} ${at} ${JSON.stringify(body)}`)
  assert.equal(JSON.stringify(state()), before, 'refused input changes nothing')
})
