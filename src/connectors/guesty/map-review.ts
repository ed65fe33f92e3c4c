import type { ReviewRecord } from '../../contract/records.ts'
import { fieldOf, isFields } from '../../connector-kit/answers.ts'
import type { JsonFields } from '../../connector-kit/answers.ts'
import { momentIn, utcInstant } from '../../connector-kit/dates.ts'
import { reviewPlatform } from '../../connector-kit/stay-readings.ts'
import { outOfFive, presentText, presentTexts } from '../../connector-kit/readings.ts'
import { sourceOf } from './channels.ts'
import type { VendorReview } from './vendor-inbox.ts'

/** What a channel's own words say. */
interface ReviewReading {
  record: Omit<ReviewRecord, 'externalId' | 'platform'>
  submittedAt: string | null
  /** The code of the booking. */
  code: string | null
  /** What the host has answered. */
  answer: string | null
}

type ReviewPlatform = NonNullable<ReviewRecord['platform']>

/** undefined for a review that nobody has written yet. */
export function toReview(row: VendorReview): ReviewRecord | undefined {
  const platform = reviewPlatform(sourceOf(row.channelId, null))
  const raw = row.rawReview ?? {}
  const words = platform === null ? wordsOfOthers(raw) : readers[platform](raw)
  if (words === undefined) return undefined
  const { record, code, answer, submittedAt } = words
  return {
    externalId: row._id,
    platform,
    listingExternalId: presentText(row.listingId),
    reservationExternalId: presentText(row.reservationId),
    reservationCode: code ?? presentText(row.externalReservationId),
    ...record,
    response: responseOf(row, answer),
    submittedAt: submittedAt ?? utcInstant(row.createdAt),
  }
}

/** Every channel has its own fields and its own scale; Guesty passes them on as they are. */
const readers: Record<ReviewPlatform, (raw: JsonFields) => ReviewReading | undefined> = {
  airbnb: wordsOfAirbnb,
  booking: wordsOfBooking,
  vrbo: wordsOfVrbo,
}

/** From 1 to 5. Both sides have a slot for a review long before it is written. */
function wordsOfAirbnb(raw: JsonFields): ReviewReading | undefined {
  const text = presentText(raw.public_review)
  if (raw.submitted === false || (text === null && raw.overall_rating == null)) return undefined
  const role = presentText(raw.reviewer_role)
  if (role !== 'guest' && role !== 'host') throw new Error(`unknown reviewer ${String(role)}`)
  return {
    record: {
      reviewerRole: role,
      rating: rated(raw.overall_rating, 5),
      categories: rowsOf(raw.category_ratings).flatMap((one) => {
        const category = presentText(one.category)
        return category === null
          ? []
          : [{ category, rating: rated(one.rating, 5), comment: presentText(one.comment) }]
      }),
      publicReview: text,
      privateFeedback: presentText(raw.private_feedback),
      isRevieweeRecommended:
        typeof raw.is_reviewee_recommended === 'boolean' ? raw.is_reviewee_recommended : null,
      hidden: raw.hidden === true,
    },
    submittedAt: momentIn(raw, 'submitted_at'),
    code: presentText(raw.reservation_confirmation_code),
    answer: null,
  }
}

/** From 0 to 10, in parts: a headline, what was liked and what was not. */
function wordsOfBooking(raw: JsonFields): ReviewReading | undefined {
  const { content } = raw
  const texts = presentTexts(['headline', 'positive', 'negative'].map((name) => fieldOf(content, name)))
  const rating = rated(fieldOf(raw.scoring, 'review_score'), 10)
  if (texts.length === 0 && rating === null) return undefined
  const { review_score: _score, ...parts } = isFields(raw.scoring) ? raw.scoring : {}
  return {
    record: {
      reviewerRole: 'guest',
      guestName: presentText(fieldOf(raw.reviewer, 'name')),
      rating,
      categories: Object.entries(parts).flatMap(([category, score]) =>
        typeof score === 'number' ? [{ category, rating: rated(score, 10) }] : [],
      ),
      publicReview: texts.length === 0 ? null : texts.join('\n\n'),
      hidden: false,
      language: presentText(fieldOf(content, 'language_code')),
    },
    submittedAt: momentIn(raw, 'created_timestamp'),
    code: presentText(raw.reservation_id),
    answer: presentText(fieldOf(raw.reply, 'text')) ?? presentText(raw.reply),
  }
}

/** From 1 to 5, with texts inside of objects. */
function wordsOfVrbo(raw: JsonFields): ReviewReading | undefined {
  const texts = presentTexts([raw.title, raw.body].map((part) => fieldOf(part, 'value')))
  const rating = rated(raw.starRatingOverall, 5)
  if (texts.length === 0 && rating === null) return undefined
  const ids = rowsOf(fieldOf(raw.reservation, 'reservationIds'))
  const own = ids.find((id) => id.idSource === 'SUPPLIER') ?? ids[0]
  return {
    record: {
      reviewerRole: 'guest',
      rating,
      categories: rowsOf(raw.starRatings).flatMap((one) => {
        const category = presentText(one.category)?.toLowerCase() ?? 'overall'
        return category === 'overall' ? [] : [{ category, rating: rated(one.value, 5) }]
      }),
      publicReview: texts.length === 0 ? null : texts.join('\n\n'),
      hidden: false,
    },
    submittedAt: momentIn(raw, 'submissionTime'),
    code: presentText(own?.id),
    answer: presentText(fieldOf(raw.response, 'body')),
  }
}

/** Of a channel whose scale is not known only the text is taken. */
function wordsOfOthers(raw: JsonFields): ReviewReading | undefined {
  const text = presentText(raw.public_review) ?? presentText(raw.content) ?? presentText(raw.text)
  if (text === null) return undefined
  const record = { reviewerRole: 'guest', publicReview: text, rating: null } as const
  return { record, submittedAt: null, code: null, answer: null }
}

function responseOf(row: VendorReview, answer: string | null): NonNullable<ReviewRecord['response']> | null {
  // What is pending or failed the guest has not got.
  const reply = (row.reviewReplies ?? []).findLast(
    ({ status, reviewReply }) => (status ?? 'COMPLETED') === 'COMPLETED' && presentText(reviewReply) !== null,
  )
  if (reply !== undefined) return { body: reply.reviewReply ?? '', submittedAt: utcInstant(reply.replyAt) }
  return answer === null ? null : { body: answer, submittedAt: null }
}

function rowsOf(value: unknown): JsonFields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

/** The channels' own ratings may be anything. */
function rated(score: unknown, best: 5 | 10): string | null {
  return typeof score === 'number' || typeof score === 'string' ? outOfFive(score, best) : null
}
