import * as is from '../kit/shape.ts'
import { channelId, paged } from './requests.ts'
import { reviewCategories } from './reviews.ts'

const format = is.oneOf('for_api_partners')
const rating = is.between(1, 5)
const wordsOfReview = is.like('^[^]{1,1000}$')

export const inboxRequests: is.RouteShapes = {
  'GET /threads': {
    query: is.some({
      selected_inbox_type: is.oneOf('host'),
      _inbox_filter: is.filled,
      _format: format,
      ...paged,
    }),
  },
  'GET /threads/:id': { query: is.some({ _format: format }) },
  'GET /threads/:id/messages': { query: is.some({ _format: format, ...paged }) },
  'POST /messages': {
    body: is.exactly({
      thread_id: channelId,
      message: is.opt(is.filled),
      attachment_media: is.opt(is.list(is.exactly({ id: is.filled }), 1)),
      parent_message_id: is.opt(channelId),
    }),
  },
  'POST /media_uploads': {
    body: is.exactly({
      content_type: is.oneOf('image/jpeg', 'image/png', 'image/gif'),
      filename: is.opt(is.filled),
      image: is.filled,
    }),
  },
  'GET /listing_reviews': {
    query: is.some({ listing_id: channelId, reservation_confirmation_code: is.filled, ...paged }),
  },
  'GET /listing_reviews/:id': {},
  'PUT /listing_reviews/:id': {
    body: is.some({
      public_review: wordsOfReview,
      private_feedback: is.orNull(is.upTo(1000)),
      is_reviewee_recommended: is.bool,
      category_ratings: is.list(
        is.exactly({
          category: is.oneOf(...reviewCategories),
          rating,
          comment: is.opt(is.orNull(is.upTo(50))),
          review_category_tags: is.opt(is.list(is.like('^host_review_guest_(positive|negative)_\\w+$'))),
        }),
      ),
      reviewee_response: wordsOfReview,
    }),
  },
  'GET /reservation_alterations': {
    query: is.exactly({ confirmation_codes: is.list(is.filled, 1) }),
  },
  'GET /reservation_alterations/': {
    query: is.exactly({ confirmation_codes: is.list(is.filled, 1) }),
  },
  'GET /reservation_alterations/:id': {},
  'POST /reservation_alterations': {
    body: is.exactly({
      confirmation_code: is.filled,
      start_date: is.opt(is.day),
      end_date: is.opt(is.day),
      guest_details: is.opt(
        is.exactly({
          number_of_adults: is.between(1, 99),
          number_of_children: is.opt(is.count),
          number_of_infants: is.opt(is.count),
        }),
      ),
      total_price: is.opt(is.price),
      listing_id: is.opt(channelId),
    }),
  },
  'PUT /reservation_alterations/:id': {
    body: is.exactly({ status: is.oneOf('ACCEPTED', 'DECLINED', 'CANCELED') }),
  },
  'GET /special_offers/:id': {},
  'POST /special_offers': {
    body: is.exactly({
      type: is.oneOf('preapproval', 'special_offer'),
      block_instant_booking: is.opt(is.bool),
      thread_id: channelId,
      listing_id: is.opt(channelId),
      start_date: is.opt(is.day),
      nights: is.opt(is.between(1, 1125)),
      adults: is.opt(is.between(1, 99)),
      children: is.opt(is.count),
      total_price: is.opt(is.price),
    }),
  },
  'PUT /special_offers/:id': { body: is.exactly({ update_type: is.oneOf('withdraw') }) },
}
