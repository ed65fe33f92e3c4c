import type { ReviewRecord } from '../../contract/records.ts'
import { responseOf } from '../../connector-kit/message-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import { channelPlatform } from './channels.ts'
import { instant } from './map.ts'
import type { VendorReview } from './vendor.ts'

/**
 * Reviews come from guests of Airbnb and of the direct booking site; the vendor has no others, and none by
 * hosts.
 */
export function toReview(row: VendorReview, listingExternalId: string): ReviewRecord {
  const names = presentTexts([row.guest?.first_name, row.guest?.last_name])
  return {
    externalId: row.id,
    platform: channelPlatform(row.platform),
    listingExternalId,
    reservationExternalId: presentText(row.reservation?.id),
    reservationCode: presentText(row.reservation?.code),
    guestName: names.join(' ') || null,
    reviewerRole: 'guest',
    rating: rated(row.public?.rating),
    categories: (row.private?.detailed_ratings ?? []).flatMap(({ type, rating, comment }) => {
      const category = presentText(type)
      return category === null ? [] : [{ category, rating: rated(rating), comment: presentText(comment) }]
    }),
    publicReview: presentText(row.public?.review),
    privateFeedback: presentText(row.private?.feedback),
    response: responseOf(row.public?.response, instant(row.responded_at)),
    submittedAt: instant(row.reviewed_at),
    language: presentText(row.guest?.language),
  }
}

/** Ratings go from 1 to 5, as ours; the vendor writes an empty one as 0. */
function rated(value: string | number | null | undefined): string | null {
  const text = decimalString(value)
  if (text === null || text === '0') return null
  if (Number(text) < 0 || Number(text) > 5) throw new Error(`rating ${text} is outside 1 to 5`)
  return text
}
