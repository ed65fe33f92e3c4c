import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../kit/clock.ts'
import { openAccount } from './test-account.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import type { ListAnswer, TestAccount } from './test-account.ts'

const filters = (...list: object[]) => JSON.stringify(list)

test('fields are a projection: nothing comes that was not named', async (t) => {
  const { get, state } = await openAccount(t, { listings: 2, reservations: 20 })
  const [stay] = state().reservations
  const one = async (fields: string) =>
    Object.keys((await get(`/reservations/${stay?.id}`, { fields })).body).toSorted()
  assert.deepEqual(await one('status'), ['_id', 'id', 'status'])
  assert.deepEqual(await one('status nothing money'), ['_id', 'id', 'money', 'status'])
  const { body } = await get<{ listing: JsonRow; guest: JsonRow }>(`/reservations/${stay?.id}`, {
    fields: 'listing.timezone listing.type guest.fullName',
  })
  assert.deepEqual(Object.keys(body.listing), ['timezone', 'type'])
  assert.deepEqual(Object.keys(body.guest), ['fullName'])
  // Without fields hardly anything comes, not even the status.
  const bare = await get<ListAnswer<JsonRow>>('/reservations', { limit: 1 })
  assert.equal(bare.body.results[0]?.status, undefined)
  assert.ok(bare.body.results[0]?.checkIn)
  const listings = await get<ListAnswer<JsonRow>>('/listings', { fields: 'title address.city' })
  assert.deepEqual(Object.keys(listings.body.results[0] ?? {}), ['_id', 'title', 'address'])
})

test('lists give 25 rows unless told, at most 100, and how many there are', async (t) => {
  const { get } = await openAccount(t, { listings: 2, reservations: 130 })
  const page = async (query: Record<string, number>) => {
    const { results, count, limit, skip } = (await get<ListAnswer<JsonRow>>('/reservations', query)).body
    return [results.length, count, limit, skip]
  }
  assert.deepEqual(await page({}), [25, 130, 25, 0])
  assert.deepEqual(await page({ limit: 500, skip: 100 }), [30, 130, 100, 100])
  assert.deepEqual(await page({ limit: 10, skip: 130 }), [0, 130, 10, 130])
})

test('reservations are filtered and sorted by the time of their last change', async (t) => {
  const { get, state, control } = await openAccount(t, { listings: 2, reservations: 60 })
  const held = state().reservations.toSorted((a, b) =>
    (a.lastUpdatedAt ?? '') < (b.lastUpdatedAt ?? '') ? -1 : 1,
  )
  const middle = held[29]?.lastUpdatedAt ?? ''
  const since = async (operator: string, value: string) => {
    const query = {
      limit: 100,
      sort: 'lastUpdatedAt',
      filters: filters({ field: 'lastUpdatedAt', operator, value }),
    }
    return (await get<ListAnswer<JsonRow>>('/reservations', query)).body.results.map(({ _id }) => _id)
  }
  assert.deepEqual(
    await since('$gt', middle),
    held.slice(30).map(({ id }) => id),
  )
  assert.deepEqual(
    await since('$lt', middle),
    held.slice(0, 29).map(({ id }) => id),
  )
  // A day is its first moment.
  assert.equal((await since('$gt', '2026-05-11')).length, 0)
  await control('PATCH', `/reservations/${held[3]?.id}`, { guestsCount: 9 })
  assert.deepEqual(await since('$gt', '2026-05-11'), [held[3]?.id])
  const wanted = filters(
    { field: 'status', operator: '$in', value: ['confirmed', 'canceled'] },
    { field: 'source', operator: '$not', value: 'Airbnb' },
    { field: 'confirmationCode', operator: '$exists', value: true },
  )
  const { body } = await get<ListAnswer<JsonRow>>('/reservations', {
    filters: wanted,
    fields: 'status source',
    limit: 100,
  })
  assert.ok(body.count > 0)
  for (const row of body.results) {
    assert.ok(['confirmed', 'canceled'].includes(String(row.status)) && row.source !== 'Airbnb')
  }
})

test('listings are only what is active, managed and listed, unless the contrary is asked for', async (t) => {
  const { get, state } = await openAccount(t, { listings: 40, reservations: 0 })
  const count = async (query: Record<string, boolean>) =>
    (await get<ListAnswer<JsonRow>>('/listings', query)).body.count
  const { listings, units } = state()
  const all = [...listings, ...units]
  const standing = all.filter(
    ({ active, isListed, pms }) => active && isListed && (pms as { active: boolean }).active,
  )
  assert.equal(await count({}), standing.length)
  assert.ok(standing.length < all.length)
  let total = 0
  for (const active of [true, false])
    for (const pmsActive of [true, false])
      for (const listed of [true, false]) total += await count({ active, pmsActive, listed })
  assert.equal(total, all.length)
})

