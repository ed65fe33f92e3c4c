import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Booking, Message } from './booking-record.ts'
import { openAccount, type ListAnswer } from './test-account.ts'

const all = '/v2/reservations/bookings?stayFilter=All&trash=All&includeCount=true'

test('a new booking takes free nights, shows up and closes them', async (t) => {
  const { control, get } = await openAccount(t, { listings: 2, reservations: 40 })
  const { status, body } = await control<Booking>('POST', '/reservations')
  assert.deepEqual([status, body.status], [201, 'Booked'])
  assert.ok((body.arrival ?? '') > '2026-05-11')
  assert.equal((await get<ListAnswer<Booking>>(`${all}&size=1`)).body.items[0]?.id, body.id)
  const room = (body.rooms?.[0] as { room_type_id: number }).room_type_id
  const path = `/v1/availability/${body.property_id}/${room}?periodStart=${body.arrival}&periodEnd=${body.arrival}`
  const [period] = (await get<{ available: number; total_units: number }[]>(path)).body
  assert.ok((period?.available ?? 1) < (period?.total_units ?? 1))
})

test('nights that are not let are bookings without an amount', async (t) => {
  const { control } = await openAccount(t, { listings: 1, reservations: 0 })
  const { body } = await control<Booking>('POST', '/reservations', { is_unavailable: true })
  assert.deepEqual([body.is_unavailable, body.total_amount], [true, 0])
})

test('a cancellation tells its moment, and what was deleted is gone', async (t) => {
  const { control, get } = await openAccount(t, { listings: 1, reservations: 0 })
  const made = (await control<Booking>('POST', '/reservations')).body
  const gone = (await control<Booking>('POST', `/reservations/${made.id}/cancel`, {})).body
  assert.deepEqual([gone.status, gone.canceled_at], ['Declined', gone.updated_at])
  assert.equal((await control('DELETE', `/reservations/${made.id}`)).status, 204)
  assert.equal((await get(`/v2/reservations/bookings/${made.id}`)).status, 404)
})

test('enquiries go by their letter', async (t) => {
  const { control, get, state } = await openAccount(t, { listings: 3, reservations: 40 })
  const id = String(state().reservations.find((row) => String(row.id).startsWith('E'))?.id)
  const { body } = await control<{ id: string; note: string }>('PATCH', `/reservations/${id}`, { note: 'x' })
  assert.deepEqual([body.id, body.note], [id, 'x'])
  const shown = await get<{ updated_at: string }>(`/v1/reservation/enquiry/${id.slice(1)}`)
  assert.match(shown.body.updated_at, /^2026-05-11/)
  assert.equal((await control('DELETE', `/reservations/${id}`)).status, 204)
  assert.equal((await get(`/v1/reservation/enquiry/${id.slice(1)}`)).status, 404)
})

test('messages go to the thread meant, or open one', async (t) => {
  const { control, get, state } = await openAccount(t, { listings: 1, reservations: 0 })
  const reservationId = (await control<Booking>('POST', '/reservations', { source: 'OH' })).body.id
  type Sent = Message & { conversationId: string }
  const first = (await control<Sent>('POST', '/messages', { reservationId, body: 'Hi\n"you" 🙂' })).body
  assert.deepEqual([first.message, first.type], ['Hi\n"you" 🙂', 'Renter'])
  await control('POST', '/messages', { conversationId: first.conversationId, isIncoming: false })
  const { body } = await get<{ is_read: boolean; messages: Message[] }[]>(
    `/v2/messaging/${first.conversationId}`,
  )
  assert.deepEqual([body[0]?.is_read, body[0]?.messages.length], [true, 2])
  assert.equal(state().conversations[0]?.inbox_uid, `B${reservationId}`)
})

test('a listing can be changed, room type and property alike', async (t) => {
  const { control, state, get } = await openAccount(t, { listings: 1, reservations: 0 })
  const listing = state().listings[0]
  await control('PATCH', `/listings/${listing?.id}`, { max_people: 9, internal_name: 'New' })
  const id = listing?.property.id
  assert.equal((await get<{ internal_name: string }>(`/v2/properties/${id}`)).body.internal_name, 'New')
  assert.equal((await get<{ max_people: number }[]>(`/v2/properties/${id}/rooms`)).body[0]?.max_people, 9)
})

test('what belongs to nothing, and fields that cannot be set, are refused', async (t) => {
  const { control, state } = await openAccount(t, { listings: 1, reservations: 12 })
  const before = JSON.stringify(state())
  const id = state().reservations[0]?.id
  const wrong: [string, string, unknown][] = [
    ['POST', '/reservations', { property_id: 1 }],
    ['POST', '/reservations', { rooms: [{ room_type_id: 1 }] }],
    ['POST', '/reservations', { total_amount: 'two' }],
    ['PATCH', `/reservations/${id}`, { id: 2 }],
    ['PATCH', `/reservations/${id}`, { departure: '2001-01-01' }],
    ['POST', '/messages', { isIncoming: 1 }],
  ]
  for (const [method, path, body] of wrong) {
    assert.equal((await control(method, path, body)).status, 400, `${method} ${path} ${JSON.stringify(body)}`)
  }
  for (const path of ['/reservations/1', '/reservations/E1', '/listings/1-2', '/listings/x']) {
    assert.equal((await control('PATCH', path, {})).status, 404, path)
  }
  assert.equal(JSON.stringify(state()), before, 'refused input changes nothing')
})

test('faults strike in the vendor’s words; a withdrawn key works again when the fault is over', async (t) => {
  const { control, get } = await openAccount(t, { listings: 1, reservations: 1 })
  for (const [kind, status] of [
    ['429', 429],
    ['500', 500],
    ['token_expired', 401],
  ] as const) {
    await control('POST', '/faults', { kind, path: '/v2/properties' })
    const { status: given, body } = await get<{ code: string }>('/v2/properties')
    assert.equal(given, status)
    assert.equal(typeof body.code, 'string')
    assert.equal((await get('/v2/properties')).status, 200)
  }
})
