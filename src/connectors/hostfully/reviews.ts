import type { ReviewRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { responseOf } from '../../connector-kit/message-readings.ts'
import { everyRow, mapping, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { outOfFive, presentText } from '../../connector-kit/readings.ts'
import { remember } from '../../connector-kit/remember.ts'
import { reviewPlatform } from '../../connector-kit/stay-readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { listPage, uidOf } from './envelope.ts'
import { propertyPage } from './listings.ts'
import { sourceOf } from './map-lead.ts'
import { reviewTable, VendorReview } from './vendor.ts'

const keptMs = 600_000

export const reviews: NonNullable<VendorOperations['reviews']> = {
  /** Reviews are listed by property, so the walk goes from one property to the next. */
  async page(context, { cursor }) {
    const place = readCursor<{ at: number; inner: string | null }>(cursor, { at: 0, inner: null })
    const properties = await propertyUids(context)
    const propertyUid = properties[place.at]
    if (propertyUid === undefined) return { records: [], failures: [], next: null }
    const list = { name: 'reviews', query: { propertyUid }, cursor: place.inner, endsShort: true } as const
    const { rows, next } = await listPage(context.http, list)
    const reached = next === null ? { at: place.at + 1, inner: null } : { ...place, inner: next }
    return {
      ...mapRows(rows, mapping('review', VendorReview, toReview, uidOf)),
      next: reached.at < properties.length ? writeCursor(reached) : null,
    }
  },
}

/** The order must be the same in every turn of the walk. */
function propertyUids(context: VendorContext): Promise<string[]> {
  return remember(context, 'hostfully properties', keptMs, async () => {
    const rows = await everyRow((cursor) => propertyPage(context, cursor))
    return rows.flatMap((row) => presentText(fieldOf(row, 'uid')) ?? []).toSorted()
  })
}

function toReview(row: VendorReview): ReviewRecord {
  const platform = reviewPlatform(sourceOf({ channel: row.source ?? null, source: null }))
  // The scale is not documented; Booking.com's goes to ten.
  const best = platform === 'booking' ? 10 : 5
  const { reviewResponse: response, ratingCategories: categories } = row
  return {
    externalId: row.uid,
    platform,
    reviewerRole: 'guest',
    ...reviewTable.read(row),
    rating: readSide('rating', row.rating, () => outOfFive(row.rating, best)),
    ...(categories && categories.length > 0
      ? {
          categories: categories.map(({ category, rate }) => ({
            category: category ?? 'OTHER',
            rating: readSide('rate', rate, () => outOfFive(rate, best)),
          })),
        }
      : {}),
    response: responseOf(
      presentText(fieldOf(response, 'content')) ??
        presentText(fieldOf(response, 'text')) ??
        presentText(response),
      readSide('responseDateTimeUTC', row.responseDateTimeUTC, () => utcInstant(row.responseDateTimeUTC)),
    ),
  }
}