test('a sub-unit is a listing with a parent, and what nobody has filled in does not come', async (t) => {
  const { get, state } = await openAccount(t, { listings: 5, reservations: 0 })
  const parent = state().listings.find(({ type }) => type === 'MTL')
  const [child = ''] = parent?.mtl?.c ?? []
  const { body } = await get(`/listings/${child}`)
  assert.deepEqual([body.type, body.mtl, body.isListed], ['MTL_CHILD', { p: parent?._id }, false])
  const home = await get(`/listings/${state().listings[4]?.id}`)
  assert.equal('mtl' in home.body, false)
  assert.equal('nickname' in home.body, false)
})

async function calendarOf({ get }: TestAccount, id: string, query: Record<string, string | boolean>) {
  const path = `/availability-pricing/api/calendar/listings/${id}`
  const { status, body } = await get<{ data: { days: JsonRow[] }; message: string }>(path, query)
  return { status, body, days: body.data?.days ?? [] }
}

test('a calendar follows the bookings, night by night', async (t) => {
  const account = await openAccount(t, { listings: 1, reservations: 0 })
  const id = account.state().listings[0]?.id ?? ''
  const stay = { listingId: id, checkInDateLocalized: '2026-12-10', checkOutDateLocalized: '2026-12-12' }
  const made = (await account.control('POST', '/reservations', stay)).body
  await account.control('POST', '/reservations', {
    ...stay,
    status: 'reserved',
    checkInDateLocalized: '2026-12-20',
    checkOutDateLocalized: '2026-12-21',
  })
  await account.control('POST', '/reservations', {
    ...stay,
    status: 'inquiry',
    checkInDateLocalized: '2026-12-24',
    checkOutDateLocalized: '2026-12-26',
  })
  const range = { startDate: '2026-12-09', endDate: '2026-12-25' }
  const { days } = await calendarOf(account, id, range)
  assert.equal(days.length, 17)
  const words = Object.fromEntries(days.map(({ date, status }) => [date, status]))
  assert.deepEqual(
    ['09', '10', '11', '12', '20', '21', '24'].map((day) => words[`2026-12-${day}`]),
    ['available', 'booked', 'booked', 'available', 'reserved', 'available', 'available'],
  )
  assert.deepEqual([days[1]?.reservationId, days[1]?.allotment], [made._id, undefined])
  assert.equal((await calendarOf(account, id, { ...range, includeAllotment: true })).days[1]?.allotment, 0)
  await account.control('POST', `/reservations/${made._id}/cancel`)
  assert.equal((await calendarOf(account, id, range)).days[1]?.status, 'available')
  const refused = await calendarOf(account, id, { startDate: '2026-12-09' })
  assert.deepEqual(
    [refused.status, refused.body.message],
    [422, 'child "endDate" fails because ["endDate" is required]'],
  )
})

test('of a multi-unit the allotment counts and the status says nothing', async (t) => {
  const account = await openAccount(t, { listings: 3, reservations: 0 })
  const parent = account.state().listings.find(({ type }) => type === 'MTL')
  const units = parent?.mtl?.c ?? []
  const stay = {
    listingId: parent?.id,
    checkInDateLocalized: '2026-12-10',
    checkOutDateLocalized: '2026-12-11',
  }
  const assigned: unknown[] = []
  for (let left = units.length; left >= 0; left--) {
    const range = { startDate: '2026-12-10', endDate: '2026-12-10', includeAllotment: true }
    const { days } = await calendarOf(account, parent?.id ?? '', range)
    assert.deepEqual([days[0]?.allotment, days[0]?.status], [left, 'available'])
    if (left > 0) assigned.push((await account.control('POST', '/reservations', stay)).body.listingId)
  }
  assert.deepEqual(assigned.toSorted(), units.toSorted())
  const child = await calendarOf(account, units[0] ?? '', { startDate: '2026-12-10', endDate: '2026-12-10' })
  assert.equal(child.days[0]?.status, 'booked')
})

interface Inbox {
  data: {
    conversations: (JsonRow & { _id: string })[]
    posts: JsonRow[]
    count: number
    limit: number
    cursor: { after: string }
  }
}

