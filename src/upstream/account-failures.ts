/** Routes declare these failures of the account they reach, by its kind; `upstream/failure-codes.ts` has the codes. */
export const airbnbFailures = ['airbnb_rejected', 'airbnb_rate_limited', 'airbnb_error'] as const
export const bookingFailures = ['booking_rejected', 'booking_rate_limited', 'booking_error'] as const
/** Vrbo and Plum Guide answer with these. */
export const otherChannelFailures = ['channel_rejected', 'channel_action_unavailable'] as const
