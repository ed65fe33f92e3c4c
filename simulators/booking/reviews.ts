/** Guests' reviews of properties. The channel checks a property's reply before showing it. */
import { anyOf, known } from '../kit/asked.ts'
import { addDays, dayStartMs, stampOf } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import { reviewPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Reservation } from './records.ts'

interface Content {
  headline: string | null
  positive: string | null
  negative: string | null
  language_code: string
}

export interface Review {
  review_id: string
  property_id: number
  reservation_id: number
  createdMs: number
  score: number
  /** Null if the guest gave only scores. */
  content: Content | null
  reviewer: { name: string; country_code: string; is_genius: boolean }
  reply: { text: string; sentMs: number } | null
}

const moderationMs = 48 * 3_600_000

export class Reviews {
  readonly #account: Account
  readonly #held: Review[] = []
  /** Ids have more digits than a number holds. */
  readonly #random: SeededRandom

  constructor(account: Account, random: SeededRandom) {
    this.#account = account
    this.#random = random
    const today = account.today()
    for (const reservation of account.store.reservations.values()) {
      const { status, departure_date } = reservation
      if (status === 'cancelled' || (departure_date ?? '') >= today || random.chance(0.5)) continue
      const writtenMs = Math.min(dayStartMs(addDays(departure_date ?? '', 2)) + 36_000_000, dayStartMs(today))
      this.#add(reservation, writtenMs, { score: random.int(6, 10), isSilent: random.chance(0.25) })
    }
    this.#held.sort((left, right) => left.createdMs - right.createdMs)
  }

  /** Takes `{reservation_id?, score?, positive?, negative?}`; without a text the review has scores only. */
  write(input: unknown): object {
    const body = readObject(input)
    refuseUnknown(body, ['reservation_id', 'score', 'positive', 'negative', 'headline'])
    const { store } = this.#account
    const { reservation_id, score = 8, positive, negative, headline } = body
    const reservation =
      reservation_id === undefined
        ? anyOf([...store.reservations.values()], this.#random, 'there is no stay to write about')
        : known(store.reservations.get(Number(reservation_id)), `no reservation ${String(reservation_id)}`)
    if (typeof score !== 'number' || score < 1 || score > 10)
      throw new ControlError('score is a number from 1 to 10')
    const texts = [headline, positive, negative]
    if (texts.some((text) => text !== undefined && typeof text !== 'string')) {
      throw new ControlError('headline, positive and negative are texts')
    }
    const isSilent = texts.every((text) => text === undefined)
    const review = this.#add(reservation, this.#account.nowMs(), { score, isSilent })
    if (review.content !== null) {
      const textOrNull = (text: unknown) => (typeof text === 'string' ? text : null)
      Object.assign(review.content, {
        headline: textOrNull(headline),
        positive: textOrNull(positive),
        negative: textOrNull(negative),
      })
    }
    return this.show(review)
  }

  of(propertyId: number): Review[] {
    return this.#held.filter(({ property_id }) => property_id === propertyId)
  }

  all(): Review[] {
    return this.#held
  }

  forget(reservationId: number): void {
    const at = this.#held.findIndex(({ reservation_id }) => reservation_id === reservationId)
    if (at >= 0) this.#held.splice(at, 1)
  }

  /** Returns in words why no reply is possible; undefined if it was stored. */
  reply(review: Review, text: string): string | undefined {
    if (review.content === null) return 'A review without a text cannot be replied to'
    if (review.reply !== null) return 'The review has been replied to'
    review.reply = { text, sentMs: this.#account.nowMs() }
    return undefined
  }

  show({ createdMs, score, reply, ...review }: Review): object {
    const isVisible = reply !== null && reply.sentMs + moderationMs <= this.#account.nowMs()
    const changedMs = isVisible ? reply.sentMs + moderationMs : createdMs
    return {
      ...review,
      id: review.review_id,
      reservation_id: String(review.reservation_id),
      created_timestamp: stampOf(createdMs),
      last_change_timestamp: stampOf(changedMs),
      url: `https://admin.booking.example/reviews/${review.review_id}`,
      scoring: {
        ...{ review_score: score, staff: 10, clean: score, comfort: score },
        ...{ facilities: null, location: 9, value: score },
      },
      reply: isVisible ? { text: reply.text } : null,
    }
  }

  #add(reservation: Reservation, createdMs: number, { score = 8, isSilent = false }): Review {
    const random = this.#random
    const review: Review = {
      review_id: `3${random.digits(18)}`,
      property_id: reservation.hotel_id ?? 0,
      reservation_id: reservation.id,
      ...{ createdMs, score },
      content: isSilent
        ? null
        : { headline: null, positive: random.pick(reviewPhrases), negative: null, language_code: 'en' },
      reviewer: {
        name: reservation.first_name ?? 'Anonymous',
        country_code: reservation.countrycode ?? 'us',
        is_genius: random.chance(0.3),
      },
      reply: null,
    }
    this.#held.push(review)
    return review
  }
}
