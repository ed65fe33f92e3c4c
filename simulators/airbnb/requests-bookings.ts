import * as is from '../kit/shape.ts'
import { channelId, paged } from './requests.ts'
import { declineReasons, statusFilters } from './vocabulary.ts'

export const bookingRequests: is.RouteShapes = {
  'GET /reservations': {
    query: is.some({
      host_id: channelId,
      listing_id: channelId,
      start_date: is.day,
      end_date: is.day,
      all_status: is.flag,
      include_only_status: is.oneOf(...Object.keys(statusFilters)),
      ...paged,
    }),
  },
  'GET /reservations/:code': {},
  'PUT /reservations/:code': {
    body: is.some({
      attempt_action: is.oneOf('accept', 'deny'),
      decline_reason: is.oneOf(...declineReasons),
      decline_message_to_guest: is.filled,
      decline_message_to_airbnb: is.text,
      status_type: is.oneOf('cancelled_by_host'),
      reason: is.filled,
      sub_reason: is.text,
      message_to_guest: is.text,
      message_to_airbnb: is.text,
    }),
  },
}
