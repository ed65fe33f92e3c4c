import { addDays } from '../kit/clock.ts'
import { reviewPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Booking } from './records.ts'
import type { Store } from './store.ts'

/** Two channels give reviews, each in its own shape. */
export function seedReviews(store: Store, today: string, random: SeededRandom): void {
  for (const booking of store.world.stays.all()) {
    const isOver = booking.status === 'confirmed' && (booking.departure ?? today) < addDays(today, -12)
    if (!isOver || !random.chance(0.4)) continue
    if (booking.channel === 'airbnb') addAirbnbReview(store, booking, random)
    if (booking.channel === 'booking') addBookingReview(store, booking, random)
  }
}

function addAirbnbReview(store: Store, booking: Booking, random: SeededRandom): void {
  const at = `${addDays(booking.departure ?? '', random.int(1, 10))}T18:30:00Z`
  const response = random.chance(0.3) ? 'Thank you, come back soon!' : null
  store.airbnbReviews.push({
    // Ids have nineteen digits, more than a number holds.
    id: `1${random.digits(18)}`,
    roomId: booking.roomId ?? 0,
    overall_rating: random.int(3, 5),
    category_ratings: ['cleanliness', 'communication', 'value'].map((category) => ({
      category,
      comment: '',
      rating: random.int(3, 5),
      review_category_tags: [],
    })),
    public_review: random.pick(reviewPhrases),
    private_feedback: random.chance(0.3) ? 'The kitchen window sticks a little.' : '',
    reviewee_response: response,
    responded_at: response === null ? null : at,
    reviewee_role: 'host',
    reviewer_role: 'guest',
    hidden: random.chance(0.1),
    submitted: random.chance(0.9),
    submitted_at: at,
    first_completed_at: at,
  })
}

function addBookingReview(store: Store, booking: Booking, random: SeededRandom): void {
  const at = `${addDays(booking.departure ?? '', random.int(1, 10))} 12:16:33`
  const score = () => random.pick([5, 7.5, 10, 10])
  store.bookingReviews.push({
    review_id: random.digits(12),
    propertyId: booking.propertyId ?? 0,
    created_timestamp: at,
    last_change_timestamp: at,
    content: {
      language_code: 'en',
      headline: 'A good stay',
      positive: random.pick(reviewPhrases),
      negative: random.chance(0.4) ? 'The street is loud.' : '',
    },
    reservation_id: Number(booking.apiReference),
    scoring: {
      review_score: random.pick([6.7, 8.3, 9.5, 10]),
      clean: score(),
      location: score(),
      value: null,
    },
    reviewer: {
      country_code: (booking.country2 ?? 'fr').toLowerCase(),
      name: booking.firstName ?? '',
      is_genius: false,
    },
    reply: random.chance(0.3) ? { text: 'Thank you!', last_change_timestamp: at } : null,
  })
}
