import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../kit/clock.ts'
import { momentMs } from './moment.ts'
import { holdsNights, noThread, type BookedRoom, type Booking, type Message } from './records.ts'
import { openAccount, type ListAnswer } from './test-account.ts'

const today = '2026-05-11'

test('bookings are filtered by stay, trash and change; by default only coming ones are listed', async (t) => {
  const { get, bookings } = await openAccount(t, { listings: 8, reservations: 200 })
  const check = async (query: string, passes: (row: Booking) => boolean) => {
    const found: number[] = []
    for (let page = 1; page < 8; page++) {
      const { body } = await get<ListAnswer<Booking>>(`/v2/reservations/bookings?page=${page}&${query}`)
      found.push(...body.items.map(({ id }) => id))
    }
    const wanted = bookings().filter(passes)
    assert.ok(wanted.length > 0, `${query} is tried with nothing`)
    assert.deepEqual(found.toSorted(), wanted.map(({ id }) => id).toSorted(), query)
  }
  const kept = ({ is_deleted }: Booking) => is_deleted !== true
  await check('', (row) => kept(row) && (row.arrival ?? '') >= today)
  await check('stayFilter=All', kept)
  await check('stayFilter=All&trash=All', () => true)
  await check('stayFilter=All&trash=True', (row) => !kept(row))
  await check('stayFilter=Historic', (row) => kept(row) && (row.departure ?? '') < today)
  const arrival = bookings().find(kept)?.arrival ?? ''
  const onArrival = `stayFilter=ArrivalDate&stayFilterDate=${arrival}`
  await check(onArrival, (row) => kept(row) && row.arrival === arrival)
  const moments = bookings().map(({ updated_at }) => updated_at ?? '')
  const since = moments.toSorted().at(-20) ?? ''
  const later = (row: Booking) => momentMs(row.updated_at) > momentMs(since)
  await check(`stayFilter=All&trash=All&updatedSince=${encodeURIComponent(since)}`, later)
  assert.equal((await get('/v2/reservations/bookings?stayFilter=Everything')).status, 400)
})

test('a row of the list lacks what was not asked for', async (t) => {
  const { get, bookings } = await openAccount(t, { listings: 4, reservations: 60 })
  const id = bookings().find(({ external_booking: code, transactions }) => code && transactions?.length)?.id
  const path = '/v2/reservations/bookings'
  const inList = async (query: string) => {
    const pages = [1, 2].map((page) =>
      get<ListAnswer<Booking>>(`${path}?stayFilter=All&trash=All&page=${page}&${query}`),
    )
    const items = (await Promise.all(pages)).flatMap(({ body }) => body.items)
    return items.find((row) => row.id === id)
  }
  const bare = await inList('')
  assert.deepEqual([bare?.transactions, bare?.external_booking], [null, null])
  assert.equal((bare?.quote as { room_type_items: unknown } | null)?.room_type_items, null)
  const rich = await inList('includeTransactions=true&includeExternal=true&includeQuoteDetails=true')
  assert.deepEqual((await get(`${path}/${id}`)).body, rich)
})

test('the older list has bookings and enquiries in one, without those in the trash', async (t) => {
  const { get, state } = await openAccount(t, { listings: 5, reservations: 50 })
  type Inbox = { items: { id: number; type: 'Booking' | 'Enquiry' }[]; total: number }
  const { items, total } = (await get<Inbox>('/v1/reservation?limit=50')).body
  const held = state().reservations.filter(({ is_deleted }) => is_deleted !== true)
  const ids = items.map(({ id, type }) => (type === 'Enquiry' ? `E${id}` : String(id)))
  assert.deepEqual(ids.toSorted(), held.map(({ id }) => String(id)).toSorted())
  assert.equal(total, held.length)
  const one = items.find(({ type }) => type === 'Enquiry')
  const detail = await get<{ type: string; messages: unknown[] }>(`/v1/reservation/enquiry/${one?.id}`)
  assert.ok(detail.body.type === 'Enquiry' && detail.body.messages.length > 0)
  assert.ok(items.some(({ type }) => type === 'Booking'))
})

test('availability is in step with the bookings; its periods end with their last night', async (t) => {
  const { get, state, bookings } = await openAccount(t, { listings: 12, reservations: 240 })
  const held = bookings().filter(holdsNights)
  let closed = 0
  type Period = { period_start: string; period_end: string; available: number; closed_period_id: unknown }
  for (const { property, room_type_id, units } of state().listings) {
    const path = `/v1/availability/${property.id}/${room_type_id}`
    const { body } = await get<Period[]>(`${path}?periodStart=2026-04-01&periodEnd=2026-09-30`)
    const here = held.filter(({ rooms }) => (rooms?.[0] as BookedRoom).room_type_id === room_type_id)
    let day = '2026-04-01'
    for (const { period_start, period_end, available, closed_period_id } of body) {
      assert.equal(period_start.slice(0, 10), day)
      for (; day <= period_end.slice(0, 10); day = addDays(day, 1)) {
        const there = here.filter(({ arrival, departure }) => `${arrival}` <= day && day < `${departure}`)
        closed += closed_period_id === null ? 0 : 1
        const left = closed_period_id === null ? (units ?? 1) - there.length : 0
        assert.equal(available, left, `${room_type_id} on ${day}`)
      }
    }
    assert.equal(day, '2026-10-01')
  }
  assert.ok(closed > 0)
})

test('rates come by night, for stays of different lengths; without rates the vendor says so', async (t) => {
  const { get, state } = await openAccount(t, { listings: 30, reservations: 0 })
  type Rates = { code: string; calendar_items: { date: string | null; prices: object[] }[] }
  const range = 'StartDate=2026-06-28&EndDate=2026-07-03'
  const calls = state().listings.map(({ property, room_type_id }) =>
    get<Rates>(`/v2/rates/calendar?HouseId=${property.id}&RoomTypeId=${room_type_id}&${range}`),
  )
  const answers = await Promise.all(calls)
  const good = answers.filter(({ status }) => status === 200)
  const bad = answers.filter(({ status, body }) => status === 400 && body.code === 'NoRateDefined')
  assert.deepEqual([good.length, bad.length], [29, 1])
  for (const { body } of good) {
    const dates = body.calendar_items.map(({ date }) => date)
    assert.deepEqual(dates, [null, ...Array.from({ length: 6 }, (_, index) => addDays('2026-06-28', index))])
  }
  assert.ok(good.some(({ body }) => body.calendar_items.some(({ prices }) => prices.length > 1)))
  assert.equal((await get(`/v2/rates/calendar?HouseId=1&RoomTypeId=2&StartDate=x`)).status, 400)
})

test('a thread comes as a list of one, and as an empty list where nothing was written', async (t) => {
  const { get, state, bookings } = await openAccount(t, { listings: 4, reservations: 60 })
  for (const { id } of state().conversations) {
    const { body } = await get<{ thread_uid: string; messages: Message[] }[]>(`/v2/messaging/${id}`)
    const held = state().messages.filter(({ conversationId }) => conversationId === id)
    const shown = body.map(({ thread_uid, messages }) => [thread_uid, messages.map((message) => message.id)])
    assert.deepEqual(shown, [[id, held.map((message) => message.id)]])
  }
  const talked = new Set(state().conversations.map(({ id }) => id))
  const silent = bookings().find(({ thread_uid: uid }) => uid !== noThread && !talked.has(uid ?? ''))
  assert.deepEqual((await get(`/v2/messaging/${silent?.thread_uid}`)).body, [])
  assert.deepEqual((await get(`/v2/messaging/${noThread}`)).body, [])
})
