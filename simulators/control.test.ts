/** Tests the control interface with every vendor; tests of a single vendor stand in its folder. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { TestContext } from 'node:test'
import { controlWords } from './control-words.ts'
import type { ControlWords } from './control-words.ts'
import { simulators, startSimulator } from './index.ts'
import type { Call, SimulatorOptions } from './index.ts'
import { openSimulator } from './kit/testing/open-simulator.ts'
import type { JsonRow } from './kit/testing/open-simulator.ts'
import { until } from './kit/testing/until.ts'

type Named = JsonRow & { id: string | number }

async function open(t: TestContext, vendor: string, options: SimulatorOptions = {}) {
  const account = await openSimulator<Record<string, Named[]>>(t, vendor, options, {
    prefix: '',
    headers: () => ({}),
  })
  const { control, state } = account
  const book = async (fields: JsonRow = {}) => {
    const { status, body } = await control<Named>('POST', '/reservations', fields)
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const stay = (id: unknown) => state().reservations?.find((row) => row.id === id)
  return { ...account, book, stay }
}

/** Builds and reads a value at a path. */
const nested = (path: readonly string[], value: unknown): JsonRow =>
  path.reduceRight((inner, name) => ({ [name]: inner }), value) as JsonRow
const within = (row: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, name) => (inner as JsonRow | null)?.[name], row)

test('every vendor has its words', () => {
  assert.deepEqual(Object.keys(controlWords), Object.keys(simulators))
})

for (const [vendor, words] of Object.entries(controlWords)) suite(vendor, () => controlSuite(vendor, words))

