import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysBetween, SimulatorClock } from '../clock.ts'
import { Faults } from '../faults.ts'
import { SeededRandom } from '../random.ts'
import { WebhookSender } from '../webhook-sender.ts'
import { freeUnit } from './chosen-stay.ts'
import type { WorldEvent, WorldProjection } from './projection.ts'
import { seedWorld } from './seed-world.ts'
import { World } from './world.ts'

interface TestKinds {
  home: { id: number; name: string }
  stay: {
    id: string
    home: number
    /** Homes of rooms booked together with the first. */
    further: number[]
    unit: number
    from: string
    until: string
    state: string
    guest: string | null
    adults: number
    nights?: number
    changed: number
  }
  message: { text: string; thread: string }
  review: { id: number; of: string }
  channel: string
  status: string
}

const projection: WorldProjection<TestKinds> = {
  homes: {
    fields: { id: 'id', name: 'text' },
    fixed: ['id'],
    idOf: ({ id }) => id,
    unitsOf: () => 2,
    toRow: ({ number, name }) => ({ id: number + 1, name }),
  },
  stays: {
    fields: { id: 'key', home: 'id', from: 'day', until: 'day', state: 'text', guest: 'text', adults: 'int' },
    fixed: ['id'],
    idOf: ({ id }) => id,
    homeIdOf: ({ home }) => home,
    furtherHomeIdsOf: ({ further }) => further,
    arrival: 'from',
    departure: 'until',
    leastNights: 1,
    channels: [['web', 1]],
    past: [['done', 4]],
    coming: [
      ['booked', 3],
      ['gone', 1],
    ],
    booked: () => 'booked',
    toRow: ({ number, home, unit, arrival, departure, status, person, party, changedAtMs }) => ({
      ...{ id: `S${number}`, home: home.id, unit, from: arrival, until: departure, state: status },
      ...{ guest: person.firstName, adults: party.adults, changed: changedAtMs, further: [] },
    }),
    takesNights: ({ state }) => state !== 'gone',
    isOfGuests: () => true,
    isCancelled: ({ state }) => state === 'gone',
    toCancelled: () => ({ state: 'gone' }),
    toChanged: (_stay, nowMs) => ({ changed: nowMs }),
    derived: ({ from, until }, named) =>
      named.from || named.until ? { nights: daysBetween(from, until) } : {},
    toParty: (adults) => ({ adults }),
    withoutGuest: { guest: null },
  },
  messages: {
    threadIdOf: ({ id }) => `T${id}`,
    toRow: ({ body, threadId }) => ({ text: body, thread: String(threadId) }),
  },
  reviews: { idOf: ({ id }) => id, toRow: ({ number, stay }) => ({ id: number, of: stay.id }) },
}

function openWorld(reservations: number, given = projection) {
  const clock = new SimulatorClock('2026-05-11T09:30:00Z')
  const faults = new Faults(() => clock.nowMs())
  const tools = {
    ...{ clock, faults, limitsRates: false, habits: {}, random: new SeededRandom(1) },
    webhooks: new WebhookSender(faults, { retryDelaysMs: [], timeoutMs: 1, holdMs: 1 }),
    portfolio: { listings: 3, reservations },
  }
  const world = new World(tools, given)
  seedWorld(world, tools)
  const events: WorldEvent<TestKinds>[] = []
  world.onEvent((event) => events.push(event))
  return { world, events, faults, clock }
}

test('no two seeded stays share a unit’s night, and none is newer than 36 hours', () => {
  const { world } = openWorld(480)
  assert.equal(world.stays.size, 480)
  const nights = new Set<string>()
  for (const { home, unit, from, until, changed } of world.stays.all()) {
    assert.ok(changed <= Date.parse('2026-05-11T00:00:00Z') - 36 * 3_600_000)
    assert.ok(from < until)
    for (let ms = Date.parse(from); ms < Date.parse(until); ms += 86_400_000)
      nights.add(`${home} ${unit} ${ms}`)
  }
  const lengths = world.stays
    .all()
    .map(({ from, until }) => (Date.parse(until) - Date.parse(from)) / 86_400_000)
  assert.equal(
    nights.size,
    lengths.reduce((sum, length) => sum + length, 0),
  )
  assert.ok(world.threads.all().length > 20 && world.reviews.size > 5)
})

test('a home’s nights are those of its stays, its price and what was set by hand', () => {
  const { world } = openWorld(0)
  const [home] = world.homes.all()
  assert.ok(home)
  const range = { from: '2026-07-01', to: '2026-07-04' }
  const left = () => world.nights(home, range).map((night) => night.left)
  world.book({ home: 1, from: '2026-07-01', until: '2026-07-03' })
  assert.deepEqual(left(), [1, 1, 2, 2])
  const stay = world.book({ home: 1, from: '2026-07-02', until: '2026-07-04' })
  assert.deepEqual(left(), [1, 0, 1, 2])
  world.cancel(stay.id)
  assert.deepEqual(left(), [1, 1, 2, 2])
  const usual = world.nights(home, range)[0]?.price
  world.setNights(home, { from: '2026-07-01', to: '2026-07-01' }, { price: 5, isClosed: true })
  assert.deepEqual([world.nights(home, range)[0]?.price, left()], [5, [0, 1, 2, 2]])
  world.setNights(home, { from: '2026-07-01', to: '2026-07-01' }, { price: null })
  assert.deepEqual([world.nights(home, range)[0]?.price, left()[0]], [usual, 0])
  // A booking without dates avoids closed nights.
  world.setNights(home, { from: '2026-05-01', to: '2026-08-31' }, { isClosed: true })
  assert.ok(world.book({ home: 1 }).from >= '2026-09-01')
})