test('conversations go on after a cursor and can be left to those with guests', async (t) => {
  const { get, state } = await openAccount(t, { listings: 4, reservations: 200 })
  const path = '/communication/conversations'
  const { conversations, ownerConversations } = state()
  const all = (await get<Inbox>(path, { limit: 100 })).body.data
  assert.equal(all.count, conversations.length + ownerConversations.length)
  const query = {
    limit: 7,
    sort: '-modifiedAt',
    filters: filters({ field: 'type', operator: '$eq', value: 'guest' }),
  }
  const seen: string[] = []
  for (let after = '', more = true; more;) {
    const { data } = (await get<Inbox>(path, after === '' ? query : { ...query, cursorAfter: after })).body
    seen.push(...data.conversations.map(({ _id }) => _id))
    more = data.conversations.length > 0
    after = data.cursor.after
  }
  const newestFirst = conversations.toSorted((a, b) =>
    a.modifiedAt === b.modifiedAt ? (a.id < b.id ? 1 : -1) : a.modifiedAt < b.modifiedAt ? 1 : -1,
  )
  assert.deepEqual(
    seen,
    newestFirst.map(({ id }) => id),
  )
  // Unless it is asked for, a row does not tell when it changed.
  assert.equal('modifiedAt' in (all.conversations[0] ?? {}), false)
  const told = (await get<Inbox>(path, { limit: 1, fields: 'modifiedAt read' })).body.data.conversations[0]
  assert.deepEqual(Object.keys(told ?? {}), ['_id', 'accountId', 'modifiedAt', 'state'])
})

test('posts come newest first, 25 at a time, notes and log entries among them', async (t) => {
  const { get, state, control } = await openAccount(t, { listings: 2, reservations: 30 })
  const { body } = await control('POST', '/messages', { body: 'first' })
  const conversationId = String(body.conversationId)
  for (let n = 0; n < 30; n++) await control('POST', '/messages', { conversationId, body: `more ${n}` })
  const path = `/communication/conversations/${conversationId}/posts`
  const first = (await get<Inbox>(path)).body.data
  assert.deepEqual([first.posts.length, first.limit], [25, 25])
  const rest = (await get<Inbox>(path, { cursorAfter: first.cursor.after })).body.data
  assert.equal(first.posts.length + rest.posts.length, first.count)
  assert.ok(rest.cursor.after !== '', 'the last page names a place to go on as well')
  const held = [...state().messages, ...state().internalPosts].filter(
    (post) => post.conversationId === conversationId,
  )
  assert.equal(first.count, held.length)
})

test('reviews are a list in data, filtered by channel', async (t) => {
  const { get, state } = await openAccount(t, { listings: 6, reservations: 400 })
  const { body } = await get<{ data: JsonRow[]; limit: number; skip: number }>('/reviews', {
    limit: 10,
    skip: 5,
  })
  assert.deepEqual([body.data.length, body.limit, body.skip], [10, 10, 5])
  const { reviews } = state()
  for (const channelId of new Set(reviews.map((review) => review.channelId))) {
    const found = (await get<{ data: JsonRow[] }>('/reviews', { channelId, limit: 100 })).body.data
    assert.equal(found.length, reviews.filter((review) => review.channelId === channelId).length)
  }
})

test('the newer interface tells stays in its own shape, without guest and money', async (t) => {
  const { get, state } = await openAccount(t, { listings: 3, reservations: 40 })
  const stays = state().reservations
  const [one, other] = stays
  const { body } = await get<JsonRow[]>('/reservations-v3', { reservationIds: `${one?.id},${other?.id}` })
  assert.deepEqual(
    body.map(({ _id }) => _id),
    [one?.id, other?.id],
  )
  assert.deepEqual([body[0]?.guest, body[0]?.money], [undefined, undefined])
  const unit = stays.find(({ mtl }) => mtl?.assigned)
  const [found] = (
    await get<{ stay: JsonRow[] }[]>('/reservations-v3', { 'reservationIds[]': unit?.id ?? '' })
  ).body
  assert.equal(found?.stay[0]?.unitId, unit?.listingId)
  assert.notEqual(found?.stay[0]?.unitTypeId, unit?.listingId)
  const many = Array.from({ length: 11 }, (_, n) => stays[n]?.id).join()
  assert.equal((await get('/reservations-v3', { reservationIds: many })).status, 400)
  assert.equal(addDays(unit?.checkInDateLocalized ?? '', 0), found?.stay[0]?.checkInDateLocalized)
})
