/** Names of channels' listings and accounts, in the API and in texts. */

export interface ChannelTerms {
  provider: string
  reconnect: string
  unit: { field: string; name: string }
  account: { field: string; name: string }
}

export const channelTerms = {
  airbnb: {
    provider: 'airbnb',
    reconnect: '/v1/connect/airbnb',
    unit: { field: 'airbnbId', name: 'Airbnb listing' },
    account: { field: 'hostId', name: 'host of Airbnb' },
  },
  booking: {
    provider: 'booking',
    reconnect: '/v1/connect/booking/credentials',
    unit: { field: 'roomBookingId', name: 'room of Booking.com' },
    account: { field: 'hotelId', name: 'property of Booking.com' },
  },
} as const satisfies Record<string, ChannelTerms>
