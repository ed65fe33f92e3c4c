import type { ReviewRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { reviewPlatform } from './channels.ts'
import { isFields } from './envelope.ts'
import { presentText } from './map.ts'
import type { VendorReview } from './vendor-inbox.ts'

/** What a channel's own words say. */
interface Words {
  record: Omit<ReviewRecord, 'externalId' | 'platform'>
  submittedAt: string | null
  /** The code of the booking. */
  code: string | null
  /** What the host has answered. */
  answer: string | null
}

type Raw = Record<string, unknown>
type Platform = NonNullable<ReturnType<typeof reviewPlatform>>

/** undefined for a review that nobody has written yet. */
export function toReview(row: VendorReview): ReviewRecord | undefined {
  const platform = reviewPlatform(row.channelId)
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
const readers: Record<Platform, (raw: Raw) => Words | undefined> = {
  airbnb: wordsOfAirbnb,
  booking: wordsOfBooking,
  vrbo: wordsOfVrbo,
}

/** From 1 to 5. Both sides have a slot for a review long before it is written. */
function wordsOfAirbnb(raw: Raw): Words | undefined {
  const text = presentText(raw.public_review)
  if (raw.submitted === false || (text === null && raw.overall_rating == null)) return undefined
  const role = presentText(raw.reviewer_role)
  if (role !== 'guest' && role !== 'host') throw new Error(`unknown reviewer ${String(role)}`)
  return {
    record: {
      reviewerRole: role,
      rating: outOfFive(raw.overall_rating, 5),
      categories: rowsOf(raw.category_ratings).flatMap((one) => {
        const category = presentText(one.category)
        return category === null
          ? []
          : [{ category, rating: outOfFive(one.rating, 5), comment: presentText(one.comment) }]
      }),
      publicReview: text,
      privateFeedback: presentText(raw.private_feedback),
      isRevieweeRecommended:
        typeof raw.is_reviewee_recommended === 'boolean' ? raw.is_reviewee_recommended : null,
      hidden: raw.hidden === true,
    },
    submittedAt: momentOf(raw.submitted_at),
    code: presentText(raw.reservation_confirmation_code),
    answer: null,
  }
}

/** From 0 to 10, in parts: a headline, what was liked and what was not. */
function wordsOfBooking(raw: Raw): Words | undefined {
  const [scoring, content, reviewer] = [raw.scoring, raw.content, raw.reviewer].map(fieldsOf)
  const texts = [content?.headline, content?.positive, content?.negative].flatMap(
    (part) => presentText(part) ?? [],
  )
  const rating = outOfFive(scoring?.review_score, 10)
  if (texts.length === 0 && rating === null) return undefined
  const { review_score: _score, ...parts } = scoring ?? {}
  return {
    record: {
      reviewerRole: 'guest',
      guestName: presentText(reviewer?.name),
      rating,
      categories: Object.entries(parts).flatMap(([category, score]) =>
        typeof score === 'number' ? [{ category, rating: outOfFive(score, 10) }] : [],
      ),
      publicReview: texts.length === 0 ? null : texts.join('\n\n'),
      hidden: false,
      language: presentText(content?.language_code),
    },
    submittedAt: momentOf(raw.created_timestamp),
    code: idText(raw.reservation_id),
    answer: presentText(fieldsOf(raw.reply)?.text) ?? presentText(raw.reply),
  }
}

/** From 1 to 5, with texts inside of objects. */
function wordsOfVrbo(raw: Raw): Words | undefined {
  const texts = [raw.title, raw.body].flatMap((part) => presentText(fieldsOf(part)?.value) ?? [])
  const rating = outOfFive(raw.starRatingOverall, 5)
  if (texts.length === 0 && rating === null) return undefined
  const ids = rowsOf(fieldsOf(raw.reservation)?.reservationIds)
  const own = ids.find((id) => id.idSource === 'SUPPLIER') ?? ids[0]
  return {
    record: {
      reviewerRole: 'guest',
      rating,
      categories: rowsOf(raw.starRatings).flatMap((one) => {
        const category = presentText(one.category)?.toLowerCase() ?? 'overall'
        return category === 'overall' ? [] : [{ category, rating: outOfFive(one.value, 5) }]
      }),
      publicReview: texts.length === 0 ? null : texts.join('\n\n'),
      hidden: false,
    },
    submittedAt: momentOf(raw.submissionTime),
    code: idText(own?.id),
    answer: presentText(fieldsOf(raw.response)?.body),
  }
}

/** Of a channel whose scale is not known only the text is taken. */
function wordsOfOthers(raw: Raw): Words | undefined {
  const text = presentText(raw.public_review) ?? presentText(raw.content) ?? presentText(raw.text)
  if (text === null) return undefined
  const record = { reviewerRole: 'guest', publicReview: text, rating: null } as const
  return { record, submittedAt: null, code: null, answer: null }
}

function responseOf(row: VendorReview, answer: string | null): NonNullable<ReviewRecord['response']> | null {
  // What is pending or failed the guest has not got.
  const sent = (row.reviewReplies ?? []).findLast(
    ({ status, reviewReply }) => (status ?? 'COMPLETED') === 'COMPLETED' && presentText(reviewReply) !== null,
  )
  if (sent !== undefined) return { body: sent.reviewReply ?? '', submittedAt: utcInstant(sent.replyAt) }
  return answer === null ? null : { body: answer, submittedAt: null }
}

function outOfFive(score: unknown, best: 5 | 10): string | null {
  const text = typeof score === 'number' || typeof score === 'string' ? decimalString(score) : null
  if (text === null) return null
  const value = Number(text)
  if (value < 0 || value > best) throw new Error(`rating ${text} is outside 0 to ${best}`)
  return decimalString(Number(((value * 5) / best).toFixed(3)))
}

function fieldsOf(value: unknown): Raw | undefined {
  return isFields(value) ? value : undefined
}

function rowsOf(value: unknown): Raw[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

function idText(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : presentText(value)
}

/** A moment of a channel; one that cannot be read is no reason to lose the review. */
function momentOf(value: unknown): string | null {
  try {
    return typeof value === 'string' ? utcInstant(value) : null
  } catch {
    return null
  }
}
