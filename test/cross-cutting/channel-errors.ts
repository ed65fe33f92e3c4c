/** Errors of the channels' own routes by route, code and file; all occur with a simulated channel. */
import { fileErrors } from '../../src/features/inbox/conversations/sending/file-errors.ts'
import { bookingMet } from './booking-errors.ts'
import { plumMet } from './plumguide-errors.ts'
import { vrboMet } from './vrbo-errors.ts'

const airbnbReservations = 'test/channels/airbnb-reservations.test.ts'

const airbnbMessages = 'test/channels/airbnb-messaging.test.ts'

const airbnbListings = 'test/channels/airbnb-listings.test.ts'

const airbnbReviews = 'test/channels/airbnb-reviews.test.ts'

const airbnbOffers = 'test/channels/airbnb-offer-routes.test.ts'

/** Its tests try each call of offers and of changes. */
const airbnbRefusals = 'test/channels/airbnb-refusals.ts'

const airbnbAlterations = 'test/channels/airbnb-alterations.test.ts'

const bookingInbox = 'test/channels/booking-inbox.test.ts'
const writtenAtBooking = [
  'listing_inactive',
  'no_connection',
  'connection_reauth_required',
  'booking_rejected',
  'booking_rate_limited',
  'booking_error',
]

/** Every write can answer with these. */
const written = [
  'insufficient_access',
  'connection_reauth_required',
  'no_connection',
  'airbnb_rejected',
  'airbnb_rate_limited',
  'airbnb_error',
]

/** Mapping routes, with a key or in a session. */
const units = 'test/selling/units.test.ts'
const ofSessions = ['no_connection', 'invalid_state', 'session_terminal', 'session_expired']

const met: [file: string, route: string, codes: string[]][] = [
  [bookingInbox, 'listBookingThreads', ['not_found']],
  [bookingInbox, 'listBookingReviews', ['not_found']],
  [bookingInbox, 'sendBookingMessage', [...writtenAtBooking, 'not_found', 'attachments_not_supported']],
  [
    bookingInbox,
    'answerBookingReview',
    [...writtenAtBooking, 'not_found', 'already_replied', 'reply_not_allowed'],
  ],
  ...['listChannelUnits', 'listUnitListingOptions', 'mapChannelUnits', 'automapChannelUnits'].map(
    (id): [string, string, string[]] => [units, id, ofSessions],
  ),
  ...['getAirbnbQuality', 'getAirbnbListingSettings', 'updateAirbnbAvailability', 'updateAirbnbPricing'].map(
    (id): [string, string, string[]] => ['test/channels/content/rooms.test.ts', id, ['invalid_type']],
  ),
  ...['listBookingReservations', 'listAirbnbAlterations', 'makeAirbnbOffer'].map(
    (id): [string, string, string[]] => ['test/channels/unknown-type.test.ts', id, ['invalid_type']],
  ),
  [units, 'mapChannelUnits', ['channel_not_supported']],
  [units, 'automapChannelUnits', ['channel_not_supported']],
  ['test/channels/airbnb-grants.test.ts', 'sendAirbnbMessage', ['insufficient_access']],
  ['test/channels/channel-codes.test.ts', 'sendAirbnbMessage', ['channel_not_supported']],
  [
    airbnbMessages,
    'sendAirbnbMessage',
    [
      'connection_reauth_required',
      'no_connection',
      'airbnb_rejected',
      'airbnb_rate_limited',
      'airbnb_error',
      ...fileErrors,
    ],
  ],
  ...bookingMet,
  ...plumMet,
  ...vrboMet,
  [airbnbReviews, 'listAirbnbReviews', ['not_found']],
  [airbnbListings, 'listAirbnbListings', ['not_found']],
  [airbnbListings, 'getAirbnbListing', ['airbnb_link_missing', 'no_connection']],
  [
    airbnbReviews,
    'respondToAirbnbReview',
    [...written, 'already_replied', 'reply_not_allowed', 'channel_not_supported'],
  ],
  [
    airbnbReviews,
    'reviewAirbnbGuest',
    [
      ...written,
      'not_host_review',
      'review_already_submitted',
      'review_window_closed',
      'channel_not_supported',
    ],
  ],
  [
    airbnbReviews,
    'actOnAirbnbReview',
    [
      ...written,
      'listing_inactive',
      'already_replied',
      'reply_not_allowed',
      'not_host_review',
      'review_already_submitted',
      'review_window_closed',
      'channel_not_supported',
      'invalid_action',
    ],
  ],
  [airbnbReviews, 'reviewGuest', ['connection_reauth_required', 'no_connection']],
  ...['getAirbnbOffer', 'withdrawAirbnbOffer'].map((route): [string, string, string[]] => [
    airbnbRefusals,
    route,
    [...written, 'channel_not_supported'],
  ]),
  [airbnbRefusals, 'makeAirbnbOffer', [...written, 'listing_inactive', 'channel_not_supported']],
  [airbnbRefusals, 'requestAirbnbAlteration', [...written, 'listing_inactive', 'channel_not_supported']],
  [
    airbnbOffers,
    'makeAirbnbOffer',
    [
      'not_found',
      'conversation_already_booked',
      'inquiry_expired',
      'inquiry_no_longer_open',
      'airbnb_link_missing',
      'listing_not_on_airbnb',
    ],
  ],
  [airbnbOffers, 'withdrawAirbnbOffer', ['inquiry_no_longer_open']],
  [airbnbAlterations, 'listAirbnbAlterations', ['not_found']],
  ['test/channels/airbnb-transactions.test.ts', 'listAirbnbTransactions', ['not_found']],
  ['test/channels/airbnb-transactions.test.ts', 'refreshAirbnbTransactions', ['no_connection', 'not_found']],
  [
    airbnbAlterations,
    'requestAirbnbAlteration',
    ['not_found', 'invalid_state', 'pms_writes_off', 'listing_not_on_airbnb'],
  ],
  [airbnbAlterations, 'acceptAirbnbAlteration', ['reservation_not_modified']],
  ...['acceptAirbnbAlteration', 'declineAirbnbAlteration', 'cancelAirbnbAlteration'].map(
    (route): [string, string, string[]] => [airbnbAlterations, route, ['invalid_state', 'pms_writes_off']],
  ),
  ...['acceptAirbnbAlteration', 'declineAirbnbAlteration', 'cancelAirbnbAlteration'].map(
    (route): [string, string, string[]] => [airbnbRefusals, route, [...written, 'channel_not_supported']],
  ),
  [airbnbMessages, 'listAirbnbThreads', ['not_found']],
  [airbnbMessages, 'actOnAirbnbMessage', ['invalid_action', 'channel_not_supported']],
  [airbnbMessages, 'changeAirbnbMessage', ['invalid_action', 'channel_not_supported']],
  [
    airbnbReservations,
    'actOnAirbnbReservation',
    [
      ...written,
      'invalid_action',
      'invalid_state',
      'request_no_longer_pending',
      'request_expired',
      'channel_not_supported',
      'pms_writes_off',
    ],
  ],
]

