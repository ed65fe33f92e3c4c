import { addDays, stampOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { guestReviewPhrases, reviewPhrases } from '../kit/phrases.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import type { Reservation } from './reservation-record.ts'
import { reviewFields, type Review } from './review-record.ts'
import { accountId, type Store } from './store.ts'
import { reviewStatuses } from './vocabulary.ts'

const evenly = reviewStatuses.map((status) => [status, 1] as const)
const guestWeights = reviewStatuses.map((status) => [status, status === 'published' ? 8 : 1] as const)

/** A quarter of past stays have reviews, and half of those one by the host too. */
export function seedReviews(store: Store, today: string, random: SeededRandom): void {
  const guestDeck = new Deck(random.fork('guest'), guestWeights)
  const hostDeck = new Deck(random.fork('host'), evenly)
  const isOver = new Deck(random.fork('share'), [
    [true, 1],
    [false, 3],
  ])
  for (const reservation of store.reservations.values()) {
    const stayed = reservation.status === 'new' || reservation.status === 'modified'
    if (!stayed || (reservation.departureDate ?? today) >= today || !isOver.draw()) continue
    store.addReview(inventReview(store, reservation, 'guest-to-host', guestDeck.draw(), today, random))
    if (random.chance(0.5)) {
      store.addReview(inventReview(store, reservation, 'host-to-guest', hostDeck.draw(), today, random))
    }
  }
}

function inventReview(
  store: Store,
  reservation: Reservation,
  type: 'guest-to-host' | 'host-to-guest',
  status: string,
  today: string,
  random: SeededRandom,
): Review {
  const isFromGuest = type === 'guest-to-host'
  const isWritten = status !== 'awaiting' && status !== 'expired'
  const isSent = status === 'submitted' || status === 'published'
  const departure = reservation.departureDate ?? today
  const submitted = addDays(departure, random.int(1, 10))
  const listing = store.listings.get(reservation.listingMapId)
  return {
    ...blankRow(reviewFields, store.nextId('review', 8_800_001)),
    accountId,
    listingMapId: reservation.listingMapId,
    reservationId: reservation.id,
    channelId: reservation.channelId,
    type,
    status,
    rating: isWritten ? random.int(5, 10) : null,
    externalReviewId: isSent ? random.int(100_000, 999_999) : null,
    publicReview: isWritten ? random.pick(isFromGuest ? reviewPhrases : guestReviewPhrases) : null,
    privateFeedback: isWritten && random.chance(0.3) ? 'The kitchen window sticks a little.' : null,
    revieweeResponse: status === 'published' && random.chance(0.3) ? 'Thank you, come back soon!' : null,
    isRevieweeRecommended: isFromGuest || !isWritten ? null : 1,
    isCancelled: 0,
    reviewCategory: isWritten ? categoriesOf(random) : [],
    submittedAt: isSent ? `${submitted < today ? submitted : addDays(today, -1)} 18:30:00` : null,
    arrivalDate: utcOf(reservation.arrivalDate, listing?.checkInTimeStart, listing?.timeZoneName),
    departureDate: utcOf(reservation.departureDate, listing?.checkOutTime, listing?.timeZoneName),
    listingName: listing?.name ?? null,
    guestName: reservation.guestName,
  }
}

function categoriesOf(random: SeededRandom): object[] {
  return ['cleanliness', 'communication', 'location', 'value'].map((category) => ({
    category,
    rating: random.int(6, 10),
  }))
}

/** Converts a local day and hour of the listing to the vendor's UTC time. */
function utcOf(day: string | null, hour: number | null | undefined, timeZone: string | null | undefined) {
  if (day === null) return null
  const local = Temporal.PlainDate.from(day).toPlainDateTime({ hour: hour ?? 12 })
  return stampOf(local.toZonedDateTime(timeZone ?? 'UTC').epochMilliseconds)
}
