import { addDays, dayStartMs } from '../kit/clock.ts'
import { guestReviewPhrases, reviewPhrases } from '../kit/phrases.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { instant } from './object-ids.ts'
import type { Reservation } from './reservation-record.ts'
import { accountId } from './store.ts'
import type { Store } from './store.ts'
import { reviewChannels } from './vocabulary.ts'

export interface Review {
  _id: string
  accountId: string
  externalReviewId: string
  channelId: string
  listingId: string
  externalListingId: string
  reservationId: string
  externalReservationId: string
  guestId: string | null
  createdAt: string
  updatedAt: string
  createdAtGuesty: string
  updatedAtGuesty: string
  /** As the channel wrote it; another shape for each. */
  rawReview: Record<string, unknown>
  reviewReplies: { status: string; reviewReply: string; replyAt: string }[]
}

/** Reviews for a third of the stays that came through a channel with reviews; on Airbnb some by the host. */
export function seedReviews(store: Store, today: string, random: SeededRandom): void {
  const draws = new Deck(random.fork('share'), [
    [true, 1],
    [false, 2],
  ])
  for (const stay of store.reservations.values()) {
    const channel = stay.integration?.platform ?? ''
    const isOver = stay.status === 'confirmed' && (stay.checkOutDateLocalized ?? today) < today
    if (!isOver || !reviewChannels.includes(channel) || !draws.draw()) continue
    add(store, stay, channel, today, random, 'guest')
    if (channel === 'airbnb2' && random.chance(0.4)) add(store, stay, channel, today, random, 'host')
  }
}

function add(
  store: Store,
  stay: Reservation,
  channel: string,
  today: string,
  random: SeededRandom,
  role: 'guest' | 'host',
): void {
  const date = addDays(stay.checkOutDateLocalized ?? today, random.int(1, 10))
  const writtenMs = dayStartMs(date < today ? date : addDays(today, -1)) + random.int(0, 86_399) * 1000
  const at = instant(writtenMs)
  const _id = store.ids.make(writtenMs)
  const rawReview = rawReviews[channel]?.({ stay, at, role, random }) ?? {}
  const isAnswered = role === 'guest' && random.chance(0.3)
  const review: Review = {
    _id,
    accountId,
    externalReviewId: random.digits(18),
    channelId: channel,
    listingId: store.rootId(stay.listingId),
    externalListingId: random.digits(8),
    reservationId: stay._id,
    externalReservationId: stay.confirmationCode ?? '',
    guestId: stay.guestId,
    createdAt: at,
    updatedAt: at,
    createdAtGuesty: at,
    updatedAtGuesty: at,
    rawReview,
    reviewReplies: isAnswered
      ? [
          {
            status: 'COMPLETED',
            reviewReply: 'Thank you, come back soon!',
            replyAt: instant(writtenMs + 7_200_000),
          },
        ]
      : [],
  }
  store.reviews.set(_id, review)
}

interface Draft {
  stay: Reservation
  at: string
  role: 'guest' | 'host'
  random: SeededRandom
}

/** Every channel words its reviews in its own way, on its own scale. */
const rawReviews: Record<string, (draft: Draft) => Record<string, unknown>> = {
  airbnb2: ({ stay, at, role, random }) => {
    // Airbnb opens a slot for a review long before anybody writes it.
    const isWritten = random.chance(0.85)
    return {
      id: random.digits(18),
      reviewer_role: role,
      reviewee_role: role === 'guest' ? 'host' : 'guest',
      reservation_confirmation_code: stay.confirmationCode,
      submitted: isWritten,
      submitted_at: isWritten ? at : null,
      hidden: isWritten && random.chance(0.1),
      overall_rating: isWritten && role === 'guest' ? random.int(3, 5) : null,
      public_review: isWritten ? random.pick(role === 'guest' ? reviewPhrases : guestReviewPhrases) : null,
      private_feedback: isWritten && random.chance(0.3) ? 'The kitchen window sticks a little.' : null,
      is_reviewee_recommended: isWritten && role === 'host' ? true : null,
      category_ratings:
        isWritten && role === 'guest'
          ? ['cleanliness', 'communication', 'location', 'value'].map((category) => ({
              category,
              rating: random.int(3, 5),
              comment: null,
            }))
          : [],
    }
  },
  bookingCom: ({ stay, at, random }) => ({
    review_id: random.digits(12),
    reservation_id: stay.confirmationCode,
    created_timestamp: at.slice(0, 19).replace('T', ' '),
    reviewer: { name: stay.guest?.firstName ?? 'Guest', country_code: 'de', is_genius: 0 },
    scoring: { review_score: random.int(6, 10), clean: random.int(5, 10), staff: 10, location: 7.5 },
    content: {
      headline: random.chance(0.5) ? 'Nice stay' : null,
      positive: random.pick(reviewPhrases),
      negative: random.chance(0.4) ? 'The lift is slow.' : null,
      language_code: 'en',
    },
    reply: null,
  }),
  homeaway2: ({ stay, at, random }) => ({
    reviewId: random.digits(10),
    reservation: { reservationIds: [{ idSource: 'SUPPLIER', id: stay.confirmationCode }] },
    submissionTime: at,
    title: { value: 'Good time', locale: 'en_US' },
    body: { value: random.pick(reviewPhrases), locale: 'en_US' },
    starRatingOverall: random.int(3, 5),
    starRatings: [
      { category: 'OVERALL', value: 5 },
      { category: 'CLEANLINESS', value: random.int(3, 5) },
    ],
  }),
}
