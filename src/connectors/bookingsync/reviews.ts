import type { ReviewRecord } from '../../contract/records.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mappedPage, mapping } from '../../connector-kit/paginate.ts'
import { idText, outOfFive, presentText } from '../../connector-kit/readings.ts'
import { reviewPlatform } from '../../connector-kit/stay-readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { listPage } from './envelope.ts'
import { sourceNamed } from './map-reservation.ts'
import { review, reviewCriteria, VendorReview } from './vendor.ts'

const mapped = mapping('review', VendorReview, toReview)

export const reviews: NonNullable<VendorOperations['reviews']> = {
  async page({ http }, { cursor }) {
    return mappedPage(
      await listPage(http, { path: '/reviews', query: { include: 'source' }, cursor }),
      mapped,
    )
  },
}

/** Guests write these; what hosts write of guests stands in a list of its own. */
function toReview(row: VendorReview): ReviewRecord {
  const source = presentText(row.source?.name)
  const categories = categoriesOf(row)
  return {
    externalId: String(row.id),
    platform: source === null ? null : reviewPlatform(sourceNamed(source)),
    listingExternalId: idText(row.links?.rental),
    reservationExternalId: idText(row.links?.booking),
    reviewerRole: 'guest',
    ...review.read(row),
    ...(categories.length === 0 ? {} : { categories }),
  }
}

function categoriesOf({ criteria }: VendorReview): NonNullable<ReviewRecord['categories']> {
  return reviewCriteria.flatMap((category) => {
    const { rating, comment } = criteria?.[category] ?? {}
    const stars = readSide(`criteria.${category}.rating`, rating, () => outOfFive(rating, 5))
    return stars === null ? [] : [{ category, rating: stars, comment: presentText(comment) }]
  })
}
