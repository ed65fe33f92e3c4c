/** Lists every route of the API, a line for each file. */
import { authorizationRoutes, mcpHealthRoutes, planRoutes } from './agents/public.ts'
import { agentRoutes, aiRoutes } from './extras/public.ts'
import { auditRoutes } from './observability/audit/routes.ts'
import { availabilityRoutes } from './calendar/availability/routes.ts'
import { exposureRoutes } from './calendar/availability/exposure-routes.ts'
import { calendarSyncRoutes } from './calendar/availability/calendar-sync-routes.ts'
import { answerRoutes } from './bookings/answer-routes.ts'
import { intentRoutes } from './bookings/intent-routes.ts'
import { quoteRoutes } from './bookings/quote-routes.ts'
import { billingRoutes } from './tenancy/public.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { figureRoutes } from './bookings/figures/routes.ts'
import {
  airbnbRoutes,
  bookingChannelRoutes,
  vrboRoutes,
  plumRoutes,
  channelLinkRoutes,
  marketStateRoutes,
} from './channels/public.ts'
import { claimRoutes } from './accounts/connect/claim-routes.ts'
import { connectRoutes } from './accounts/connect/routes.ts'
import { keyRoutes } from './tenancy/keys/routes.ts'
import { kvRoutes } from './extras/kv/routes.ts'
import { memberRoutes } from './tenancy/members/routes.ts'
import { signInRoutes } from './tenancy/members/sign-in-routes.ts'
import { memberSessionRoutes } from './tenancy/members/session-routes.ts'
import { mappingRoutes } from './accounts/connect/mapping-routes.ts'
import { sessionRoutes } from './accounts/connect/session-routes.ts'
import { connectionRoutes } from './accounts/connections/routes.ts'
import { writePolicyRoutes } from './accounts/connections/write-policy-routes.ts'
import { conversationRoutes } from './inbox/conversations/routes.ts'
import { sendingRoutes } from './inbox/conversations/write-routes.ts'
import { eventRoutes } from './webhooks/events/routes.ts'
import { guestRoutes } from './guests/routes.ts'
import { retentionRoutes } from './guests/retention/routes.ts'
import { guestSearchRoutes } from './guests/search-routes.ts'
import { guestWriteRoutes } from './guests/write-routes.ts'
import { exportAddressRoutes, feedRoutes } from './calendar/public.ts'
import { healthRoutes } from './observability/health/routes.ts'
import { inboundRoutes } from './sync/inbound/routes.ts'
import { inquiryAnswerRoutes } from './inbox/inquiries/answer-routes.ts'
import { inquiryRoutes } from './inbox/inquiries/routes.ts'
import { afterCutoverRoutes } from './migrations/after-routes.ts'
import { cutoverRoutes } from './migrations/cutover-routes.ts'
import { exportRoutes } from './migrations/export/routes.ts'
import { fileImportRoutes } from './migrations/file-import/routes.ts'
import { migrationRoutes } from './migrations/routes.ts'
import { pricingRoutes } from './markets/public.ts'
import { propertyRoutes } from './listings/property-routes.ts'
import { listingCalendarRoutes } from './listings/calendar-routes.ts'
import { listingRoutes } from './listings/routes.ts'
import { listingPictureRoutes } from './listings/pictures/routes.ts'
import { listingWriteRoutes } from './listings/write-routes.ts'
import { cityRoutes, listingMarketRoutes, marketListRoutes } from './markets/public.ts'
import { requestRoutes } from './observability/requests/routes.ts'
import { reservationRoutes } from './bookings/reservations/routes.ts'
import { reviewRoutes } from './inbox/reviews/routes.ts'
import { reviewWriteRoutes } from './inbox/reviews/write-routes.ts'
import { schemaRoutes } from './extras/schemas/routes.ts'
import { sandboxRoutes } from './accounts/sandbox/routes.ts'
import { syncRoutes } from './sync/run/routes.ts'
import { usageRoutes } from './tenancy/usage/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { Route } from '../http/route.ts'
import type { Services } from '../services.ts'

export const routes: readonly Route<Services>[] = [
  ...healthRoutes,
  ...mcpHealthRoutes,
  ...listingRoutes,
  ...listingWriteRoutes,
  ...listingPictureRoutes,
  ...propertyRoutes,
  ...availabilityRoutes,
  ...listingCalendarRoutes,
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
  ...figureRoutes,
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
  ...planRoutes,
  ...keyRoutes,
  ...memberRoutes,
  ...signInRoutes,
  ...memberSessionRoutes,
  ...authorizationRoutes,
  ...kvRoutes,
  ...schemaRoutes,
  ...sandboxRoutes,
]
