import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween } from '../kit/clock.ts'
import type { Listing } from './listing-record.ts'
import type { Reservation } from './reservation-record.ts'
import { openAccount } from './test-account.ts'
import type { HeldState, ListAnswer } from './test-account.ts'
import type { Post } from './thread-record.ts'

test('the state is everything that the lists give out, with ids', async (t) => {
  const { control, get, state } = await openAccount(t, { listings: 8, reservations: 80 })
  const { body } = await control<HeldState & Record<string, unknown>>('GET', '/state')
  assert.equal((await get<ListAnswer<object>>('/reservations')).body.count, body.reservations.length)
  for (const rows of [body.listings, body.reservations, body.messages, body.reviews]) {
    for (const row of rows) assert.equal(row.id, row._id)
  }
  const fields = Object.keys(body.reservations[7] ?? {}).join(' ')
  const one = (await get(`/reservations/${body.reservations[7]?.id}`, { fields })).body
  const filled = Object.entries(body.reservations[7] ?? {}).filter(([, value]) => value !== null)
  assert.deepEqual(one, Object.fromEntries(filled))
  const parts = 'calendar,units,ownerConversations,internalPosts,guests'
  const more = (await control<Record<string, unknown[]>>('GET', `/state?include=${parts}`)).body
  assert.equal(more.calendar?.length, 8)
  assert.equal(more.units?.length, state().units.length)
  assert.ok(state().units.length > 0 && state().ownerConversations.length > 0)
})

test('a new booking takes free nights and shows up in list and calendar', async (t) => {
  const { control, get, state } = await openAccount(t, { listings: 3, reservations: 40 })
  for (let made = 0; made < 20; made++) {
    const { status, body } = await control<Reservation>('POST', '/reservations')
    assert.equal(status, 201)
    assert.ok((body.checkInDateLocalized ?? '') > '2026-05-11' && body.status === 'confirmed')
    assert.equal(
      body.nightsCount,
      daysBetween(body.checkInDateLocalized ?? '', body.checkOutDateLocalized ?? ''),
    )
  }
  const newest = state().reservations.at(-1)
  const list = await get<ListAnswer<{ _id: string }>>('/reservations', { limit: 1, sort: '-lastUpdatedAt' })
  assert.equal(list.body.results[0]?._id, newest?.id)
  const nights = new Map<string, number>()
  for (const stay of state().reservations.slice(-20)) {
    for (
      let day = stay.checkInDateLocalized ?? '';
      day < (stay.checkOutDateLocalized ?? '');
      day = addDays(day, 1)
    ) {
      const night = `${stay.listingId} ${day}`
      assert.ok(!nights.has(night), `${night} is booked twice`)
      nights.set(night, 1)
    }
  }
})

test('stays of the owner have no guest, questions no confirmation, and a unit can be asked for', async (t) => {
  const { control, state } = await openAccount(t, { listings: 3, reservations: 0 })
  const listingId = state().listings[0]?.id ?? ''
  const wanted = { listingId, checkInDateLocalized: '2026-07-01', checkOutDateLocalized: '2026-07-04' }
  const guest = { firstName: 'Zoë', fullName: 'Zoë "Z" Öz' }
  const second = await control<Reservation>('POST', '/reservations', { ...wanted, guest })
  assert.equal(second.body.guest?.fullName, 'Zoë "Z" Öz')
  assert.deepEqual([second.body.checkInDateLocalized, second.body.nightsCount], ['2026-07-01', 3])
  const own = await control<Reservation>('POST', '/reservations', { source: 'owner' })
  assert.deepEqual([own.body.guest, own.body.money], [null, null])
  const question = await control<Reservation>('POST', '/reservations', { status: 'inquiry' })
  assert.equal(question.body.confirmedAt, null)
  const unit = state().units[0]
  const given = await control<Reservation>('POST', '/reservations', { listingId: unit?.id })
  assert.deepEqual([given.body.listingId, given.body.mtl], [unit?.id, { assigned: true, _id: unit?.id }])
  for (const wrong of [
    { listingId: 'x' },
    { checkIn: 'soon' },
    { ...wanted, checkOutDateLocalized: '2026-07-01' },
  ]) {
    assert.equal((await control('POST', '/reservations', wrong)).status, 400, JSON.stringify(wrong))
  }
})

