import { addDays, dayStartMs, secondOf } from '../kit/clock.ts'
import { reviewPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Booking } from './records.ts'
import type { Store } from './store.ts'

export interface Review {
  id: string
  propertyId: string
  bookingId: string
  referenceNumber: string | null
  brand: string
  title: string | null
  body: string
  locale: string
  stars: number
  guest: { firstName: string; lastName: string }
  createdAtMs: number
  status: string
  response: { body: string; status: 'PENDING' | 'APPROVED' | 'REJECTED'; createdAtMs: number } | null
}

/** Answers are checked for some time; this word gets one rejected. */
const refusedWord = /\blawyer\b/i
const lookMs = 3_600_000

export class Reviews {
  readonly rows = new Map<string, Review>()
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  seed(today: string, random: SeededRandom): void {
    const over = [...this.#store.bookings.values()].filter(({ status }) => status === 'COMPLETE')
    for (const booking of over) if (random.chance(0.6)) this.add(booking, today, random)
  }

  add(booking: Booking, today: string, random: SeededRandom): Review {
    const day = addDays(booking.checkOutDate ?? today, random.int(1, 5))
    const createdAtMs = dayStartMs(day < today ? day : today) - random.int(1, 8) * 3_600_000
    const isAnswered = random.chance(0.4)
    const number = this.#store.nextId('review', 660_001)
    const review: Review = {
      id: String(number),
      propertyId: booking.propertyId,
      bookingId: booking.id,
      referenceNumber: booking.referenceNumber,
      // Guests of one brand may review at another.
      brand: booking.distributionChannel !== 'VRBO' || number % 6 === 0 ? 'HOTELS' : 'VRBO',
      title: random.chance(0.5) ? 'A good week' : null,
      body: random.pick(reviewPhrases),
      locale: 'en-US',
      stars: random.int(2, 5),
      guest: { firstName: booking.firstName ?? '', lastName: booking.lastName ?? '' },
      createdAtMs,
      status: 'APPROVED',
      response: isAnswered
        ? { body: 'Thank you, come again!', status: 'APPROVED', createdAtMs: createdAtMs + 3_600_000 }
        : null,
    }
    this.rows.set(keyOfReview(review), review)
    return review
  }

  /** The latest first. */
  of(propertyId: string): Review[] {
    return [...this.rows.values()]
      .filter((review) => review.propertyId === propertyId)
      .toSorted((a, b) => b.createdAtMs - a.createdAtMs || a.id.localeCompare(b.id))
  }

  answer(review: Review, body: string, nowMs: number): void {
    review.response = { body, status: 'PENDING', createdAtMs: nowMs }
  }

  /** Returns answers whose check is over. */
  decided(nowMs: number): Review[] {
    return [...this.rows.values()].filter(({ response }) => {
      if (response?.status !== 'PENDING' || response.createdAtMs + lookMs > nowMs) return false
      response.status = refusedWord.test(response.body) ? 'REJECTED' : 'APPROVED'
      return true
    })
  }

  forget(bookingKey: string): void {
    for (const [key, { propertyId, bookingId }] of this.rows)
      if (`${propertyId}.${bookingId}` === bookingKey) this.rows.delete(key)
  }
}

export const keyOfReview = ({ propertyId, id }: Pick<Review, 'propertyId' | 'id'>): string =>
  `${propertyId}.${id}`

/** Only Vrbo's own reviews can be answered, once unless the answer was refused. */
export const isEligible = ({ brand, response }: Review): boolean =>
  brand === 'VRBO' && (response === null || response.status === 'REJECTED')

export function reviewView(review: Review): object {
  const text = (value: string) => ({ locale: review.locale, value })
  const at = secondOf(review.createdAtMs)
  return {
    id: review.id,
    title: review.title === null ? null : text(review.title),
    body: text(review.body),
    brandNameV2: review.brand,
    createdDateTime: at,
    lastUpdatedDateTime: at,
    isEligibleForResponse: isEligible(review),
    status: review.status,
    starRatings: [
      { category: 'OVERALL', value: String(review.stars) },
      { category: 'CLEANLINESS', value: String(Math.min(5, review.stars + 1)) },
    ],
    response: review.response && {
      body: text(review.response.body),
      status: review.response.status,
      createdDateTime: secondOf(review.response.createdAtMs),
      lastUpdatedDateTime: secondOf(review.response.createdAtMs),
    },
    reservation: {
      primaryGuest: review.guest,
      reservationIds: [
        { id: review.bookingId, idSource: 'EXPEDIA' },
        { id: review.referenceNumber, idSource: 'VRBO' },
      ],
    },
  }
}
