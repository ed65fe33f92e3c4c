import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount, type ListAnswer } from './test-account.ts'

test('lists of bookings leave out what is cancelled and what is over, unless told', async (t) => {
  const { get } = await openAccount(t)
  const words = async (query: string) =>
    new Set((await get<ListAnswer>(`/bookings${query}`)).body.data.map(({ status }) => status))
  assert.ok(!(await words('')).has('cancelled'))
  const all = '?status=confirmed&status=new&status=request&status=cancelled&status=black&status=inquiry'
  const pages = await Promise.all(
    [1, 2, 3].map((page) => words(`${all}&arrivalFrom=2000-01-01&page=${page}`)),
  )
  assert.equal(new Set(pages.flatMap((found) => [...found])).size, 6)
  const rows = (await get<ListAnswer>(`/bookings${all}&modifiedFrom=2000-01-01`)).body.data
  assert.ok(rows.length > 0 && rows.every(({ departure }) => String(departure) >= '2026-05-11'))
  assert.equal((await get('/bookings?status=confirmed,new')).status, 400)
})

test('a number finds its booking whatever its status', async (t) => {
  const { get, state } = await openAccount(t)
  const cancelled = state().reservations.find(({ status }) => status === 'cancelled')
  assert.equal(
    (await get<ListAnswer>(`/bookings?id=${String(cancelled?.id)}`)).body.data[0]?.status,
    'cancelled',
  )
})

test('credits are counted, told and refused', async (t) => {
  const { get } = await openAccount(t, { rateLimit: 'vendor' })
  let left = 100
  for (let calls = 0; calls < 100; calls += 1) {
    const { status, headers } = await get('/bookings?id=1')
    if (status === 429) break
    left = Number(headers.get('x-fivemincreditlimit-remaining'))
    assert.equal(headers.get('x-requestcost'), '1')
  }
  assert.equal(left, 0)
  const refused = await get('/bookings')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('x-fivemincreditlimit-resetsin')) > 200)
})

test('where limits are off, no credits are used up', async (t) => {
  const { get } = await openAccount(t)
  for (const _ of [1, 2]) {
    const { headers } = await get('/bookings?id=1')
    assert.equal(headers.get('x-fivemincreditlimit-remaining'), '100')
  }
})

test('a calendar has ranges with what was asked for, without gaps', async (t) => {
  const { get, state } = await openAccount(t)
  const room = state().listings[0]?.id
  const query = `?roomId=${String(room)}&startDate=2026-05-11&endDate=2026-06-10`
  const read = async (more: string) =>
    (await get<ListAnswer>(`/inventory/rooms/calendar${query}${more}`)).body.data[0]?.calendar as Record<
      string,
      unknown
    >[]
  assert.deepEqual(await read(''), [{ from: '2026-05-11', to: '2026-06-10' }])
  const ranges = await read('&includeNumAvail=true&includePrices=true')
  assert.ok(ranges.length > 1)
  assert.equal(ranges[0]?.from, '2026-05-11')
  assert.equal(ranges.at(-1)?.to, '2026-06-10')
})

test('wrong codes and tokens are refused; what asks about a token gets an answer', async (t) => {
  const { simulator } = await openAccount(t)
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(`${simulator.url}/v2${path}`, { headers })
  assert.equal((await ask('/authentication/setup', { code: 'wrong' })).status, 400)
  assert.equal((await ask('/authentication/token', { refreshToken: 'wrong' })).status, 400)
  assert.equal((await ask('/bookings', { token: 'wrong' })).status, 401)
  const details = await ask('/authentication/details', { token: 'wrong' })
  assert.equal(details.status, 200)
  assert.equal(((await details.json()) as { validToken: boolean }).validToken, false)
})

test('a message for the host alone is no message of the conversation', async (t) => {
  const { state } = await openAccount(t)
  const { messages, internalNotes } = state()
  assert.ok(internalNotes.length > 0)
  assert.ok(messages.every(({ source }) => source !== 'internalNote'))
})

test('writes are answered one by one with 201, also where nothing was taken', async (t) => {
  const { send, state } = await openAccount(t)
  const post = (path: string, body: unknown) => send<{ success: boolean }[]>('POST', path, body)
  const room = state().listings.find(({ qty }) => qty === 1)
  const before = state().reservations.length
  const stay = { roomId: room?.id, arrival: '2028-04-10', departure: '2028-04-14' }
  const first = await post('/bookings', [{ ...stay, actions: { checkAvailability: true } }, { roomId: 1 }])
  assert.equal(first.status, 201)
  assert.deepEqual(
    first.body.map(({ success }) => success),
    [true, false],
  )
  assert.equal(state().reservations.length, before + 1)
  const checked = await post('/bookings', [{ ...stay, actions: { checkAvailability: true } }])
  assert.equal(checked.body[0]?.success, false)
  // Without `checkAvailability` a stay is booked twice.
  assert.equal((await post('/bookings', [stay])).body[0]?.success, true)
  assert.equal((await post('/bookings', { ...stay })).status, 400)
})
