import { addDays, dayStartMs, secondOf } from '../kit/clock.ts'
import { inTurn, inventPerson } from '../kit/people.ts'
import { guestPhrases, guestReviewPhrases, hostPhrases, reviewPhrases } from '../kit/phrases.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import { inventInquiry, inventReservation } from './invent-reservation.ts'
import { dayOfMoment } from './moment.ts'
import type { Home, InquiryRow, ReservationRow } from './records.ts'
import { futureStatuses, pastStatuses, platforms } from './statuses.ts'
import { holdsNights, uuid, type Store } from './store.ts'
import { writeMessage } from './write-message.ts'

const furthestDayAhead = 300
const spreadDays = 800

/** Seeds past and future stays, consecutive in each home; a tenth of the rows are inquiries. */
export function seedReservations(
  store: Store,
  count: number,
  today: string,
  random: SeededRandom,
  guests?: number,
): void {
  const homes = [...store.homes.values()]
  const decks = {
    past: new Deck(random.fork('past'), pastStatuses),
    future: new Deck(random.fork('future'), futureStatuses),
    platform: new Deck(random.fork('platform'), platforms),
  }
  const nowMs = dayStartMs(today) - 3_600_000
  const personOf = inTurn(guests, (index) => inventPerson(random, index))
  homes.forEach((home, lane) => {
    const own = Array.from({ length: count }, (_, index) => index).filter(
      (index) => index % homes.length === lane,
    )
    const gap = Math.max(4, Math.floor(spreadDays / Math.max(1, own.length)))
    let day = addDays(today, furthestDayAhead - gap * own.length)
    for (const index of own) {
      const arrival = addDays(day, random.int(0, 1))
      const departure = addDays(arrival, random.int(1, Math.min(10, gap - 1)))
      day = addDays(day, gap)
      const madeAtMs = Math.min(nowMs, dayStartMs(arrival)) - random.int(7200, 90 * 86_400) * 1000
      const plan = {
        home,
        arrival,
        departure,
        platform: decks.platform.draw(),
        status: (departure < today ? decks.past : decks.future).draw(),
        person: personOf(index),
        madeAtMs,
        isOwner: index % 25 === 7,
      }
      if (index % 10 === 4)
        addInquiry(store, inventInquiry({ ...plan, platform: inquirer(plan.platform) }, random), random)
      else addReservation(store, home, inventReservation(plan, random), today, random)
    }
  })
}

const inquirer = (platform: string): string => (platform === 'manual' ? 'airbnb' : platform)

function addInquiry(store: Store, row: InquiryRow, random: SeededRandom): void {
  store.inquiries.set(row.id, row)
  writeMessage(store, row, {
    body: random.pick(guestPhrases),
    isIncoming: true,
    atMs: Date.parse(row.inquiry_date ?? '') + 60_000,
  })
}

function addReservation(
  store: Store,
  home: Home,
  row: ReservationRow,
  today: string,
  random: SeededRandom,
): void {
  store.reservations.set(row.id, row)
  if (row.stay_type === 'owner_stay' || random.chance(0.4)) return
  const madeMs = Date.parse(row.booking_date ?? '')
  for (let index = 0, left = random.int(1, 4); index < left; index++) {
    const isIncoming = index % 2 === 0
    const body = random.pick(isIncoming ? guestPhrases : hostPhrases)
    writeMessage(store, row, { body, isIncoming, atMs: madeMs + 60_000 + index * 600_000 })
  }
  const left = dayOfMoment(row.departure_date)
  const isReviewed =
    left < addDays(today, -3) && holdsNights(row) && ['airbnb', 'direct'].includes(row.platform ?? '')
  if (isReviewed && random.chance(0.6)) addReview(store, home, row, left, random)
}

function addReview(store: Store, home: Home, row: ReservationRow, left: string, random: SeededRandom): void {
  const id = uuid('review', row.id)
  const rating = random.int(3, 5)
  const hasResponse = random.chance(0.4)
  const reviewedMs = dayStartMs(addDays(left, 1)) + 36_000_000
  store.reviews.set(id, {
    id,
    property_id: home.row.id,
    reservation_id: row.id,
    platform: row.platform ?? 'airbnb',
    public: {
      rating,
      review: random.pick(reviewPhrases),
      response: hasResponse ? random.pick(guestReviewPhrases) : null,
    },
    private: {
      feedback: random.chance(0.3) ? 'The shower was a bit cold.' : null,
      detailed_ratings: ['cleanliness', 'communication', 'location', 'value'].map((type) => ({
        type,
        rating: Math.min(5, rating + random.int(0, 1)),
        comment: null,
      })),
    },
    responded_at: hasResponse ? secondOf(reviewedMs + 86_400_000) : null,
    reviewed_at: secondOf(reviewedMs),
    can_respond: !hasResponse,
  })
}
