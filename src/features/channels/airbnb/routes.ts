import { airbnbCalendarRoutes } from './calendar/routes.ts'
import { airbnbContentRoutes } from './content/routes.ts'
import { airbnbAlterationRoutes } from './alterations/routes.ts'
import { airbnbConnectionRoutes } from './connection-routes.ts'
import { airbnbListingRoutes } from './listing-routes.ts'
import { airbnbMessageRoutes } from './message-routes.ts'
import { airbnbOfferRoutes } from './offer-routes.ts'
import { airbnbPublishingRoutes } from './publishing/routes.ts'
import { airbnbReservationRoutes } from './reservation-routes.ts'
import { airbnbReviewRoutes } from './review-routes.ts'
import { airbnbThreadRoutes } from './thread-routes.ts'
import { airbnbTransactionRoutes } from './transactions/routes.ts'

/** `/v1/channels/airbnb/…` */
export const airbnbRoutes = [
  ...airbnbConnectionRoutes,
  ...airbnbListingRoutes,
  ...airbnbReservationRoutes,
  ...airbnbThreadRoutes,
  ...airbnbMessageRoutes,
  ...airbnbReviewRoutes,
  ...airbnbOfferRoutes,
  ...airbnbContentRoutes,
  ...airbnbCalendarRoutes,
  ...airbnbPublishingRoutes,
  ...airbnbAlterationRoutes,
  ...airbnbTransactionRoutes,
]
