/** Every route of the API: one line per slice. */
import { availabilityRoutes } from './availability/routes.ts'
import { calendarSyncRoutes } from './calendar-pushes/routes.ts'
import { answerRoutes } from './bookings/answer-routes.ts'
import { intentRoutes } from './bookings/intent-routes.ts'
import { quoteRoutes } from './bookings/quote-routes.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { connectRoutes } from './connect/routes.ts'
import { sessionRoutes } from './connect/session-routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { writePolicyRoutes } from './connections/write-policy.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { sendingRoutes } from './conversations/write-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { guestRoutes } from './guests/routes.ts'
import { guestWriteRoutes } from './guests/write-routes.ts'
import { healthRoutes } from './health/routes.ts'
import { inquiryAnswerRoutes } from './inquiries/answer-routes.ts'
import { inquiryRoutes } from './inquiries/routes.ts'
import { propertyRoutes } from './listings/property-routes.ts'
import { listingRoutes } from './listings/routes.ts'
import { listingWriteRoutes } from './listings/write-routes.ts'
import { reservationRoutes } from './reservations/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { reviewWriteRoutes } from './reviews/write-routes.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { syncRoutes } from './sync/run/routes.ts'
import { usageRoutes } from './usage/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { Route } from '../http/route.ts'
import type { Services } from '../services.ts'

/** Routes that touch no record of an account. */
const aboutWorkspace = (slice: readonly Route<Services>[]) =>
  slice.map((route) => ({ ...route, account: 'ignored' as const }))

export const routes = [
  ...healthRoutes,
  ...listingRoutes,
  ...listingWriteRoutes,
  ...propertyRoutes,
  ...availabilityRoutes,
  ...calendarSyncRoutes,
  ...reservationRoutes,
  ...bookingRoutes,
  ...answerRoutes,
  ...intentRoutes,
  ...quoteRoutes,
  ...guestRoutes,
  ...guestWriteRoutes,
  ...conversationRoutes,
  ...sendingRoutes,
  ...connectionRoutes,
  ...writePolicyRoutes,
  ...connectRoutes,
  ...sessionRoutes,
  ...syncRoutes,
  ...inquiryRoutes,
  ...inquiryAnswerRoutes,
  ...reviewRoutes,
  ...reviewWriteRoutes,
  ...aboutWorkspace(webhookRoutes),
  ...eventRoutes,
  ...aboutWorkspace(usageRoutes),
  ...sandboxRoutes,
]