test('changes and cancellations move the time of the last change', async (t) => {
  const { control, get } = await openAccount(t, { listings: 1, reservations: 0 })
  const made = (await control<Reservation>('POST', '/reservations')).body
  await control('POST', '/clock', { advanceSeconds: 3600 })
  const money = { hostPayout: 12.5 }
  const changed = (
    await control<Reservation>('PATCH', `/reservations/${made._id}`, { guestsCount: 9, money })
  ).body
  assert.ok((changed.lastUpdatedAt ?? '') > (made.lastUpdatedAt ?? ''))
  assert.deepEqual([changed.guestsCount, changed.money?.hostPayout], [9, 12.5])
  assert.equal(changed.money?.fareCleaning, made.money?.fareCleaning)
  const checkOutDateLocalized = addDays(made.checkOutDateLocalized ?? '', 1)
  const longer = (await control<Reservation>('PATCH', `/reservations/${made._id}`, { checkOutDateLocalized }))
    .body
  assert.equal(longer.nightsCount, (made.nightsCount ?? 0) + 1)
  assert.notEqual(longer.checkOut, made.checkOut)
  const cancelPath = `/reservations/${made._id}/cancel`
  assert.equal((await control('POST', cancelPath, { canceledBy: 'CAT' })).status, 400)
  const gone = (await control<Reservation>('POST', cancelPath, { canceledBy: 'OWNER' })).body
  assert.deepEqual([gone.status, gone.canceledBy, gone.canceledAt], ['canceled', 'OWNER', gone.lastUpdatedAt])
  assert.equal((await control('DELETE', `/reservations/${made._id}`)).status, 204)
  assert.equal((await get(`/reservations/${made._id}`)).status, 404)
})

test('messages go to the conversation meant, or open one', async (t) => {
  const { control, state, get } = await openAccount(t, { listings: 1, reservations: 1 })
  const reservationId = (await control<Reservation>('POST', '/reservations')).body._id
  const first = (await control<Post>('POST', '/messages', { reservationId, body: 'Hi\n"you" 🙂' })).body
  assert.deepEqual([first.body, first.from?.type, first.sentBy], ['Hi\n"you" 🙂', 'guest', 'guest'])
  const thread = async () =>
    (
      await get<{ data: { state: object; modifiedAt: string } }>(
        `/communication/conversations/${first.conversationId}`,
      )
    ).body.data
  assert.deepEqual((await thread()).state, {
    read: false,
    status: 'OPEN',
    lastMessage: { body: first.body, date: first.createdAt },
  })
  await control('POST', '/clock', { advanceSeconds: 60 })
  const { conversationId } = first
  const answer = (await control<Post>('POST', '/messages', { conversationId, isIncoming: false })).body
  assert.equal(answer.sentBy, 'host')
  assert.equal((await thread()).modifiedAt, answer.createdAt)
  assert.equal(state().messages.filter((post) => post.conversationId === conversationId).length, 2)
})

test('a listing can be changed', async (t) => {
  const { control, state } = await openAccount(t, { listings: 1, reservations: 0 })
  const before = { ...(state().listings[0] as Listing) }
  const { body } = await control<Listing>('PATCH', `/listings/${before._id}`, {
    title: 'Renamed',
    isListed: false,
    prices: { basePrice: 500 },
  })
  assert.deepEqual([body.title, body.isListed], ['Renamed', false])
  assert.deepEqual([body.prices.basePrice, body.prices.currency], [500, before.prices.currency])
  assert.ok((body.lastUpdatedAt ?? '') > (before.lastUpdatedAt ?? ''))
  assert.equal((await control('PATCH', `/listings/${before._id}`, { mtl: {} })).status, 400)
})
