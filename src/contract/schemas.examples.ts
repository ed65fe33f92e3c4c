/** The schema tests and the published description find all handwritten examples here, by schema name. */
import { planExamples } from './agent-plan.examples.ts'
import { calendarExamples, calendarRefused } from './calendar.examples.ts'
import { airbnbListingExamples } from './channel-airbnb-listings.examples.ts'
import { channelAirbnbExamples } from './channel-airbnb.examples.ts'
import { channelBookingExamples } from './channel-booking.examples.ts'
import { plumExamples } from './channel-plumguide.examples.ts'
import { channelCalendarExamples } from './channel-calendar.examples.ts'
import { channelContentExamples } from './channel-content.examples.ts'
import { channelPhotoExamples } from './channel-photos.examples.ts'
import { channelVrboExamples } from './channel-vrbo.examples.ts'
import { connectExamples } from './connect.examples.ts'
import { connectionExamples, connectionRefused } from './connection.examples.ts'
import type { ForbiddenExamples } from './examples.ts'
import { inboxExamples } from './inbox.examples.ts'
import { listingExamples, listingRefused } from './listing.examples.ts'
import { listingWriteExamples, listingWriteRefused } from './listing-write.examples.ts'
import { keyExamples } from './keys.examples.ts'
import { icalExamples } from './ical.examples.ts'
import { aiExamples } from './ai.examples.ts'
import { billingExamples } from './billing.examples.ts'
import { kvExamples } from './kv.examples.ts'
import { marketStateExamples } from './market-state.examples.ts'
import { authorizationExamples } from './agent-authorization.examples.ts'
import { memberExamples } from './members.examples.ts'
import { retentionExamples } from './retention.examples.ts'
import { cutoverExamples } from './cutover.examples.ts'
import { migrationExamples } from './migration.examples.ts'
import { pricingExamples } from './pricing.examples.ts'
import { relayExamples } from './relay.examples.ts'
import { reservationExamples, reservationRefused } from './reservation.examples.ts'
import { responseSchemaExamples } from './response-schema.examples.ts'
import { serviceExamples, serviceRefused } from './service.examples.ts'
import { webhookExamples } from './webhook.examples.ts'

export const examples = {
  ...serviceExamples,
  ...planExamples,
  ...listingExamples,
  ...listingWriteExamples,
  ...calendarExamples,
  ...reservationExamples,
  ...inboxExamples,
  ...relayExamples,
  ...connectExamples,
  ...connectionExamples,
  ...migrationExamples,
  ...cutoverExamples,
  ...webhookExamples,
  ...keyExamples,
  ...icalExamples,
  ...pricingExamples,
  ...aiExamples,
  ...billingExamples,
  ...kvExamples,
  ...authorizationExamples,
  ...memberExamples,
  ...retentionExamples,
  ...responseSchemaExamples,
  ...channelAirbnbExamples,
  ...airbnbListingExamples,
  ...channelBookingExamples,
  ...plumExamples,
  ...channelCalendarExamples,
  ...channelContentExamples,
  ...channelPhotoExamples,
  ...channelVrboExamples,
  ...marketStateExamples,
}

export const refused: ForbiddenExamples = {
  ...serviceRefused,
  ...listingRefused,
  ...listingWriteRefused,
  ...calendarRefused,
  ...reservationRefused,
  ...connectionRefused,
}
