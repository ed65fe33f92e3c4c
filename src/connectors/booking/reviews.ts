import type { ReviewRecord } from '../../contract/records.ts'
import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { responseOf } from '../../connector-kit/message-readings.ts'
import { idIn, mapping, mapRows } from '../../connector-kit/paginate.ts'
import { idText, outOfFive, presentText, presentTexts } from '../../connector-kit/readings.ts'
import type { ReviewWrites } from '../../connector-kit/write-operations.ts'
import { hotelIdIn } from './calls.ts'
import { roomsOf } from './rooms.ts'
import { VendorReview } from './vendor.ts'

const placeOf = (context: VendorContext) =>
  `/review-api/properties/${encodeURIComponent(hotelIdIn(context))}/reviews`

export const reviews: NonNullable<VendorOperations['reviews']> = {
  /** Every answer, even the last, names a next page; the list ends with an empty page. */
  async page(context, { cursor }) {
    const query = Object.fromEntries(new URLSearchParams(cursor ?? ''))
    const answer = await context.http.get(placeOf(context), { query })
    const rows = listIn(fieldOf(answer, 'data'), 'reviews')
    // A review does not name the guest's room.
    const rooms = rows.length === 0 ? [] : await roomsOf(context)
    const listing = rooms.length === 1 ? (rooms[0]?.id ?? null) : null
    const review = mapping('review', VendorReview, (row) => toReview(row, listing), idIn('review_id'))
    return { ...mapRows(rows, review), next: rows.length === 0 ? null : nextIn(answer, cursor) }
  },
}

/** Only the query of the address is used: calls go to the vendor's own address, whatever an answer names. */
function nextIn(answer: unknown, current: string | null): string | null {
  const address = presentText(fieldOf(fieldOf(answer, 'meta'), 'next_page'))
  const query = address?.split('?')[1] ?? null
  return query === current ? null : query
}

function toReview(row: VendorReview, listingExternalId: string | null): ReviewRecord {
  const { review_score: overall, ...scores } = row.scoring ?? {}
  const { headline, positive, negative, language_code } = row.content ?? {}
  const texts = presentTexts([headline, positive, negative])
  return {
    externalId: row.review_id,
    platform: 'booking',
    listingExternalId,
    reservationCode: idText(row.reservation_id),
    guestName: presentText(row.reviewer?.name),
    reviewerRole: 'guest',
    rating: outOfFive(overall, 10),
    categories: Object.entries(scores).flatMap(([category, score]) => {
      const rating = outOfFive(score, 10)
      return rating === null ? [] : [{ category, rating }]
    }),
    publicReview: texts.length === 0 ? null : texts.join('\n\n'),
    response: responseOf(row.reply?.text, null),
    submittedAt: utcInstant(row.created_timestamp),
    language: presentText(language_code),
  }
}

export const reviewWrites: ReviewWrites = {
  // No limit is known, so this one is low.
  maxLength: 2000,
  async reply(context, { externalId, body }) {
    await context.http.post(`${placeOf(context)}/${encodeURIComponent(externalId)}`, {
      body: { reply: body },
    })
  },
}
