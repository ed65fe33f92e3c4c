/** What each channel and its accounts are called, in the API and in texts. */

export interface ChannelTerms {
  provider: string
  name: string
  /** Where a price stands, in a sentence about the channel. */
  at: string
  /** Whose write policy forbids a write. */
  policyOwner: string
  reconnect: string
  unit: { field: string; name: string }
  account: { field: string; name: string }
}

export const channelTerms = {
  airbnb: {
    provider: 'airbnb',
    name: 'Airbnb',
    at: 'on Airbnb',
    policyOwner: 'Airbnb',
    reconnect: '/v1/connect/airbnb',
    unit: { field: 'airbnbId', name: 'Airbnb listing' },
    account: { field: 'hostId', name: 'host of Airbnb' },
  },
  booking: {
    provider: 'booking',
    name: 'Booking.com',
    at: 'at Booking.com',
    policyOwner: 'the property',
    reconnect: '/v1/connect/booking/credentials',
    unit: { field: 'roomBookingId', name: 'room of Booking.com' },
    account: { field: 'hotelId', name: 'property of Booking.com' },
  },
  plumguide: {
    provider: 'plumguide',
    name: 'Plum Guide',
    at: 'there',
    policyOwner: 'Plum Guide',
    reconnect: '/v1/connect/plumguide',
    unit: { field: 'plumguideId', name: 'home' },
    account: { field: 'account_id', name: 'account of Plum Guide' },
  },
} as const satisfies Record<string, ChannelTerms>
