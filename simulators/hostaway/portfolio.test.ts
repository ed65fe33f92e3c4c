import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addDays, stampOf } from '../kit/clock.ts'
import { SeededRandom } from '../kit/random.ts'
import { calendarDays } from './calendar.ts'
import type { Reservation } from './reservation-record.ts'
import { seedPortfolio } from './seed-portfolio.ts'
import { Store } from './store.ts'
import {
  channels,
  endedStatuses,
  inquiryStatuses,
  pendingStatuses,
  reservedStatuses,
  reviewStatuses,
} from './vocabulary.ts'

const today = '2026-05-11'

function seeded(seed: number, reservations = 600, listings = 40): Store {
  const store = new Store()
  seedPortfolio(store, { listings, reservations }, today, new SeededRandom(seed))
  return store
}

function holdsNights(row: Reservation): boolean {
  return [...reservedStatuses, ...pendingStatuses].includes(row.status ?? '')
}

suite('the seeded portfolio', () => {
  const store = seeded(1)
  const reservations = [...store.reservations.values()]
  const share = (passes: (row: Reservation) => boolean) =>
    reservations.filter(passes).length / reservations.length

  test('has every status, channel and kind of booking the vendor knows', () => {
    const statuses = new Set(reservations.map((row) => row.status))
    const words = [...reservedStatuses, ...pendingStatuses, ...inquiryStatuses, ...endedStatuses]
    assert.deepEqual([...statuses].toSorted(), words.toSorted())
    assert.deepEqual(
      [...new Set(reservations.map((row) => row.channelId))].toSorted(),
      channels.map((channel) => channel.id).toSorted(),
    )
    const reviews = [...store.reviews.values()]
    for (const type of ['guest-to-host', 'host-to-guest']) {
      const seen = new Set(reviews.filter((row) => row.type === type).map((row) => row.status))
      assert.deepEqual([...seen].toSorted(), reviewStatuses.toSorted(), type)
    }
    assert.ok(new Set([...store.listings.values()].map((row) => row.timeZoneName)).size >= 5)
    assert.ok(new Set([...store.listings.values()].map((row) => row.currencyCode)).size >= 5)
    assert.ok([...store.units.values()].some((units) => units.length > 1))
  })

  test('has the documented habits', () => {
    assert.equal(
      share((row) => inquiryStatuses.includes(row.status ?? '')),
      0.1,
    )
    const undated = reservations.filter((row) => row.isDatesUnspecified === 1)
    assert.ok(undated.length > 0)
    for (const row of undated) {
      assert.deepEqual([row.arrivalDate, row.departureDate, row.nights], ['2026-05-10', '2026-05-10', 0])
      assert.ok(inquiryStatuses.includes(row.status ?? ''))
    }
    const ownerStays = reservations.filter((row) => row.status === 'ownerStay')
    assert.ok(ownerStays.some((row) => row.nights === 0) && ownerStays.some((row) => (row.nights ?? 0) > 0))
    assert.ok(ownerStays.every((row) => row.guestEmail === null && row.totalPrice === 0))
    const cancelled = reservations.filter((row) => row.status === 'cancelled')
    assert.ok(cancelled.every((row) => row.cancellationDate !== null && row.cancelledBy !== null))
    assert.ok(share((row) => row.guestEmail === null) > 0.1)
    const stays = reservations.filter((row) => row.status === 'new')
    assert.ok(new Set(stays.map((row) => row.phone)).size < stays.length, 'some guests come again')
    assert.ok(
      reservations.every((row) => (row.updatedOn ?? '') < today),
      'nothing is newer than the start',
    )
  })

  test('has messages for a third of the bookings and reviews for a quarter of the stays that are over', () => {
    const talked = store.conversations.size / reservations.length
    assert.ok(talked > 0.27 && talked < 0.4, `${talked}`)
    const messages = [...store.messages.values()]
    assert.ok(messages.some((row) => row.isIncoming === 1) && messages.some((row) => row.isIncoming === 0))
    assert.ok(messages.some((row) => (row.attachments ?? []).length > 0))
    const over = reservations.filter(
      (row) => ['new', 'modified'].includes(row.status ?? '') && (row.departureDate ?? '') < today,
    )
    const reviewed = new Set([...store.reviews.values()].map((row) => row.reservationId)).size / over.length
    assert.ok(reviewed > 0.22 && reviewed < 0.28, `${reviewed}`)
  })

  for (const [size, listings] of [
    [600, 40],
    [2000, 5],
  ] as const) {
    test(`never books a unit twice: ${size} bookings on ${listings} listings`, () => {
      const crowded = seeded(3, size, listings)
      for (const listing of crowded.listings.values()) {
        const stays = [...crowded.staysOf(listing.id)].filter(holdsNights)
        const nights = new Map<string, number>()
        for (const stay of stays) {
          for (let day = stay.arrivalDate ?? ''; day < (stay.departureDate ?? ''); day = addDays(day, 1)) {
            nights.set(day, (nights.get(day) ?? 0) + 1)
          }
        }
        assert.ok(Math.max(0, ...nights.values()) <= crowded.unitCount(listing.id), `listing ${listing.id}`)
      }
    })
  }

  test('has a calendar in step with the bookings', () => {
    const seen = new Set<string>()
    for (const listing of store.listings.values()) {
      const [from, to] = [addDays(today, -30), addDays(today, 330)]
      const days = calendarDays(store, listing, from, to, true) as CalendarDay[]
      assert.equal(days.length, 361)
      for (const day of days) {
        const there = [...store.staysOf(listing.id)].filter(
          (row) =>
            holdsNights(row) &&
            row.isDatesUnspecified !== 1 &&
            (row.arrivalDate ?? '') <= day.date &&
            day.date < (row.departureDate ?? ''),
        )
        seen.add(day.status)
        assert.deepEqual(
          day.reservations.map((row) => row.id).toSorted(),
          there.map((row) => row.id).toSorted(),
        )
        const isClosed = (store.blocks.get(listing.id) ?? []).some(
          (b) => b.from <= day.date && day.date <= b.to,
        )
        const left = isClosed ? 0 : store.unitCount(listing.id) - there.length
        assert.equal(day.isAvailable, left > 0 ? 1 : 0)
        assert.equal(day.status === 'available', left > 0)
        const isMultiUnit = (store.units.get(listing.id) ?? []).length > 0
        assert.equal(day.availableUnitsToSell, isMultiUnit ? left : null)
      }
    }
    assert.deepEqual([...seen].toSorted(), ['available', 'blocked', 'pending', 'reserved'])
  })

  test('writes times in UTC without saying so', () => {
    assert.equal(stampOf(Date.UTC(2026, 4, 1, 3, 4, 5)), '2026-05-01 03:04:05')
    assert.match(reservations[0]?.insertedOn ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })
})

interface CalendarDay {
  date: string
  isAvailable: number
  status: string
  availableUnitsToSell: number | null
  reservations: { id: number }[]
}
