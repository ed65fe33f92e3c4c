import { addDays, dayStartMs } from '../kit/clock.ts'
import { bookedBefore, layStays, nightsToClose } from '../kit/lay-stays.ts'
import { daysOf, setNights } from '../kit/nights.ts'
import { guestPhrases, guestReviewPhrases, hostPhrases, reviewPhrases } from '../kit/phrases.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { inventParty, inventReservation } from './invent-reservation.ts'
import type { Listing } from './records.ts'
import { reviewCategories } from './reviews.ts'

const past: readonly (readonly [string, number])[] = [
  ['accept', 24],
  ['cancelled_by_guest', 3],
  ['cancelled_by_host', 1],
  ['cancelled_by_admin', 1],
  ['deny', 1],
  ['timeout', 1],
]

/** Seeds past and future bookings, consecutive in each unit, with their messages. */
export function seedStays(account: Account, count: number, today: string, random: SeededRandom): void {
  const listings = [...account.store.listings.values()]
  const lanes = listings.flatMap((listing) =>
    Array.from({ length: listing.total_inventory_count ?? 1 }, () => listing),
  )
  const statuses = new Deck(random.fork('statuses'), past)
  // Nothing happened within the last 36 hours.
  const latestMs = dayStartMs(today) - 36 * 3_600_000
  const rows = { count, kindOf: () => statuses.draw() }
  for (const { lane: listing, kind: status, arrival, departure } of layStays(lanes, rows, today, random)) {
    const madeAtMs = bookedBefore(arrival, latestMs, random)
    const plan = { listing, arrival, departure, status, party: inventParty(random), madeAtMs }
    const reservation = account.enter(inventReservation(account.store, plan, random), madeAtMs)
    if (arrival < addDays(today, -1) && status === 'accept') {
      reservation.total_paid_amount_accurate = reservation.expected_payout_amount_accurate
    }
    const thread = account.inbox.of(reservation)
    if (thread === undefined || random.chance(0.4)) continue
    const words = random.int(1, 3)
    for (let index = 0; index < words; index++) {
      const isGuest = index % 2 === 0
      const message = random.pick(isGuest ? guestPhrases : hostPhrases)
      const user_id = isGuest ? thread.guest.id : thread.host_id
      account.inbox.add(thread, { user_id, message }, madeAtMs + index * 600_000)
    }
  }
  account.timetable.catchUp()
  seedReviews(account, today, random.fork('reviews'))
  for (const listing of listings) closeNights(account, listing, today, random.fork(`nights ${listing.id}`))
}

function closeNights({ store }: Account, listing: Listing, today: string, random: SeededRandom): void {
  const range = nightsToClose(store.staysOf(listing.id), today, random)
  const closed = { availability: 'unavailable', busy_subtype: 'BLOCKED_BY_HOST' } as const
  setNights(store.nights, listing.id, daysOf(range), closed)
  const dear = addDays(today, random.int(10, 90))
  const daily_price = store.settingsOf(listing.id).pricing.default_daily_price * 2
  setNights(store.nights, listing.id, daysOf({ from: dear, to: addDays(dear, 4) }), {
    daily_price,
    min_nights: 3,
  })
}

/** Guests review many of their stays; stays of the last days have no review yet. */
function seedReviews({ store, reviews }: Account, today: string, random: SeededRandom): void {
  for (const { confirmation_code, end_date } of store.reservations.values()) {
    const atMs = dayStartMs(addDays(end_date ?? '', random.int(1, 4)))
    if (atMs >= dayStartMs(today)) continue
    for (const review of reviews.of(confirmation_code)) {
      if (random.chance(0.4)) continue
      const private_feedback = random.chance(0.3) ? 'The kettle is loud.' : null
      const words = review.reviewer_role === 'host' ? guestReviewPhrases : reviewPhrases
      const verdict = { public_review: random.pick(words), private_feedback }
      const of = review.reviewer_role === 'host' ? hostVerdict : { overall_rating: random.int(3, 5) }
      reviews.submit(review, { ...verdict, ...of }, atMs)
    }
  }
}

const hostVerdict = {
  is_reviewee_recommended: true,
  category_ratings: reviewCategories.map((category) => ({ category, rating: 5 })),
}
