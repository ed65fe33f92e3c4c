import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addDays } from '../kit/clock.ts'
import type { ListingUnit, Reservation } from './records.ts'
import { openAccount, type HeldState } from './test-account.ts'
import { channels, endedStatuses, inquiryStatuses, pendingStatuses } from './vocabulary.ts'
import { reservedStatuses, reviewStatuses } from './vocabulary.ts'

const today = '2026-05-11'

interface CalendarDay {
  date: string
  isAvailable: number
  status: string
  availableUnitsToSell: number | null
}

interface State extends HeldState {
  calendar: { id: number; days: CalendarDay[] }[]
  listingUnits: { listingMapId: number; units: ListingUnit[] }[]
}

async function seeded(t: TestContext): Promise<State> {
  const { state } = await openAccount(t, { listings: 40, reservations: 600 })
  return state('calendar', 'listingUnits') as State
}

test('a seeded portfolio has every status, channel and kind of booking the vendor knows', async (t) => {
  const { reservations, reviews, listings, listingUnits } = await seeded(t)
  const statuses = [...reservedStatuses, ...pendingStatuses, ...inquiryStatuses, ...endedStatuses]
  assert.deepEqual(new Set(reservations.map((row) => row.status)), new Set(statuses))
  const channelIds = channels.map(({ id }) => id)
  assert.deepEqual(new Set(reservations.map((row) => row.channelId)), new Set(channelIds))
  for (const type of ['guest-to-host', 'host-to-guest']) {
    const seen = reviews.filter((row) => row.type === type).map((row) => row.status)
    assert.deepEqual(new Set(seen), new Set(reviewStatuses), type)
  }
  assert.ok(new Set(listings.map((row) => row.timeZoneName)).size >= 5)
  assert.ok(new Set(listings.map((row) => row.currencyCode)).size >= 5)
  assert.ok(listingUnits.some(({ units }) => units.length > 1))
})

test('a seeded portfolio has the documented habits', async (t) => {
  const { reservations, conversations, messages } = await seeded(t)
  const withStatus = (...words: readonly string[]) =>
    reservations.filter(({ status }) => words.includes(status ?? ''))
  const undated = reservations.filter((row) => row.isDatesUnspecified === 1)
  assert.ok(undated.length > 0)
  for (const row of undated) {
    assert.deepEqual([row.arrivalDate, row.departureDate, row.nights], ['2026-05-10', '2026-05-10', 0])
    assert.ok(inquiryStatuses.includes(row.status ?? ''))
  }
  const talks = new Set(conversations.map((row) => row.reservationId))
  assert.ok(withStatus(...inquiryStatuses).every(({ id }) => talks.has(id)))
  assert.ok(messages.some((row) => (row.attachments ?? []).length > 0))
  const ownerStays = withStatus('ownerStay')
  assert.ok(ownerStays.some((row) => row.nights === 0) && ownerStays.some((row) => row.nights !== 0))
  assert.ok(ownerStays.every((row) => row.guestEmail === null && row.totalPrice === 0))
  assert.ok(withStatus('unconfirmed').every(({ channelId }) => channelId === 2002))
  const cancelled = withStatus('cancelled')
  assert.ok(cancelled.every((row) => row.cancellationDate !== null && row.cancelledBy !== null))
  assert.ok(reservations.filter((row) => row.guestEmail === null).length > 60)
  const stays = withStatus('new')
  assert.ok(new Set(stays.map((row) => row.phone)).size < stays.length, 'some guests come again')
  assert.ok(reservations.every((row) => (row.updatedOn ?? '') < today))
  assert.match(reservations[0]?.insertedOn ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test('a seeded portfolio has a calendar in step with the bookings', async (t) => {
  const held = await seeded(t)
  const seen = new Set<string>()
  const holds = ({ status, isDatesUnspecified }: Reservation) =>
    isDatesUnspecified !== 1 && [...reservedStatuses, ...pendingStatuses].includes(status ?? '')
  const nights = new Map<string, number>()
  for (const row of held.reservations.filter(holds)) {
    for (let day = row.arrivalDate ?? ''; day < (row.departureDate ?? ''); day = addDays(day, 1)) {
      const night = `${row.listingMapId} ${day}`
      nights.set(night, (nights.get(night) ?? 0) + 1)
    }
  }
  for (const [index, { id, days }] of held.calendar.entries()) {
    const units = held.listingUnits[index]?.units.length ?? 0
    for (const day of days) {
      seen.add(day.status)
      const left = Math.max(1, units) - (nights.get(`${id} ${day.date}`) ?? 0)
      const shown = day.status === 'blocked' ? 0 : left
      assert.deepEqual([day.isAvailable, day.status === 'available'], [shown > 0 ? 1 : 0, shown > 0])
      if (day.status !== 'reserved') assert.equal(day.availableUnitsToSell, units > 0 ? shown : null)
    }
  }
  assert.deepEqual(seen, new Set(['available', 'blocked', 'pending', 'reserved']))
})
