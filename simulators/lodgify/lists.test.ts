import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../kit/clock.ts'
import { holdsNights } from './availability.ts'
import { noThread, roomsOf, type Booking, type Message } from './booking-record.ts'
import { momentMs } from './moment.ts'
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
  await check(
    `stayFilter=ArrivalDate&stayFilterDate=${arrival}`,
    (row) => kept(row) && row.arrival === arrival,
  )
  const since = bookings()
    .map(({ updated_at }) => updated_at ?? '')
    .toSorted()
    .at(-20)
  const later = (row: Booking) => momentMs(row.updated_at) > momentMs(since ?? '')
  await check(`stayFilter=All&trash=All&updatedSince=${encodeURIComponent(since ?? '')}`, later)
  assert.equal((await get('/v2/reservations/bookings?stayFilter=Everything')).status, 400)
})

test('a row of the list lacks what was not asked for', async (t) => {
  const { get, bookings } = await openAccount(t, { listings: 4, reservations: 60 })
  const id = bookings().find(({ external_booking: code, transactions }) => code && transactions?.length)?.id
  const inList = async (query: string) => {
    const { body } = await get<ListAnswer<Booking>>(
      `/v2/reservations/bookings?stayFilter=All&trash=All&size=50&${query}`,
    )
    const second = await get<ListAnswer<Booking>>(
      `/v2/reservations/bookings?stayFilter=All&trash=All&size=50&page=2&${query}`,
    )
    return [...body.items, ...second.body.items].find((row) => row.id === id)
  }
  const bare = await inList('')
  assert.deepEqual([bare?.transactions, bare?.external_booking], [null, null])
  assert.equal((bare?.quote as { room_type_items: unknown } | null)?.room_type_items, null)
  const rich = await inList('includeTransactions=true&includeExternal=true&includeQuoteDetails=true')
  assert.deepEqual((await get(`/v2/reservations/bookings/${id}`)).body, rich)
})

test('the older list has bookings and enquiries in one, without those in the trash', async (t) => {
  const { get, state } = await openAccount(t, { listings: 5, reservations: 50 })
  const { body } = await get<{ items: { id: number; type: string }[]; total: number }>(
    '/v1/reservation?limit=50',
  )
  const held = state().reservations.filter(({ is_deleted }) => is_deleted !== true)
  assert.equal(body.total, held.length)
  const ids = body.items.map(({ id, type }) => (type === 'Enquiry' ? `E${id}` : String(id)))
  assert.deepEqual(ids.toSorted(), held.map(({ id }) => String(id)).toSorted())
  const kinds = new Set(body.items.map(({ type }) => type))
  assert.deepEqual([...kinds].toSorted(), ['Booking', 'Enquiry'])
  const one = body.items.find(({ type }) => type === 'Enquiry')
  const detail = await get<{ type: string; messages: unknown[] }>(`/v1/reservation/enquiry/${one?.id}`)
  assert.ok(detail.body.type === 'Enquiry' && detail.body.messages.length > 0)
})

test('availability is in step with the bookings; its periods end with their last night', async (t) => {
  const { get, state, bookings } = await openAccount(t, { listings: 12, reservations: 240 })
  let closed = 0
  for (const { property, room_type_id, units } of state().listings) {
    const path = `/v1/availability/${property.id}/${room_type_id}`
    const { body } = await get<Period[]>(`${path}?periodStart=2026-04-01&periodEnd=2026-09-30`)
    let day = '2026-04-01'
    for (const period of body) {
      assert.equal(period.period_start.slice(0, 10), day)
      for (; day <= period.period_end.slice(0, 10); day = addDays(day, 1)) {
        const there = bookings().filter(
          (row) =>
            holdsNights(row) &&
            roomsOf(row)[0]?.room_type_id === room_type_id &&
            (row.arrival ?? '') <= day &&
            day < (row.departure ?? ''),
        )
        const wanted = period.closed_period_id === null ? (units ?? 1) - there.length : 0
        assert.equal(period.available, wanted, `${room_type_id} on ${day}`)
        closed += period.closed_period_id === null ? 0 : 1
      }
    }
    assert.equal(day, '2026-10-01')
  }
  assert.ok(closed > 0)
})

interface Period {
  period_start: string
  period_end: string
  available: number
  closed_period_id: number | null
}

test('rates come by night, for stays of different lengths; without rates the vendor says so', async (t) => {
  const { get, state } = await openAccount(t, { listings: 30, reservations: 0 })
  const range = 'StartDate=2026-06-28&EndDate=2026-07-03'
  const answers = await Promise.all(
    state().listings.map(({ property, room_type_id }) =>
      get<Rates & { code: string }>(
        `/v2/rates/calendar?HouseId=${property.id}&RoomTypeId=${room_type_id}&${range}`,
      ),
    ),
  )
  const [good, bad] = [
    answers.filter(({ status }) => status === 200),
    answers.filter(({ status }) => status === 400),
  ]
  assert.ok(good.length > 20)
  assert.ok(bad.length > 0 && bad.every(({ body }) => body.code === 'NoRateDefined'))
  for (const { body } of good) {
    const dates = body.calendar_items.map(({ date }) => date)
    assert.deepEqual(dates, [null, ...Array.from({ length: 6 }, (_, index) => addDays('2026-06-28', index))])
  }
  assert.ok(good.some(({ body }) => body.calendar_items.some(({ prices }) => prices.length > 1)))
  assert.equal((await get(`/v2/rates/calendar?HouseId=1&RoomTypeId=2&StartDate=x`)).status, 400)
})

interface Rates {
  calendar_items: { date: string | null; prices: object[] }[]
}

test('a thread comes as a list of one, and as an empty list where nothing was written', async (t) => {
  const { get, state, bookings } = await openAccount(t, { listings: 4, reservations: 60 })
  for (const thread of state().conversations) {
    const { body } = await get<{ thread_uid: string; messages: Message[] }[]>(`/v2/messaging/${thread.id}`)
    assert.equal(body.length, 1)
    const held = state().messages.filter(({ conversationId }) => conversationId === thread.id)
    assert.deepEqual(
      body[0]?.messages.map(({ id }) => id),
      held.map(({ id }) => id),
    )
  }
  const talked = new Set(state().conversations.map(({ id }) => id))
  const silent = bookings().find(({ thread_uid: uid }) => uid !== noThread && !talked.has(uid ?? ''))
  assert.deepEqual((await get(`/v2/messaging/${silent?.thread_uid}`)).body, [])
  assert.deepEqual((await get(`/v2/messaging/${noThread}`)).body, [])
})
