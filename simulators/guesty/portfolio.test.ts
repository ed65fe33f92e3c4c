import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { nextDay } from '../kit/clock.ts'
import { SeededRandom } from '../kit/random.ts'
import { calendarDays, occupied } from './calendar.ts'
import type { Reservation } from './reservation-record.ts'
import { seedPortfolio } from './seed-portfolio.ts'
import { Store } from './store.ts'
import { channels, ownerChannel, reviewChannels, statuses } from './vocabulary.ts'

const today = '2026-05-11'

function seeded(seed: number, reservations = 600, listings = 40): Store {
  const store = new Store()
  seedPortfolio(store, { listings, reservations }, today, new SeededRandom(seed))
  return store
}

suite('the seeded portfolio', () => {
  const store = seeded(1)
  const stays = [...store.reservations.values()]

  test('has every status, source and kind of listing the vendor knows', () => {
    assert.deepEqual([...new Set(stays.map(({ status }) => status))].toSorted(), statuses.toSorted())
    const sources = [...channels, ownerChannel].map(({ source }) => source)
    assert.deepEqual([...new Set(stays.map(({ source }) => source))].toSorted(), sources.toSorted())
    const listings = [...store.listings.values()]
    assert.deepEqual([...new Set(listings.map(({ type }) => type))].toSorted(), [
      'MTL',
      'MTL_CHILD',
      'SINGLE',
    ])
    assert.ok(new Set(listings.map(({ timezone }) => timezone)).size >= 5)
    assert.ok(new Set(listings.map(({ prices }) => prices.currency)).size >= 5)
    for (const standing of ['isListed', 'active'] as const) {
      assert.equal(new Set(store.roots().map((listing) => listing[standing])).size, 2)
    }
    assert.equal(store.roots().length, 40)
    const reviews = [...store.reviews.values()]
    assert.deepEqual(
      [...new Set(reviews.map(({ channelId }) => channelId))].toSorted(),
      reviewChannels.toSorted(),
    )
    const kinds = new Set([...store.posts.values()].map(({ module }) => module.type))
    for (const kind of ['log', 'note', 'airbnb2', 'email']) assert.ok(kinds.has(kind), kind)
  })

  test('knows questions that ended like bookings, and bookings that ended like questions', () => {
    for (const status of ['declined', 'expired']) {
      const ended = stays.filter((stay) => stay.status === status)
      assert.equal(new Set(ended.map(({ reservedAt }) => reservedAt === null)).size, 2, status)
    }
    for (const stay of stays.filter(({ status }) => status === 'inquiry')) {
      assert.deepEqual([stay.confirmationCode, stay.reservedAt, stay.confirmedAt], [null, null, null])
    }
  })

  test('has owner stays without guest and money', () => {
    const own = stays.filter(({ source }) => source === 'owner')
    assert.ok(own.length > 0)
    for (const stay of own) assert.deepEqual([stay.guest, stay.guestId, stay.money], [null, null, null])
  })

  test('never books a night of a unit twice', () => {
    for (const listing of store.listings.values()) {
      const nights = new Map<string, number>()
      for (const { arrival, departure } of occupied(store, listing)) {
        for (let night = arrival; night < departure; night = nextDay(night)) {
          nights.set(night, (nights.get(night) ?? 0) + 1)
        }
      }
      const most = Math.max(0, ...nights.values())
      assert.ok(most <= store.unitCount(listing), `${listing._id} holds ${most}`)
    }
  })

  test('has a calendar that counts what is left of each multi-unit', () => {
    for (const listing of store.roots().filter(({ type }) => type === 'MTL')) {
      const days = calendarDays(store, listing, today, '2026-12-31', true) as { allotment: number }[]
      assert.ok(new Set(days.map(({ allotment }) => allotment)).size > 1)
      assert.ok(days.every(({ allotment }) => allotment >= 0 && allotment <= store.unitCount(listing)))
    }
  })

  test('keeps the times of a booking in order, none of them in the future', () => {
    const now = `${today}T00:00:00.000Z`
    for (const stay of stays) {
      const times = [stay.createdAt, stay.reservedAt, stay.confirmedAt, stay.canceledAt, stay.lastUpdatedAt]
      for (const time of times) assert.ok(time === null || time < now)
      assert.ok((stay.createdAt ?? '') <= (stay.lastUpdatedAt ?? ''))
      assert.ok(stay.canceledAt === null || stay.canceledAt >= (stay.confirmedAt ?? ''))
      assert.equal(stay._id.slice(0, 8), idTime(stay))
    }
  })

  test('opens the door at the time of the listing, wherever it stands', () => {
    for (const stay of stays) {
      const listing = store.listings.get(stay.listingId)
      const local = Temporal.Instant.from(stay.checkIn ?? '').toZonedDateTimeISO(listing?.timezone ?? '')
      assert.equal(local.toPlainDate().toString(), stay.checkInDateLocalized)
      assert.equal(local.toPlainTime().toString({ smallestUnit: 'minute' }), listing?.defaultCheckInTime)
    }
  })

  test('adds up', () => {
    const cents = (amount: unknown) => Math.round(Number(amount) * 100)
    for (const { money } of stays) {
      if (money === null) continue
      const items = money.invoiceItems as { amount: number; type: string }[]
      const sum = (isTax: boolean) =>
        items
          .filter(({ type }) => (type === 'TAX') === isTax)
          .reduce((total, item) => total + cents(item.amount), 0)
      assert.equal(sum(false), cents(money.subTotalPrice))
      assert.equal(sum(true), cents(money.totalTaxes))
    }
  })

  test('has guests that come again, in the thread they have', () => {
    const shared = [...store.conversations.values()].filter(({ reservationIds }) => reservationIds.length > 1)
    assert.ok(shared.length > 0)
    for (const conversation of shared) {
      for (const id of conversation.reservationIds) {
        const stay = store.reservations.get(id)
        assert.deepEqual([stay?.guestId, stay?.conversationId], [conversation.guestId, conversation._id])
      }
    }
    const longest = Math.max(...[...store.conversations.keys()].map((id) => store.postsOf(id).length))
    assert.ok(longest > 25, 'no thread is longer than a page')
  })
})

function idTime({ createdAt }: Reservation): string {
  return Math.floor(Date.parse(createdAt ?? '') / 1000).toString(16)
}
