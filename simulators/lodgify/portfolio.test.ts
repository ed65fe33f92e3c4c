import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addDays } from '../kit/clock.ts'
import { SeededRandom } from '../kit/random.ts'
import { holdsNights } from './availability.ts'
import { noThread, roomsOf } from './booking-record.ts'
import { seedBookings, seedClosedPeriods } from './seed-bookings.ts'
import { seedProperties } from './seed-properties.ts'
import { Store } from './store.ts'
import { seedThreads } from './threads.ts'
import { sources, statuses } from './vocabulary.ts'

const today = '2026-05-11'

function seeded(seed: number, reservations = 600, listings = 40): Store {
  const store = new Store()
  const random = new SeededRandom(seed)
  seedProperties(store, listings, today, random.fork('properties'))
  seedBookings(store, reservations, today, random.fork('bookings'))
  seedClosedPeriods(store, today, random.fork('closed'))
  seedThreads(store, today, random.fork('threads'))
  return store
}

suite('the seeded portfolio', () => {
  const store = seeded(1)
  const bookings = [...store.bookings.values()]

  test('has every status and source, guest houses, and properties without rates', () => {
    assert.deepEqual([...new Set(bookings.map(({ status }) => status))].toSorted(), [...statuses].toSorted())
    const names = sources.map(([{ name }]) => name)
    assert.deepEqual([...new Set(bookings.map(({ source }) => source))].toSorted(), names.toSorted())
    const lodgings = [...store.lodgings.values()]
    assert.ok(store.properties.size < lodgings.length)
    assert.ok(lodgings.some(({ room }) => (room.units ?? 1) > 1))
    assert.ok(lodgings.some(({ nightly }) => nightly === null))
    assert.ok(new Set(lodgings.map(({ property }) => property.currency_code)).size >= 5)
    assert.ok([...store.properties.values()].every((property) => !('time_zone' in property)))
  })

  test('has the documented habits', () => {
    const blocks = bookings.filter(({ is_unavailable }) => is_unavailable === true)
    assert.ok(blocks.length > 10)
    for (const block of blocks) {
      assert.deepEqual([block.total_amount, block.thread_uid, block.quote], [0, noThread, null])
    }
    assert.ok(bookings.some(({ is_deleted }) => is_deleted === true))
    assert.ok(bookings.some(({ canceled_at }) => canceled_at !== null))
    const feeds = bookings.filter(({ source }) => source === 'ICal')
    assert.ok(
      feeds.length > 0 &&
        feeds.every(
          ({ total_amount: total, guest }) => total === 0 && (guest as { email: unknown }).email === null,
        ),
    )
    assert.ok([...store.enquiries.values()].some(({ arrival }) => arrival === null))
    assert.ok(
      [...store.enquiries.keys()].some((id) => store.bookings.has(id)),
      'no number is used twice',
    )
    assert.ok(bookings.every(({ updated_at }) => (updated_at ?? '') < `${addDays(today, -1)}T23:00:01`))
  })

  for (const [size, listings] of [
    [600, 40],
    [1500, 5],
  ] as const) {
    test(`never books a unit twice: ${size} rows on ${listings} listings`, () => {
      const crowded = seeded(3, size, listings)
      for (const { room } of crowded.lodgings.values()) {
        const nights = new Map<string, number>()
        for (const stay of [...crowded.staysOf(room.id)].filter(holdsNights)) {
          for (let day = stay.arrival ?? ''; day < (stay.departure ?? ''); day = addDays(day, 1)) {
            nights.set(day, (nights.get(day) ?? 0) + roomsOf(stay).length)
          }
        }
        assert.ok(Math.max(0, ...nights.values()) <= (room.units ?? 1), `room type ${room.id}`)
      }
    })
  }
})
