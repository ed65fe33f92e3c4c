/** The catalogue lists every kind of event. */
import type { TObject } from 'typebox'
import { FeedRecoveredData, FeedStaleData } from './ical.ts'
import * as listings from './event-data-listings.ts'
import * as money from './event-data-money.ts'
import * as reservations from './event-data-reservations.ts'
import * as system from './event-data-system.ts'

/** The documentation groups the kinds in these families. */
export const eventDomains = {
  reservations: 'Reservations',
  listings: 'Listings',
  calendar: 'Calendar',
  accounts: 'Accounts',
  reviews: 'Reviews',
  ai: 'AI',
  payments: 'Payments',
  system: 'System',
} as const
export type EventDomain = keyof typeof eventDomains

export interface EventDefinition {
  readonly title: string
  /** One sentence says when the event is sent. */
  readonly description: string
  readonly domain: EventDomain
  /** The envelope carries this as `data`. */
  readonly data: TObject
}

const kind = <const Domain extends EventDomain, Data extends TObject>(
  domain: Domain,
  title: string,
  description: string,
  data: Data,
) => ({ title, description, domain, data })

export const catalogue = {
  'reservation.created': kind(
    'reservations',
    'Reservation created',
    'A new booking appeared, here or at a connected account; a request, once it was accepted.',
    reservations.ReservationCreatedData,
  ),
  'reservation.updated': kind(
    'reservations',
    'Reservation updated',
    'Dates, guest count, status or another shown field of a booking changed.',
    reservations.ReservationUpdatedData,
  ),
  'reservation.cancelled': kind(
    'reservations',
    'Reservation cancelled',
    'A booking was cancelled.',
    reservations.ReservationCancelledData,
  ),
  'reservation.conflict': kind(
    'reservations',
    'Double sale',
    'Two bookings hold the same night where there is a unit for one of them only; once for the two.',
    reservations.ConflictData,
  ),
  'reservation.message.received': kind(
    'reservations',
    'Message received',
    'A guest wrote in a conversation.',
    reservations.MessageReceivedData,
  ),
  'reservation.message.sent': kind(
    'reservations',
    'Message sent',
    'The host wrote in a conversation, through this API or elsewhere.',
    reservations.MessageSentData,
  ),
  'reservation.message.updated': kind(
    'reservations',
    'Message updated',
    'The text of a message changed.',
    reservations.MessageUpdatedData,
  ),
  'reservation.alteration.created': kind(
    'reservations',
    'Alteration requested',
    'Somebody asked to change a booking.',
    reservations.AlterationCreatedData,
  ),
  'reservation.alteration.responded': kind(
    'reservations',
    'Alteration answered',
    'A request to change a booking was answered.',
    reservations.AlterationRespondedData,
  ),
  'reservation.request.created': kind(
    'reservations',
    'Booking requested',
    'A guest asked to book and waits for the host.',
    reservations.RequestCreatedData,
  ),
  'reservation.request.updated': kind(
    'reservations',
    'Booking request settled',
    'A request to book was accepted, declined, withdrawn or ran out of time.',
    reservations.RequestUpdatedData,
  ),
  'inquiry.created': kind(
    'reservations',
    'Inquiry created',
    'A guest asked about a stay.',
    reservations.InquiryCreatedData,
  ),
  'inquiry.updated': kind(
    'reservations',
    'Inquiry updated',
    'An inquiry changed or got a new status.',
    reservations.InquiryUpdatedData,
  ),
  'listing.created': kind(
    'listings',
    'Listing created',
    'A listing appeared after its account was imported.',
    listings.ListingCreatedData,
  ),
  'listing.updated': kind(
    'listings',
    'Listing updated',
    'A shown field of a listing changed.',
    listings.ListingUpdatedData,
  ),
  'listing.deleted': kind(
    'listings',
    'Listing deleted',
    'The connected system no longer has a listing; its data stays readable.',
    listings.ListingDeletedData,
  ),
  'listing.suspended': kind(
    'listings',
    'Listing suspended',
    'A listing was switched off: nothing more is sent about it.',
    listings.ListingActivityData,
  ),
  'listing.reactivated': kind(
    'listings',
    'Listing reactivated',
    'A listing was switched on again.',
    listings.ListingActivityData,
  ),
  'calendar.updated': kind(
    'calendar',
    'Calendar updated',
    'Price, availability or a stay rule of nights changed.',
    listings.CalendarUpdatedData,
  ),
  'calendar.exposed': kind(
    'calendar',
    'Sold night open on a channel',
    'Sold nights have stayed open on a channel longer than they may.',
    listings.ExposedData,
  ),
  'calendar.exposure_ended': kind(
    'calendar',
    'Sold night closed on a channel',
    'Nights that `calendar.exposed` told of cannot be sold a second time any more.',
    listings.ExposureEndedData,
  ),
  'calendar.feed_stale': kind(
    'calendar',
    'Calendar feed out of date',
    'A calendar that a listing follows could not be believed twice in a row; what it closed stays closed.',
    FeedStaleData,
  ),
  'calendar.feed_recovered': kind(
    'calendar',
    'Calendar feed up to date again',
    'A calendar that `calendar.feed_stale` told of was read again.',
    FeedRecoveredData,
  ),
  'account.created': kind(
    'accounts',
    'Account connected',
    'An account was connected.',
    system.AccountCreatedData,
  ),
  'account.disconnected': kind(
    'accounts',
    'Account disconnected',
    'An account was disconnected, or its provider shut us out.',
    system.AccountDisconnectedData,
  ),
  'connect.session.completed': kind(
    'accounts',
    'Connect session completed',
    'Somebody finished the hosted connect page.',
    system.ConnectSessionCompletedData,
  ),
  'guest.forgotten': kind(
    'system',
    'Guest forgotten',
    'Who a guest was is erased here; erase your copies.',
    system.GuestForgottenData,
  ),
  'review.created': kind('reviews', 'Review created', 'A review appeared.', listings.ReviewCreatedData),
  'review.responded': kind(
    'reviews',
    'Review answered',
    'A review got a reply.',
    listings.ReviewRespondedData,
  ),
  'ai.operation.completed': kind(
    'ai',
    'AI operation completed',
    'A language model answered.',
    money.AiCompletedData,
  ),
  'ai.operation.failed': kind(
    'ai',
    'AI operation failed',
    'A language model did not answer.',
    money.AiFailedData,
  ),
  'payment.completed': kind(
    'payments',
    'Payment completed',
    'A payment was made.',
    money.PaymentCompletedData,
  ),
  'payment.refunded': kind(
    'payments',
    'Payment refunded',
    'A payment was given back.',
    money.PaymentRefundedData,
  ),
  'payout.completed': kind(
    'payments',
    'Payout completed',
    'A channel paid the host.',
    money.PayoutCompletedData,
  ),
  'usage.quota.warning': kind(
    'system',
    'Usage warning',
    'Four fifths of the requests of a day are used; once a day.',
    system.UsageQuotaWarningData,
  ),
  'migration.completed': kind(
    'system',
    'Migration import completed',
    'An import into a migrated workspace ended well.',
    system.MigrationCompletedData,
  ),
  'migration.failed': kind(
    'system',
    'Migration import failed',
    'An import into a migrated workspace stopped.',
    system.MigrationFailedData,
  ),
  'migration.watch.stay_found': kind(
    'system',
    'Stay found after a cutover',
    'A stay appeared or changed in the old system after the cutover.',
    system.WatchStayFoundData,
  ),
  'repull.ping': kind('system', 'Ping', 'Sent on request to prove that the receiver works.', system.PingData),
  'webhook.disabled': kind(
    'system',
    'Webhook disabled',
    'A subscription was disabled because its receiver keeps failing; told to the others.',
    system.WebhookDisabledData,
  ),
} satisfies Record<string, EventDefinition>