test('rooms booked together take nights of each one’s home', () => {
  const { world } = openWorld(0)
  const stay = world.book({ home: 1, from: '2026-07-01', until: '2026-07-02' })
  const left = () =>
    world.homes.all().map((home) => world.nights(home, { from: '2026-07-01', to: '2026-07-01' })[0]?.left)
  assert.deepEqual(left(), [1, 2, 2])
  stay.further = [1, 3]
  assert.deepEqual(left(), [0, 2, 1])
  world.cancel(stay.id)
  assert.deepEqual(left(), [2, 2, 2])
})

test('listeners hear of what happens, guests come late, and a deleted stay takes all that is its own', () => {
  const { world, events, faults, clock } = openWorld(0)
  faults.add({ kind: 'late_guest' })
  const stay = world.book({ guest: 'Ada' })
  assert.equal(stay.guest, null)
  clock.advanceSeconds(60)
  assert.equal(stay.guest, 'Ada')
  world.change(stay.id, { adults: 4 })
  world.write({ reservationId: stay.id, body: 'Hi' })
  world.addReview(stay, { rating: 5, text: 'Fine', atMs: 0 }, new SeededRandom(1))
  world.changeListing('1', { name: 'Renamed' })
  assert.deepEqual([world.threads.all().length, world.reviews.size], [1, 1])
  world.remove(stay.id)
  assert.deepEqual([world.threads.all().length, world.reviews.size, world.stays.size], [0, 0, 0])
  assert.deepEqual(
    events.map(({ family, action }) => `${family} ${action}`),
    ['stay created', 'stay changed', 'stay changed', 'message created', 'home changed', 'stay deleted'],
  )
})

test('what follows from a change and what a message brings are there when listeners hear', () => {
  const { world } = openWorld(0)
  const stay = world.book({ from: '2026-07-02', until: '2026-07-04' })
  assert.equal(stay.nights, 2)
  const heard: unknown[] = []
  world.onEvent(({ family, row }) => heard.push(family === 'stay' ? row.nights : row))
  world.change(stay.id, { until: '2026-07-09' })
  world.change(stay.id, { adults: 2 })
  world.say(stay, { body: 'Hi', isIncoming: false }, { text: 'Hello' })
  assert.deepEqual(heard, [7, 7, { text: 'Hello', thread: `T${stay.id}` }])
})

test('listeners hear what a row was before its change', () => {
  const { world, events } = openWorld(0)
  const { id } = world.book({ adults: 2 })
  world.change(id, { adults: 3 })
  world.cancel(id)
  const changes = events.map((event) =>
    'before' in event ? [event.before.adults, event.row.adults, event.before.state, event.row.state] : [],
  )
  // A row goes on changing after its event.
  assert.deepEqual(changes, [[], [2, 3, 'booked', 'gone'], [3, 3, 'booked', 'gone']])
})

test('changes can depend on the row as it is, and homes have stamps too', () => {
  const { world } = openWorld(0, {
    ...projection,
    homes: { ...projection.homes, toChanged: (_home, nowMs) => ({ name: `at ${nowMs}` }) },
    stays: {
      ...projection.stays,
      toChanged: ({ adults }, _nowMs, fields) => (fields.adults === adults ? {} : { state: 'moved' }),
    },
  })
  const stay = world.book({ adults: 2 })
  assert.equal(world.change(stay.id, { adults: 2 }).state, 'booked')
  assert.equal(world.change(stay.id, { adults: 3 }).state, 'moved')
  assert.equal(world.change(stay.id, { adults: 4, state: 'booked' }).state, 'booked')
  assert.match(world.changeListing('1', {}).name, /^at \d+$/)
  assert.equal(world.changeListing('1', { name: 'Renamed' }).name, 'Renamed')
})

test('a thread can be opened before its first message', () => {
  const { world } = openWorld(0)
  const stay = world.book({})
  const { id, messages } = world.threads.open(stay)
  assert.deepEqual([world.threads.all().length, messages], [1, []])
  world.write({ conversationId: id, body: 'Hi', isIncoming: 0 })
  assert.deepEqual(world.threads.get(id)?.messages, [{ text: 'Hi', thread: id }])
})

test('the first unit that nobody has is free', () => {
  const { world } = openWorld(0)
  const [home] = world.homes.all()
  assert.ok(home)
  const free = (arrival: string, departure: string) =>
    freeUnit(world, home, { arrival, departure }, ({ unit }) => unit)
  const book = (unit: number, from: string, until: string) =>
    world.addStay({ ...world.book({ home: 3 }), id: `${unit}`, home: 1, unit, from, until })
  book(1, '2026-07-01', '2026-07-03')
  assert.deepEqual([free('2026-07-02', '2026-07-04'), free('2026-07-03', '2026-07-04')], [2, 1])
  book(2, '2026-07-02', '2026-07-03')
  assert.equal(free('2026-07-02', '2026-07-04'), undefined)
})

test('wrong orders of days, unknown homes and second cancellations are refused', () => {
  const { world } = openWorld(0)
  assert.throws(() => world.book({ from: '2026-07-02', until: '2026-07-02' }), /after the arrival/)
  assert.throws(() => world.book({ home: 99 }), /no listing 99/)
  const { id } = world.book({})
  assert.throws(() => world.change(id, { until: '2020-01-01' }), /after the arrival/)
  world.cancel(id)
  assert.throws(() => world.cancel(id), /already cancelled/)
})
