import { bookingChargeRoutes } from './charge-routes.ts'
import { bookingContentRoutes } from './content-routes.ts'
import { bookingRateRoutes } from './rate-routes.ts'
import { bookingSetupRoutes } from './setup-routes.ts'
import { bookingMessageRoutes } from './message-routes.ts'
import { bookingPublishRoutes } from './publish-routes.ts'
import { bookingPropertyRoutes } from './property-routes.ts'
import { bookingListedRoutes } from './listed-routes.ts'
import { bookingReservationRoutes } from './reservation-routes.ts'
import { bookingRoomRoutes } from './room-routes.ts'
import { bookingWebhookRoutes } from './webhook-routes.ts'
import { bookingReviewRoutes } from './review-routes.ts'

/** `/v1/channels/booking/…`, and publishing there: one line for each resource. */
export const bookingChannelRoutes = [
  ...bookingPropertyRoutes,
  ...bookingListedRoutes,
  ...bookingRoomRoutes,
  ...bookingReservationRoutes,
  ...bookingRateRoutes,
  ...bookingChargeRoutes,
  ...bookingContentRoutes,
  ...bookingSetupRoutes,
  ...bookingPublishRoutes,
  ...bookingMessageRoutes,
  ...bookingReviewRoutes,
  ...bookingWebhookRoutes,
]