function controlSuite(vendor: string, words: ControlWords): void {
  const { arrival, departure, status, changed, note } = words
  const [first, last] = words.days ?? ['2026-07-01', '2026-07-04']

  test('the state has its families, and no parts that are not known', async (t) => {
    const { control } = await open(t, vendor, { listings: 3, reservations: 20 })
    const { body } = await control('GET', '/state')
    const families = ['listings', 'reservations', 'conversations', 'messages', 'reviews']
    assert.deepEqual(Object.keys(body).slice(0, 5), families)
    for (const rows of Object.values(body) as Named[][]) {
      for (const { id } of rows) assert.ok(['string', 'number'].includes(typeof id))
    }
    assert.equal((await control('GET', '/state?include=everything')).status, 400)
    assert.equal(((await control('GET', '/state?include=calendar')).body.calendar as JsonRow[]).length, 3)
    await assert.rejects(startSimulator(vendor, { habits: { manners: 1 } }), /no habit "manners"/)
  })

  test('a portfolio depends on the seed, the sizes and the day, and on nothing else', async (t) => {
    const states: string[] = []
    for (const [seed, day] of [
      [3, '2026-05-11'],
      [3, '2026-05-11'],
      [4, '2026-05-11'],
      [3, '2026-05-12'],
    ] as const) {
      const options = { listings: 4, reservations: 30, seed, now: `${day}T09:30:00Z` }
      states.push(JSON.stringify((await open(t, vendor, options)).state('calendar')))
    }
    assert.equal(states[0], states[1])
    assert.equal(new Set(states).size, 3)
    for (const [listings, reservations, held] of [
      [3, 37, 37],
      [2, 0, 0],
      [0, 5, 0],
    ] as const) {
      const { state } = await open(t, vendor, { listings, reservations })
      assert.deepEqual([state().listings?.length, state().reservations?.length], [listings, held])
    }
  })

  test('a booking is made, changed, called off and deleted', async (t) => {
    const { control, book, stay } = await open(t, vendor, { listings: 2, reservations: 12 })
    const made = await book()
    assert.ok(String(made[arrival]) > '2026-05-11' && String(made[departure]) > String(made[arrival]))
    assert.deepEqual(stay(made.id)?.[arrival], made[arrival])
    await control('POST', '/clock', { advanceSeconds: 3600 })
    const path = `/reservations/${made.id}`
    const noted = (await control('PATCH', path, note)).body
    assert.deepEqual({ ...noted, ...note }, noted)
    if (changed !== undefined) assert.ok(String(noted[changed]) > String(made[changed]))
    assert.equal((await control('POST', `${path}/cancel`, {})).body[status], words.cancelled)
    assert.equal((await control('POST', `${path}/cancel`)).status, 400)
    assert.equal((await control('DELETE', path)).status, 204)
    assert.equal((await control('PATCH', path, {})).status, words.keepsDeleted ? 200 : 404)
  })

  test('given fields are taken as they are, days that overlap and unknown words too', async (t) => {
    const { book } = await open(t, vendor, { listings: 1, reservations: 0 })
    for (const word of ['brandNewWord', 'anotherWord']) {
      const made = await book({ [arrival]: first, [departure]: last, [status]: word })
      assert.equal(made[status], word)
      assert.ok(String(made[arrival]).startsWith(first) && String(made[departure]).startsWith(last))
    }
  })

  const { guest, talkative } = words
  if (guest !== undefined) {
    test('guests come late: with the next change, or when time passes', async (t) => {
      const { control, book, stay } = await open(t, vendor, { listings: 1, reservations: 0 })
      await control('POST', '/faults', { kind: 'late_guest', count: 2 })
      const named = nested(guest, 'Ada Late')
      const [one, other, punctual] = [await book(named), await book(named), await book(named)]
      assert.ok(!within(one, guest) && !within(other, guest))
      assert.equal(within(punctual, guest), 'Ada Late')
      const noted = (await control('PATCH', `/reservations/${other.id}`, note)).body
      assert.equal(within(noted, guest), 'Ada Late')
      await control('POST', '/clock', { advanceSeconds: 60 })
      assert.equal(within(stay(one.id), guest), 'Ada Late')
      if (changed !== undefined) assert.ok(String(stay(one.id)?.[changed]) > String(one[changed]))
    })
  }

  test('messages go to the booking meant, where there are any', async (t) => {
    const { control, book, state } = await open(t, vendor, { listings: 1, reservations: 0 })
    if (talkative === undefined) return assert.equal((await control('POST', '/messages', {})).status, 400)
    const { id: reservationId } = await book(talkative)
    // Some vendors' bookings bring a first message.
    const earlier = state().messages?.length ?? 0
    const body = 'Hi\n"you" 🙂'
    const { body: sent } = await control('POST', '/messages', { reservationId, body })
    assert.ok(Object.values(sent).includes(body))
    const { conversationId } = sent
    assert.equal((await control('POST', '/messages', { conversationId, isIncoming: false })).status, 201)
    assert.equal((await control('POST', '/messages')).status, 201)
    const held = state().messages?.filter((message) => message.conversationId === conversationId)
    if (held?.[0]?.conversationId !== undefined) assert.equal(held.length - earlier, 3)
    const wrong = [{ conversationId: 'x' }, { reservationId: 'x' }, { body: 5 }, { isIncoming: 'yes' }]
    for (const fields of [...wrong, { text: 'x' }]) {
      const { status: given } = await control('POST', '/messages', fields)
      assert.ok(given === 400 || given === 404, JSON.stringify(fields))
    }
  })

  test('what can be booked can be changed', async (t) => {
    const { control, state } = await open(t, vendor, { listings: 1, reservations: 0 })
    const path = `/listings/${state().listings?.[0]?.id}`
    const { body } = await control('PATCH', path, words.listing)
    assert.deepEqual({ ...body, ...words.listing }, body)
    assert.deepEqual({ ...state().listings?.[0], ...words.listing }, state().listings?.[0])
    assert.equal((await control('PATCH', path, { colour: 'red' })).status, 400)
    assert.equal((await control('PATCH', '/listings/nothing', {})).status, 404)
  })

  test('wrong input is refused in words and changes nothing', async (t) => {
    const { control, state } = await open(t, vendor, { listings: 1, reservations: 12 })
    const before = JSON.stringify(state())
    const path = `/reservations/${state().reservations?.[0]?.id}`
    const wrong: [method: string, path: string, body: unknown][] = [
      ['POST', '/reservations', { nothing: 1 }],
      ['POST', '/reservations', [1]],
      ['POST', '/reservations', { [arrival]: 5 }],
      ['POST', '/reservations', { [arrival]: last, [departure]: first }],
      ['PATCH', path, { nothing: 1 }],
      ['POST', `${path}/cancel`, { nothing: 1 }],
      ['POST', '/faults', { kind: 'nope' }],
      ['POST', '/clock', { advanceSeconds: -5 }],
      ['POST', '/clock', {}],
    ]
    for (const [method, at, body] of wrong) {
      const answer = await control<{ error: string }>(method, at, body)
      assert.equal(answer.status, 400, `${method} ${at} ${JSON.stringify(body)}`)
      assert.ok(answer.body.error.length > 10)
    }
    for (const [method, at] of [
      ['PATCH', '/reservations/nothing'],
      ['DELETE', '/reservations/nothing'],
      ['POST', '/reservations/nothing/cancel'],
      ['GET', '/nothing'],
    ] as const) {
      assert.equal((await control(method, at, method === 'GET' ? undefined : {})).status, 404, at)
    }
    assert.equal(JSON.stringify(state()), before)
  })

  test('calls are recorded until cleared, and faults answer in the vendor’s words', async (t) => {
    const { control, get } = await open(t, vendor, { listings: 1, reservations: 1 })
    const statusOf = (kind: string) => words.refusalStatus ?? Number(kind)
    for (const kind of ['429', '500']) {
      await control('POST', '/faults', { kind })
      const { status: given, body } = await get('/nowhere?limit=5')
      const isBare = kind === '429' && words.isCurtAtLimit === true
      assert.deepEqual([given, typeof body], [statusOf(kind), isBare ? 'undefined' : 'object'])
    }
    assert.notEqual((await get('/nowhere')).status, 500)
    const { calls } = (await control<{ calls: Call[] }>('GET', '/calls')).body
    const told = calls.map((call) => [call.method, call.path, call.query, call.status, call.fault])
    assert.deepEqual(told.slice(0, 2), [
      ['GET', '/nowhere', 'limit=5', statusOf('429'), '429'],
      ['GET', '/nowhere', 'limit=5', statusOf('500'), '500'],
    ])
    assert.match(calls[0]?.time ?? '', /^2026-05-11T09:30:/)
    await control('POST', '/clock', { advanceSeconds: 86_400 })
    assert.match(String((await control('GET', '/clock')).body.now), /^2026-05-12T09:30/)
    assert.equal((await control('DELETE', '/calls')).status, 204)
    assert.deepEqual((await control<{ calls: Call[] }>('GET', '/calls')).body.calls, [])
  })

  test('things happen by themselves when it moves', async (t) => {
    const { simulator, state } = await open(t, vendor, { listings: 3, reservations: 30, moving: 0.01 })
    const rows = () => (state().reservations?.length ?? 0) + (state().messages?.length ?? 0)
    const cancelled = () => state().reservations?.filter((row) => row[status] === words.cancelled).length ?? 0
    const before = { rows: rows(), cancelled: cancelled() }
    await until(() => rows() > before.rows + 3, 'something to happen')
    await until(() => cancelled() > before.cancelled, 'a cancellation')
    assert.equal(simulator.calls.list().length, 0)
  })
}
