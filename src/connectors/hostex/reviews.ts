import type { ReviewRecord } from '../../contract/records.ts'
import { isFields } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, utcInstant } from '../../connector-kit/dates.ts'
import { responseOf } from '../../connector-kit/message-readings.ts'
import { idIn, mapping, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { reviewPlatform } from '../../connector-kit/stay-readings.ts'
import type { ReviewWrites } from '../../connector-kit/write-operations.ts'
import { listPage } from './envelope.ts'
import { channelSource } from './map-reservation.ts'
import { reviewTable, VendorReview } from './vendor.ts'

/** One call covers less than 180 days of departures. */
const windowDays = 170
/** Reviews of older stays are not read: every window costs two calls. */
const windows = 7
/** A guest's review that the host has not returned stands in a list of its own. */
const states = ['reviewed', 'pending_host_review'] as const

interface ReviewCursor {
  part: number
  inner: string | null
  /** The windows must not move during the walk. */
  today: string
}

const codeOf = idIn('reservation_code')

export const reviews: NonNullable<VendorOperations['reviews']> = {
  async page({ http, now }, { cursor }) {
    const start = { part: 0, inner: null, today: now().toISOString().slice(0, 10) }
    const place = readCursor<ReviewCursor>(cursor, start)
    const end = addDays(place.today, 1 - Math.floor(place.part / states.length) * (windowDays + 1))
    const query = {
      review_status: states[place.part % states.length],
      start_check_out_date: addDays(end, -windowDays),
      end_check_out_date: end,
    }
    const list = { path: '/v3/reviews', name: 'reviews', query, idOf: codeOf }
    const { rows, next } = await listPage(http, { ...list, cursor: place.inner })
    const part = next === null ? place.part + 1 : place.part
    return {
      ...mapRows(rows, mapping('review', VendorReview, toReview, codeOf)),
      next: part < windows * states.length ? writeCursor({ ...place, part, inner: next }) : null,
    }
  },
}

/** A reservation has one review of its guest, under the reservation's code. Without it there is nothing to show. */
function toReview(row: VendorReview): ReviewRecord | undefined {
  if (!isFields(row.guest_review)) return undefined
  return {
    externalId: row.reservation_code,
    platform: reviewPlatform(channelSource(row.channel_type)),
    reservationExternalId: row.reservation_code,
    reviewerRole: 'guest',
    ...reviewTable.read(row),
    response: responseOf(row.host_reply?.content, utcInstant(row.host_reply?.created_at)),
  }
}

export const reviewWrites: ReviewWrites = {
  // The vendor documents no limit, so this one is low.
  maxLength: 1000,

  async reply({ http }, { externalId, body }) {
    await http.post(`/v3/reviews/${encodeURIComponent(externalId)}`, { body: { host_reply_content: body } })
  },
}
