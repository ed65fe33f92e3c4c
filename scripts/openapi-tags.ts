/** The tags of the interface in the order in which the reference shows them. */
export const openApiTags: Record<string, string> = {
  Listings: 'Homes and room types, with what can be done on each.',
  Properties: 'The older name of listings, with its own record and filters.',
  Availability: 'Nights with price and minimum stay.',
  Reservations: 'Bookings from every source in one shape.',
  Guests: 'The people who book.',
  Conversations: 'Threads with guests, and their messages.',
  Inquiries: 'Questions about a stay that is not booked yet.',
  Reviews: 'What guests and hosts said of each other.',
  Connect: 'Accounts at PMSs and channels: connect, look at, disconnect.',
  Webhooks: 'Where events are delivered.',
  Usage: 'Requests so far, and what the plan allows.',
  Sandbox: 'Fixed test data, for `sk_test_` keys only.',
  Health: 'Whether the server answers.',
  Events: 'What your server is sent when something changes, signed and repeated until it is accepted.',
}
