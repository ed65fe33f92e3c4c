/** Which booking an event of the next file is: by its code, else by its name, else by its nights and words. */
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
const told = (platform: 'airbnb' | 'booking' | 'vrbo', events: readonly PeerEvent[], units = 1) =>
  toldCalendar(world, platform, events, { units })

describe('a confirmation code', () => {
  it('that is another one on the same nights is another booking', async () => {
    for (const uid of ['another', 'uid-of-HMBBBBBBB1']) {
      const calendar = await told('airbnb', [stay('HMBBBBBBB1', 9, 13)])
      await calendar.tell([stay('HMCCCCCCC1', 9, 13, { uid })])
      assert.deepEqual(await calendar.closed(), range(9, 13))
      await calendar.tell([stay('HMCCCCCCC1', 9, 13, { uid })])
      assert.deepEqual(await calendar.records(), ['HMBBBBBBB1 9 13 cancelled', 'HMCCCCCCC1 9 13 confirmed'])
      assert.deepEqual(await calendar.closed(), range(9, 13))
      // Neither meets the other: the platform tells of one of them at a time.
      assert.deepEqual(await calendar.events(), [
        'reservation.created HMBBBBBBB1',
        'reservation.cancelled HMBBBBBBB1',
        'reservation.created HMCCCCCCC1',
      ])
    }
  })

  it('that is the same is the same booking, whatever its dates and its name', async () => {
    for (const [from, until] of [
      [8, 12],
      [10, 12],
      [7, 20],
      [40, 44],
      [380, 384],
    ] as const) {
      const calendar = await told('airbnb', [stay('HMAAAAAAA1', 9, 13), stay('HMOTHER001', 60, 62)])
      const next = [stay('HMAAAAAAA1', from, until, { uid: 'another' }), stay('HMOTHER001', 60, 62)]
      const ids = await calendar.ids()
      await calendar.tell(next)
      const both = new Set([...range(9, 13), ...range(from, until), 60, 61])
      assert.deepEqual(
        await calendar.closed(),
        [...both].toSorted((a, b) => a - b),
      )
      await calendar.tell(next, 2)
      assert.deepEqual(await calendar.ids(), ids)
      assert.deepEqual(await calendar.records(), [
        `HMAAAAAAA1 ${from} ${until} confirmed`,
        'HMOTHER001 60 62 confirmed',
      ])
      assert.deepEqual(
        await calendar.closed(),
        [...range(from, until), 60, 61].toSorted((a, b) => a - b),
      )
      assert.deepEqual((await calendar.events()).slice(2), ['reservation.updated HMAAAAAAA1'])
    }
  })

  it('that comes back is the booking that it was', async () => {
    const both = [stay('HMAAAAAAA1', 9, 13), stay('HMBBBBBBB1', 20, 22)]
    const calendar = await told('airbnb', both)
    const ids = await calendar.ids()
    await calendar.tell(both.slice(1))
    await calendar.tell(both)
    assert.equal((await calendar.events()).length, 2, 'one file without it tells nothing')
    await calendar.tell(both.slice(1), 2)
    assert.deepEqual(await calendar.closed(), [20, 21])
    await calendar.tell([stay('HMAAAAAAA1', 10, 13, { uid: 'anew' }), ...both.slice(1)], 2)
    assert.deepEqual(await calendar.ids(), ids)
    assert.deepEqual(await calendar.records(), ['HMAAAAAAA1 10 13 confirmed', 'HMBBBBBBB1 20 22 confirmed'])
    assert.deepEqual(await calendar.closed(), [10, 11, 12, 20, 21])
  })

  it('of two bookings that change places is nobody else’s', async () => {
    const calendar = await told('airbnb', [stay('HMAAAAAAA1', 1, 3), stay('HMBBBBBBB1', 5, 7)])
    await calendar.tell([stay('HMAAAAAAA1', 5, 7), stay('HMBBBBBBB1', 1, 3)], 3)
    assert.deepEqual(await calendar.records(), ['HMAAAAAAA1 5 7 confirmed', 'HMBBBBBBB1 1 3 confirmed'])
    assert.deepEqual((await calendar.events()).slice(2).toSorted(), [
      'reservation.updated HMAAAAAAA1',
      'reservation.updated HMBBBBBBB1',
    ])
  })

  it('of two events of one file is of two rooms, where there are two', async () => {
    const rooms = [stay('HMAAAAAAA1', 9, 13, { uid: 'a' }), stay('HMAAAAAAA1', 9, 13, { uid: 'b' })]
    const calendar = await told('airbnb', rooms, 3)
    assert.deepEqual(await calendar.taken(9, 13), [2, 2, 2, 2])
    await calendar.tell(
      [...rooms].toReversed().map((room, at) => ({ ...room, uid: `anew-${at}` })),
      2,
    )
    assert.deepEqual(await calendar.taken(9, 13), [2, 2, 2, 2])
    assert.deepEqual(await calendar.records(), ['HMAAAAAAA1 9 13 confirmed', 'HMAAAAAAA1 9 13 confirmed'])
    await calendar.tell(rooms.slice(1), 2)
    assert.deepEqual(await calendar.taken(9, 13), [1, 1, 1, 1])
    assert.equal((await calendar.records()).filter((record) => record.endsWith('confirmed')).length, 1)
    const alone = await told('airbnb', rooms)
    assert.deepEqual(await alone.records(), ['HMAAAAAAA1 9 13 confirmed'])
    const split = [stay('HMAAAAAAA1', 9, 11, { uid: 'a' }), stay('HMAAAAAAA1', 11, 13, { uid: 'b' })]
    await alone.tell(split, 3)
    assert.deepEqual(await alone.records(), ['HMAAAAAAA1 9 13 confirmed'])
    assert.equal((await alone.events()).length, 1)
  })
})

