import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noThread, type Booking, type Enquiry, type Guest } from './records.ts'
import { openAccount } from './test-account.ts'
import { sources, statuses } from './vocabulary.ts'

test('the account has what the vendor’s accounts have', async (t) => {
  const { state, bookings } = await openAccount(t, { listings: 40, reservations: 600 })
  const rows = bookings()
  assert.deepEqual([...new Set(rows.map(({ status }) => status))].toSorted(), [...statuses].toSorted())
  assert.equal(new Set(rows.map(({ source }) => source)).size, sources.length)
  const { listings, reservations } = state()
  const properties = new Set(listings.map(({ property }) => property.id))
  assert.ok(properties.size < 40 && listings.some(({ units }) => (units ?? 1) > 1))
  assert.ok(listings.every(({ property }) => !('time_zone' in property)))
  const blocks = rows.filter(({ is_unavailable }) => is_unavailable === true)
  assert.ok(blocks.length > 10)
  for (const { total_amount, thread_uid, quote } of blocks)
    assert.deepEqual([total_amount, thread_uid, quote], [0, noThread, null])
  const feeds = rows.filter(({ source }) => source === 'ICal')
  assert.ok(feeds.length > 0)
  for (const { total_amount, guest } of feeds)
    assert.deepEqual([total_amount, (guest as Guest).email], [0, null])
  assert.ok(rows.some(({ is_deleted }) => is_deleted === true))
  const enquiries = reservations.filter(({ id }) => typeof id === 'string')
  assert.ok(enquiries.some(({ arrival }) => arrival === null))
  // A booking can have an enquiry's number.
  assert.ok(rows.some((row) => enquiries.some(({ id }) => id === `E${row.id}`)))
})

test('nights that are not let have no amount; a cancellation tells its moment; what was deleted is gone', async (t) => {
  const { control, get } = await openAccount(t, { listings: 1, reservations: 0 })
  const block = (await control<Booking>('POST', '/reservations', { is_unavailable: true })).body
  assert.deepEqual([block.is_unavailable, block.total_amount], [true, 0])
  const made = (await control<Booking>('POST', '/reservations')).body
  const gone = (await control<Booking>('POST', `/reservations/${made.id}/cancel`, {})).body
  assert.deepEqual([gone.status, gone.canceled_at], ['Declined', gone.updated_at])
  assert.equal((await control('DELETE', `/reservations/${made.id}`)).status, 204)
  assert.equal((await get(`/v2/reservations/bookings/${made.id}`)).status, 404)
})

test('enquiries go by their letter', async (t) => {
  const { control, get, state } = await openAccount(t, { listings: 3, reservations: 40 })
  const id = String(state().reservations.find((row) => String(row.id).startsWith('E'))?.id)
  const path = `/v1/reservation/enquiry/${id.slice(1)}`
  const { body } = await control('PATCH', `/reservations/${id}`, { note: 'x' })
  assert.deepEqual([body.id, body.note], [id, 'x'])
  assert.match((await get<Enquiry>(path)).body.updated_at ?? '', /^2026-05-11/)
  assert.equal((await control('DELETE', `/reservations/${id}`)).status, 204)
  assert.equal((await get(path)).status, 404)
})

test('a host who writes has read what the guest wrote', async (t) => {
  const { control, get, bookings } = await openAccount(t, { listings: 1, reservations: 0 })
  await control<Booking>('POST', '/reservations', { source: 'OH' })
  for (const isIncoming of [true, false]) {
    await control('POST', '/messages', { isIncoming })
    const { body } = await get<{ is_read: boolean }[]>(`/v2/messaging/${bookings()[0]?.thread_uid}`)
    assert.equal(body[0]?.is_read, !isIncoming)
    assert.equal((await get<number>('/v1/reservation/not_read')).body, isIncoming ? 1 : 0)
  }
})

test('a listing can be changed, room type and property alike', async (t) => {
  const { control, state, get } = await openAccount(t, { listings: 1, reservations: 0 })
  const listing = state().listings[0]
  const id = listing?.property.id
  assert.equal((await control('PATCH', `/listings/${listing?.id}`, { max_people: 9, city: 5 })).status, 400)
  assert.deepEqual(state().listings[0], listing)
  await control('PATCH', `/listings/${listing?.id}`, { max_people: 9, internal_name: 'New' })
  assert.equal((await get<{ internal_name: string }>(`/v2/properties/${id}`)).body.internal_name, 'New')
  assert.equal((await get<{ max_people: number }[]>(`/v2/properties/${id}/rooms`)).body[0]?.max_people, 9)
})

test('what belongs to nothing is refused; a property stands for its first room type', async (t) => {
  const { control, state } = await openAccount(t, { listings: 14, reservations: 0 })
  for (const fields of [{ property_id: 1 }, { rooms: [{ room_type_id: 1 }] }, { rooms: [{}] }])
    assert.equal((await control('POST', '/reservations', fields)).status, 400)
  for (const path of ['/reservations/1', '/reservations/E1', '/listings/1-2'])
    assert.equal((await control('PATCH', path, {})).status, 404, path)
  for (const { property, room_type_id } of state().listings) {
    const { body } = await control<Booking>('POST', '/reservations', { property_id: property.id })
    const [room] = state().listings.filter((listing) => listing.property.id === property.id)
    assert.equal((body.rooms?.[0] as { room_type_id: number }).room_type_id, room?.room_type_id)
    const rooms = [{ room_type_id }]
    const ofRoom = (await control<Booking>('POST', '/reservations', { rooms })).body
    assert.deepEqual([ofRoom.property_id, ofRoom.rooms], [property.id, rooms])
  }
})
