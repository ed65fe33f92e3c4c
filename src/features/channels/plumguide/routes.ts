import { plumBookingRoutes } from './booking-routes.ts'
import { plumCalendarRoutes } from './calendar-routes.ts'
import { plumListingRoutes } from './listing-routes.ts'
import { plumWebhookRoutes } from './webhook-routes.ts'

/** `/v1/channels/plumguide/…` */
export const plumRoutes = [
  ...plumListingRoutes,
  ...plumCalendarRoutes,
  ...plumBookingRoutes,
  ...plumWebhookRoutes,
]
