/** What a route can answer when the account it reaches fails, by the kind of account; the codes stand in `upstream/failure-codes.ts`. */
export const airbnbFailures = ['airbnb_rejected', 'airbnb_rate_limited', 'airbnb_error'] as const
export const bookingFailures = ['booking_rejected', 'booking_rate_limited', 'booking_error'] as const
/** Of Vrbo and Plum Guide. */
export const otherChannelFailures = ['channel_rejected', 'channel_action_unavailable'] as const
