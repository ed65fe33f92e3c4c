import {
  BookingReview,
  BookingReviewAnswered,
  BookingReviewBody,
} from '../../../contract/channel-booking-inbox.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { newestFirst, replyToReview, reviewTotal } from '../../inbox/public.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { asBooking, writeErrors } from './errors.ts'
import { findHotelConnections, findHotel, HotelIdFilter } from './hotels.ts'
import { channelReviews, isChannelReview, type ChannelReviewRow } from '../engine/review-queries.ts'

const tag = 'Booking'
const url = '/v1/channels/booking/reviews'

const toBookingReview = (row: ChannelReviewRow): BookingReview => ({
  id: row.id,
  externalId: row.external_id,
  propertyId: row.host.id,
  listingId: row.listing_id,
  reservationId: row.reservation_code,
  guestName: row.guest_name,
  rating: row.rating === null ? null : Number(row.rating),
  comment: row.public_review,
  response: row.response_body,
  createdAt: row.submitted_at?.toISOString() ?? null,
})

async function answerReview(
  context: RouteWriteContext,
  { property_id, review_id: id, response }: BookingReviewBody,
  dryRun: boolean,
): Promise<BookingReviewAnswered> {
  const { services, scope } = context
  const hotel = await findHotel(services, scope, String(property_id), 'property_id')
  if (!(await isChannelReview(services.db, scope, id, [hotel.id])))
    throw new ApiError('not_found', `No review ${id} of this property.`, {
      field: 'review_id',
      value_received: id,
    })
  const toReply = (result: { dryRun?: true }): BookingReviewAnswered => ({
    success: true,
    ...(result.dryRun ? { dryRun: true } : {}),
  })
  return asBooking(context, toReply, (write) => replyToReview(write, id, { response }, dryRun))
}

export const bookingReviewRoutes = [
  route({
    method: 'GET',
    url,
    id: 'listBookingReviews',
    family: 'reviews',
    ofListings: 'narrows',
    tag,
    summary: 'List reviews of Booking.com',
    description:
      'Reviews of the connected properties, as they were read last, the newest first. Those about inactive listings are left out; a property with several rooms tells of which it is about of none.',
    query: listQuery({ property_id: HotelIdFilter }, { defaultLimit: 50 }),
    reply: listOf(BookingReview),
    errors: ['not_found'],
    handle: async (context) => {
      const { services, scope, query } = context
      const connectionIds = await findHotelConnections(services, scope, query.property_id)
      const filters = { connectionIds, reviewer_role: 'guest' as const }
      return listPage(context, {
        defaultLimit: 50,
        ordering: newestFirst,
        rows: (page) => channelReviews(services.db, scope, filters, page),
        total: () => reviewTotal(services.db, scope, filters),
        item: toBookingReview,
      })
    },
  }),

  route({
    method: 'POST',
    url,
    id: 'answerBookingReview',
    family: 'reviews',
    ofListings: 'narrows',
    tag,
    summary: 'Answer a review of Booking.com',
    description:
      'An answer is public, cannot be changed, and is shown there after it was looked at. The same as `POST /v1/reviews/{id}/reply`.',
    query: DryRun,
    body: BookingReviewBody,
    reply: BookingReviewAnswered,
    errors: [...writeErrors, 'not_found', 'already_replied', 'reply_not_allowed'],
    statuses: { no_connection: 409 },
    handle: (context) => answerReview(context, context.body, context.query.dry_run === true),
  }),
]