/** The same tests run for every section of Airbnb listings. */
const sections = 'test/channels/content/sections.test.ts'
const access = 'test/channels/content/access.test.ts'
const rooms = 'test/channels/content/rooms.test.ts'
const photos = 'test/channels/content/photos.test.ts'
const sectionRoutes: { read: string[]; written: string[] } = {
  read: [
    ...['Descriptions', 'Amenities', 'Details', 'Rooms', 'CheckInGuide', 'CheckOutGuide', 'Permits'],
    ...['Photos', 'SafetyDisclosures', 'BookingSettings', 'Quality', 'ListingSettings'],
    ...['Availability', 'Pricing'],
  ].map((name) => `getAirbnb${name}`),
  written: [
    ...['Descriptions', 'Amenities', 'Details', 'Room', 'CheckInGuide', 'Permits', 'SafetyDisclosures'],
    ...['BookingSettings', 'Availability', 'Pricing'],
  ].map((name) => `updateAirbnb${name}`),
}
met.push(
  [
    'test/channels/content/pull.test.ts',
    'pullListingFromAirbnb',
    [...written, 'airbnb_link_missing', 'channel_not_supported'],
  ],
  ...[
    'addAirbnbPhotos',
    'updateAirbnbPhoto',
    'deleteAirbnbPhoto',
    'orderAirbnbPhotos',
    'chooseAirbnbCover',
  ].map((route): [string, string, string[]] => [
    photos,
    route,
    [...written, 'airbnb_link_missing', 'listing_not_api_connected', 'channel_not_supported'],
  ]),
  ...['addAirbnbPhotos', 'updateAirbnbPhoto'].map((route): [string, string, string[]] => [
    photos,
    route,
    ['validation_error'],
  ]),
  ...['createAirbnbRoom', 'deleteAirbnbRoom'].map((route): [string, string, string[]] => [
    rooms,
    route,
    [...written, 'airbnb_link_missing', 'listing_not_api_connected', 'channel_not_supported'],
  ]),
  [
    'test/channels/content/booking-settings.test.ts',
    'updateAirbnbBookingSettings',
    ['validation_error', 'unsupported_field'],
  ],
)
const publishing = 'test/channels/airbnb-publishing.test.ts'
const actions = [
  ...written.filter((code) => code !== 'airbnb_rejected'),
  'validation_error',
  'invalid_state',
].concat(['airbnb_link_missing', 'listing_not_api_connected', 'channel_not_supported'])
met.push(
  [publishing, 'publishListingToAirbnb', actions],
  ['test/channels/airbnb-creation.test.ts', 'publishListingToAirbnb', ['airbnb_rejected']],
  [publishing, 'actOnAirbnbListing', [...actions, 'airbnb_rejected', 'invalid_action']],
)
for (const route of ['updateAirbnbAvailability', 'updateAirbnbPricing']) {
  met.push([
    'test/selling/airbnb-nights.test.ts',
    route,
    ['invalid_state', 'pms_writes_off', 'unsupported_field'],
  ])
}
const [unlinked, failed] = [
  ['airbnb_link_missing', 'no_connection', 'connection_reauth_required'],
  ['airbnb_rate_limited', 'airbnb_error'],
]
for (const route of sectionRoutes.read) {
  met.push(
    [sections, route, [...unlinked, ...failed]],
    [access, route, ['channel_not_supported', 'airbnb_rejected']],
  )
}
for (const route of sectionRoutes.written) {
  met.push(
    [sections, route, [...unlinked, ...failed, 'airbnb_rejected', 'listing_not_api_connected']],
    [access, route, ['channel_not_supported', 'insufficient_access']],
  )
}

export const channelErrors: Record<string, string> = Object.fromEntries(
  met.flatMap(([file, route, codes]) => codes.map((code) => [`${route} ${code}`, file])),
)
