/** Every route of the API: one line per slice. */
import { agentRoutes, aiRoutes } from './ai/public.ts'
import { auditRoutes } from './audit/routes.ts'
import { availabilityRoutes } from './availability/routes.ts'
import { exposureRoutes } from './availability/exposure-routes.ts'
import { calendarSyncRoutes } from './availability/calendar-sync-routes.ts'
import { answerRoutes } from './bookings/answer-routes.ts'
import { intentRoutes } from './bookings/intent-routes.ts'
import { quoteRoutes } from './bookings/quote-routes.ts'
import { billingRoutes } from './billing/public.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { airbnbRoutes } from './channel-airbnb/routes.ts'
import { bookingChannelRoutes } from './channel-booking/routes.ts'
import { vrboRoutes } from './channel-vrbo/routes.ts'
import { plumRoutes } from './channel-plumguide/routes.ts'
import { channelLinkRoutes } from './channel-links/routes.ts'
import { claimRoutes } from './connect/claim-routes.ts'
import { connectRoutes } from './connect/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { kvRoutes } from './kv/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { signInRoutes } from './members/sign-in-routes.ts'
import { memberSessionRoutes } from './members/session-routes.ts'
import { mappingRoutes } from './connect/mapping-routes.ts'
import { sessionRoutes } from './connect/session-routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { writePolicyRoutes } from './connections/write-policy.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { sendingRoutes } from './conversations/write-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { guestRoutes } from './guests/routes.ts'
import { retentionRoutes } from './guests/retention/routes.ts'
import { guestSearchRoutes } from './guests/search-routes.ts'
import { guestWriteRoutes } from './guests/write-routes.ts'
import { exportAddressRoutes, feedRoutes } from './ical/public.ts'
import { healthRoutes } from './health/routes.ts'
import { inboundRoutes } from './inbound/routes.ts'
import { inquiryAnswerRoutes } from './inquiries/answer-routes.ts'
import { inquiryRoutes } from './inquiries/routes.ts'
import { afterCutoverRoutes } from './migrations/after-routes.ts'
import { cutoverRoutes } from './migrations/cutover-routes.ts'
import { exportRoutes } from './migrations/export/routes.ts'
import { fileImportRoutes } from './migrations/file-import/routes.ts'
import { marketStateRoutes } from './market-state/routes.ts'
import { migrationRoutes } from './migrations/routes.ts'
import { pricingRoutes } from './pricing/public.ts'
import { propertyRoutes } from './listings/property-routes.ts'
import { listingRoutes } from './listings/routes.ts'
import { listingWriteRoutes } from './listings/write-routes.ts'
import { cityRoutes, listingMarketRoutes, marketListRoutes } from './markets/public.ts'
import { requestRoutes } from './requests/routes.ts'
import { reservationRoutes } from './reservations/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { reviewWriteRoutes } from './reviews/write-routes.ts'
import { schemaRoutes } from './schemas/routes.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { syncRoutes } from './sync/run/routes.ts'
import { usageRoutes } from './usage/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { Route } from '../http/route.ts'
import type { Services } from '../services.ts'

export const routes: readonly Route<Services>[] = [
  ...healthRoutes,
  ...listingRoutes,
  ...listingWriteRoutes,
  ...propertyRoutes,
  ...availabilityRoutes,
  ...exposureRoutes,
  ...pricingRoutes,
  ...calendarSyncRoutes,
  ...feedRoutes,
  ...exportAddressRoutes,
  ...marketStateRoutes,
  ...listingMarketRoutes,
  ...marketListRoutes,
  ...cityRoutes,
  ...vrboRoutes,
  ...channelLinkRoutes,
  ...reservationRoutes,
  ...bookingRoutes,
  ...answerRoutes,
  ...intentRoutes,
  ...quoteRoutes,
  ...guestRoutes,
  ...guestSearchRoutes,
  ...guestWriteRoutes,
  ...retentionRoutes,
  ...conversationRoutes,
  ...sendingRoutes,
  ...connectionRoutes,
  ...inboundRoutes,
  ...writePolicyRoutes,
  ...connectRoutes,
  ...claimRoutes,
  ...sessionRoutes,
  ...mappingRoutes,
  ...syncRoutes,
  ...migrationRoutes,
  ...afterCutoverRoutes,
  ...cutoverRoutes,
  ...exportRoutes,
  ...fileImportRoutes,
  ...inquiryRoutes,
  ...inquiryAnswerRoutes,
  ...reviewRoutes,
  ...reviewWriteRoutes,
  ...aiRoutes,
  ...agentRoutes,
  ...airbnbRoutes,
  ...bookingChannelRoutes,
  ...plumRoutes,
  ...webhookRoutes,
  ...eventRoutes,
  ...auditRoutes,
  ...requestRoutes,
  ...usageRoutes,
  ...billingRoutes,
  ...keyRoutes,
  ...memberRoutes,
  ...signInRoutes,
  ...memberSessionRoutes,
  ...kvRoutes,
  ...schemaRoutes,
  ...sandboxRoutes,
]
