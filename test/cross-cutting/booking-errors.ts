/** Errors of Booking.com's routes by file, route and code; all occur with its simulator. */
const bookingRates = 'test/channels/booking-rates.test.ts'
const bookingRatesRefused = 'test/channels/booking-rates-refused.test.ts'
const bookingProperty = 'test/channels/booking-property.test.ts'
/** Booking.com can answer any request with these. */
const said = ['booking_rejected', 'booking_rate_limited', 'booking_error']
const away = ['no_connection', 'connection_reauth_required']
const unsent = [
  'invalid_state',
  'pms_writes_off',
  'restriction_not_supported',
  'inventory_not_in_rate_update',
]

export const bookingMet: [file: string, route: string, codes: string[]][] = [
  [
    'test/channels/booking-setup.test.ts',
    'setUpBookingProperty',
    [
      ...said,
      ...away,
      'not_found',
      'listing_inactive',
      'invalid_action',
      'invalid_state',
      'missing_coordinates',
      'legal_entity_required',
      'legal_entity_not_yours',
      'booking_create_partial',
      'channel_not_supported',
    ],
  ],
  [
    'test/channels/booking-publish.test.ts',
    'publishListingToBooking',
    [
      ...away,
      'booking_rate_limited',
      'booking_error',
      'listing_not_on_booking',
      'ambiguous_booking_mapping',
      'invalid_state',
      'channel_not_supported',
    ],
  ],
  [bookingRatesRefused, 'listBookingRooms', ['listing_not_on_booking', 'ambiguous_booking_mapping']],
  [bookingRatesRefused, 'setBookingPropertyListed', ['ambiguous_booking_mapping']],
  [
    'test/channels/booking-properties.test.ts',
    'setBookingPropertyListed',
    ['listing_not_on_booking', 'no_connection', 'invalid_action', 'invalid_state', 'pms_writes_off'],
  ],
  ...['listBookingReservations', 'acknowledgeBookingReservations'].map((id): [string, string, string[]] => [
    'test/channels/booking-reservations.test.ts',
    id,
    [...said, ...away, 'not_found', 'listing_inactive', 'channel_not_supported'],
  ]),
  [bookingProperty, 'getBookingCharges', [...said, ...away, 'not_found', 'channel_not_supported']],
  [
    bookingProperty,
    'setBookingCharges',
    [...said, ...away, 'not_found', 'pms_writes_off', 'channel_not_supported'],
  ],
  [
    bookingProperty,
    'getBookingContent',
    [...said, ...away, 'not_found', 'invalid_type', 'channel_not_supported'],
  ],
  [
    bookingProperty,
    'setBookingContent',
    [...said, ...away, 'not_found', 'invalid_type', 'channel_not_supported'],
  ],
  [bookingRates, 'getBookingAvailability', [...said, 'not_found']],
  [bookingRatesRefused, 'getBookingAvailability', [...away, 'listing_inactive', 'channel_not_supported']],
  [bookingRates, 'setBookingAvailability', said],
  [
    bookingRatesRefused,
    'setBookingAvailability',
    [...away, ...unsent, 'not_found', 'invalid_type', 'listing_inactive', 'channel_not_supported'],
  ],
  [bookingRates, 'getBookingPricing', said],
  [
    bookingRatesRefused,
    'getBookingPricing',
    [...away, 'listing_not_on_booking', 'ambiguous_booking_mapping', 'channel_not_supported'],
  ],
  [bookingRates, 'setBookingPricing', said],
  [
    bookingRatesRefused,
    'setBookingPricing',
    [...away, ...unsent, 'listing_not_on_booking', 'ambiguous_booking_mapping', 'channel_not_supported'],
  ],
]
