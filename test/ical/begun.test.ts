/** Stays and blocks that have begun: shortened, extended, moved, and told from today on. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PeerEvent } from '../../simulators/ical/files.ts'
import { icalWorld, type IcalWorld } from './ical-world.ts'
import { block, stay, toldCalendar } from './told-calendar.ts'

let world: IcalWorld
before(async () => {
  world = await icalWorld()
})
after(() => world.close())

const range = (first: number, until: number) => Array.from({ length: until - first }, (_, at) => first + at)
/** Of every calendar besides, so that a file is never without an event. */
const later = stay('HMLATER001', 50, 52)
const laterNights = [50, 51]
const code = 'HMBEGUN001'

const changes: [what: string, first: number, until: number, more?: Partial<PeerEvent>][] = [
  ['shortened', -2, 2],
  ['shortened, under another name', -2, 2, { uid: 'anew' }],
  ['shortened to end today', -2, 0],
  ['shortened to have ended', -2, -1],
  ['extended', -2, 9],
  ['told from today on and shortened', 0, 2],
  ['told from yesterday on and extended, under another name', -1, 9, { uid: 'anew' }],
  ['moved to later', 10, 15],
  ['moved to another year', 363, 368],
]

for (const kind of ['booking', 'block'] as const)
  for (const units of [1, 2])
    describe(`a ${kind} that has begun, in a home of ${units}`, () => {
      const one = (first: number, until: number, more: Partial<PeerEvent> = {}) =>
        kind === 'booking' ? stay(code, first, until, more) : { ...block('begun', first, until), ...more }
      for (const [what, first, until, more] of changes)
        it(`${what}: nights open after two good files`, async () => {
          const calendar = await toldCalendar(world, 'airbnb', [one(-2, 5), later], { units })
          const now = range(Math.max(first, 0), until)
          const assertHeld = async (all: number[]) => {
            const nights = new Set([...all, ...laterNights])
            if (units === 1)
              return assert.deepEqual(
                await calendar.closed(),
                [...nights].toSorted((a, b) => a - b),
              )
            assert.deepEqual(
              await calendar.taken(0, 20),
              range(0, 20).map((night) => (nights.has(night) ? 1 : 0)),
            )
          }
          await assertHeld(range(0, 5))
          await calendar.tell([one(first, until, more), later])
          await assertHeld([...range(0, 5), ...now])
          await calendar.tell([one(first, until, more), later])
          await assertHeld(now)
          await calendar.tell([one(first, until, more), later])
          await assertHeld(now)
          if (kind === 'block') return
          const began = first > 0 ? first : -2
          assert.deepEqual(await calendar.records(), [
            `${code} ${began} ${until} ${until < 0 ? 'completed' : 'confirmed'}`,
            'HMLATER001 50 52 confirmed',
          ])
          assert.deepEqual((await calendar.events()).slice(2), [`reservation.updated ${code}`])
        })

      it('told from each day on is one, of one unit, until it is over', async () => {
        for (const isSame of [true, false]) {
          const calendar = await toldCalendar(world, 'airbnb', [one(-2, 5), later], { units })
          const events = await calendar.events()
          for (let today = 0; today < 5; today += 1) {
            await calendar.tell([one(today, 5, isSame ? {} : { uid: `anew-${today}` }), later], 3)
            assert.deepEqual(
              await calendar.taken(today, 8),
              range(today, 8).map((night) => (night < 5 ? 1 : 0)),
              `day ${today}`,
            )
            world.app.clock.advance(23 * 3_600_000 + 15 * 60_000)
          }
          await calendar.tell([later], 2)
          assert.deepEqual(await calendar.events(), events)
          if (kind === 'booking')
            assert.deepEqual(await calendar.records(), [
              `${code} -2 5 confirmed`,
              'HMLATER001 50 52 confirmed',
            ])
        }
      })

      it('left out of the file keeps its nights until it is over', async () => {
        const calendar = await toldCalendar(world, 'airbnb', [one(-2, 5), later], { units })
        await calendar.tell([later], 4)
        assert.deepEqual(
          await calendar.taken(0, 8),
          range(0, 8).map((night) => (night < 5 ? 1 : 0)),
        )
      })

      it('is not shortened by a file that was told once', async () => {
        const calendar = await toldCalendar(world, 'airbnb', [one(-2, 5), later], { units })
        const events = await calendar.events()
        for (const until of [2, 5, 3, 5, 5, 4]) await calendar.tell([one(-2, until), later])
        await calendar.tell([one(-2, 5), later])
        assert.deepEqual(
          await calendar.taken(0, 8),
          range(0, 8).map((night) => (night < 5 ? 1 : 0)),
        )
        assert.deepEqual(await calendar.events(), events)
      })
    })

it('a block of many weeks that is shortened opens the others, also under another name', async () => {
  for (const uid of ['x', 'y']) {
    const calendar = await toldCalendar(world, 'airbnb', [block('x', -7, 49)])
    await calendar.tell([block(uid, -7, 8)])
    assert.deepEqual(await calendar.closed(), range(0, 49))
    await calendar.tell([block(uid, -7, 8)])
    assert.deepEqual(await calendar.closed(), range(0, 8))
  }
})

it('a guest who leaves and another who comes today are two bookings', async () => {
  const calendar = await toldCalendar(world, 'airbnb', [stay('HMAAAAAAA1', -2, 5)])
  await calendar.tell([stay('HMBBBBBBB1', 0, 3)])
  assert.deepEqual(await calendar.closed(), range(0, 5))
  await calendar.tell([stay('HMBBBBBBB1', 0, 3)], 2)
  assert.deepEqual(await calendar.records(), ['HMAAAAAAA1 -2 5 cancelled', 'HMBBBBBBB1 0 3 confirmed'])
  assert.deepEqual(await calendar.closed(), range(0, 3))
  assert.ok(!(await calendar.events()).some((event) => event.includes('conflict')))
})

it('a guest who stays on when the stay is over stays the same', async () => {
  const calendar = await toldCalendar(world, 'airbnb', [stay(code, -2, 1), later])
  world.app.clock.advance(24 * 3_600_000)
  await calendar.tell([later], 2)
  await calendar.tell([stay(code, 1, 4), later], 2)
  assert.deepEqual(await calendar.records(), [`${code} -2 4 confirmed`, 'HMLATER001 50 52 confirmed'])
})

it('where the platform’s day has begun before the home’s, what is told from its day on goes on', async () => {
  const columns = { time_zone: 'America/Los_Angeles' }
  const calendar = await toldCalendar(world, 'airbnb', [stay(code, 0, 4), later], { columns })
  world.app.clock.advance(14 * 3_600_000)
  await calendar.tell([stay(code, 1, 4), later], 3)
  assert.deepEqual(await calendar.records(), [`${code} 0 4 confirmed`, 'HMLATER001 50 52 confirmed'])
  assert.equal((await calendar.events()).length, 2)
})