describe('an event without a code', () => {
  it('is the same booking by its name', async () => {
    const calendar = await told('vrbo', [stay('', 9, 13, { uid: 'a' }), stay('', 13, 16, { uid: 'b' })])
    const before = await calendar.records()
    await calendar.tell([stay('', 8, 12, { uid: 'a' }), stay('', 13, 16, { uid: 'b' })], 2)
    assert.deepEqual(await calendar.records(), [before[0]?.replace(' 9 13 ', ' 8 12 '), before[1]])
    assert.equal((await calendar.events()).filter((event) => event.includes('updated')).length, 1)
  })

  it('under a name that was another guest’s on other nights is another booking', async () => {
    const calendar = await told('vrbo', [stay('', 9, 13, { uid: 'a', guest: 'Mia' })])
    await calendar.tell([stay('', 30, 33, { uid: 'a', guest: 'Bela' })], 2)
    const records = await calendar.records()
    assert.deepEqual(
      records.map((record) => record.split(' ').slice(1).join(' ')),
      ['9 13 cancelled', '30 33 confirmed'],
    )
    assert.deepEqual(await calendar.closed(), [30, 31, 32])
  })

  it('of a guest who comes twice in a row is two bookings', async () => {
    const twice = (uids: string) => [
      stay('', 2, 9, { uid: `a${uids}` }),
      stay('', 9, 16, { uid: `b${uids}` }),
    ]
    const calendar = await told('vrbo', twice(''))
    const before = await calendar.records()
    assert.equal(before.length, 2)
    for (const uids of ['1', '2', '3']) await calendar.tell(twice(uids))
    assert.deepEqual(await calendar.records(), before)
    await calendar.tell(twice('4').slice(1), 2)
    assert.deepEqual(
      (await calendar.records()).map((record) => record.split(' ').at(-1)),
      ['cancelled', 'confirmed'],
    )
  })

  it('becomes a booking and a block again, on one unit', async () => {
    for (const isSame of [true, false]) {
      const calendar = await told('airbnb', [block('x', 9, 13)], isSame ? 2 : 1)
      const booked = stay('HMAAAAAAA1', 9, 13, isSame ? { uid: 'x' } : {})
      for (let n = 0; n < 3; n += 1) {
        await calendar.tell([booked])
        assert.deepEqual(await calendar.taken(9, 13), [1, 1, 1, 1])
      }
      assert.deepEqual(await calendar.records(), ['HMAAAAAAA1 9 13 confirmed'])
      for (let n = 0; n < 3; n += 1) {
        await calendar.tell([block('x', 9, 13)])
        assert.deepEqual(await calendar.taken(9, 13), [1, 1, 1, 1])
      }
      assert.deepEqual(await calendar.records(), ['HMAAAAAAA1 9 13 cancelled'])
    }
  })
})

describe('a file', () => {
  it('of another home takes nights, and makes and ends no booking when it comes once', async () => {
    const own = [stay('HMAAAAAAA1', 9, 13), stay('HMBBBBBBB1', 20, 22), block('x', 30, 33)]
    const others = [stay('HMXXXXXXX1', 10, 14), stay('HMXXXXXXX2', 40, 44)]
    const calendar = await told('airbnb', own)
    const [records, events, closed] = [
      await calendar.records(),
      await calendar.events(),
      await calendar.closed(),
    ]
    await calendar.tell(others)
    assert.deepEqual(
      await calendar.closed(),
      [...closed, 13, 40, 41, 42, 43].toSorted((a, b) => a - b),
    )
    await calendar.tell(own, 2)
    assert.deepEqual([await calendar.records(), await calendar.events()], [records, events])
    assert.deepEqual(await calendar.closed(), closed)
    await calendar.tell(others, 2)
    assert.deepEqual(
      (await calendar.records()).map((record) => record.split(' ').at(-1)),
      ['cancelled', 'cancelled', 'confirmed', 'confirmed'],
    )
    assert.deepEqual(await calendar.closed(), [10, 11, 12, 13, 40, 41, 42, 43])
  })

  it('without any event keeps everything, and one in another order changes nothing', async () => {
    const all = [stay('HMAAAAAAA1', 9, 13), stay('HMBBBBBBB1', 13, 15), block('x', 15, 18)]
    const calendar = await told('airbnb', all)
    const before = [await calendar.records(), await calendar.events(), await calendar.closed()]
    await calendar.tell([], 3)
    await calendar.tell(all.toReversed(), 2)
    assert.deepEqual([await calendar.records(), await calendar.events(), await calendar.closed()], before)
  })
})
