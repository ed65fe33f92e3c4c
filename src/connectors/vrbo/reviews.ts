import type { ReviewRecord } from '../../contract/records.ts'
import { fieldOf, isFields, listIn, demand } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { nameKey, outOfFive, presentText, presentTexts } from '../../connector-kit/readings.ts'
import { VendorError, because } from '../../connector-kit/vendor-error.ts'
import type { ReviewWrites } from '../../connector-kit/write-operations.ts'
import { read, write } from './graphql.ts'
import { readId, writeId } from './ids.ts'
import { idBy } from './map-listing.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { nestedPage, type NestedList } from './property-walk.ts'
import { nestedId } from './reservations.ts'
import { VendorReviewOfProperty, VendorReviewState } from './vendor.ts'
import { pageIn } from './walk.ts'

const review = mapping('review', VendorReviewOfProperty, toReview, nestedId)

const nested: NestedList = {
  ofAdvertiser: 'ReviewsOfAdvertiser',
  ofProperty: 'ReviewsOfProperty',
  field: 'reviews',
  variables: { pageSize: 25 },
  pageOf: pageIn('reviews'),
}

export const reviews: NonNullable<VendorOperations['reviews']> = {
  async page(context, { cursor }) {
    const { rows, failures, next } = await nestedPage(context, nested, cursor)
    const mapped = mapRows(rows, review)
    return { records: mapped.records, failures: [...failures, ...mapped.failures], next }
  },
}

/** An answer that the vendor refused is invisible, and may be written again. */
const refusedAnswers = /^(REJECTED|DECLINED|DENIED)$/i

function toReview({ property, node }: VendorReviewOfProperty): ReviewRecord {
  const ratings = (node.starRatings ?? []).map(({ category, value }) => ({
    category: nameKey(category ?? ''),
    rating: outOfFive(value, 5),
  }))
  const overall = ratings.find(({ category }) => category.startsWith('overall'))
  const traveler = node.reservation?.primaryGuest
  const answer = node.response
  const words = refusedAnswers.test(answer?.status ?? '') ? null : presentText(answer?.body?.value)
  const code = idBy(node.reservation?.reservationIds, 'VRBO')
  const booking = idBy(node.reservation?.reservationIds, 'EXPEDIA')
  return {
    externalId: writeId({ property, id: String(node.id) }),
    // Other brands of the group have their own reviews.
    platform: node.brandNameV2 === 'VRBO' ? 'vrbo' : null,
    listingExternalId: property,
    reservationExternalId: booking === null ? null : writeId({ property, id: booking }),
    reservationCode: code,
    guestName: presentTexts([traveler?.firstName, traveler?.lastName]).join(' ') || null,
    reviewerRole: 'guest',
    rating: overall?.rating ?? null,
    categories: ratings.filter((rating) => rating !== overall),
    publicReview: presentTexts([node.title?.value, node.body?.value]).join('\n\n') || null,
    response: words === null ? null : { body: words, submittedAt: utcInstant(answer?.createdDateTime) },
    submittedAt: utcInstant(node.createdDateTime),
    hidden: /^(REJECTED|DELETED|REMOVED)$/i.test(node.status ?? ''),
    language: presentText(node.body?.locale)?.slice(0, 2).toLowerCase() ?? null,
  }
}

export const reviewWrites: ReviewWrites = {
  // No limit is known, so this one is low.
  maxLength: 2000,

  /** The review says if it may be answered; the vendor reviews an answer before it shows it. */
  async reply(context, { externalId, body }) {
    const ids = readId(externalId)
    const place = ids && { property: ids.property, review: ids.id }
    const { property } = place === null ? {} : await read(context, 'ReviewToAnswer', place)
    if (place === null || !isFields(property)) throw new VendorError('not_found', `no review ${externalId}`)
    const [row] = listIn(fieldOf(property, 'reviews'), 'reviews')
    if (row === undefined) throw new VendorError('not_found', `no review ${externalId}`)
    const state = demand(VendorReviewState, row, 'a review')
    if (state.isEligibleForResponse === false) throw notEligible(externalId)
    const locale = presentText(state.body?.locale) ?? 'en-US'
    await write(context, 'AnswerReview', { ...place, body: { locale, value: body } })
  },
}

function notEligible(externalId: string): VendorError {
  const words = `Vrbo takes no answer to review ${externalId}`
  return because(new VendorError('rejected', words, { vendorMessage: words }), 'not_eligible')
}
