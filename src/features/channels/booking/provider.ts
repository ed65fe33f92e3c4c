/** Booking.com's provider id. */
export const provider = 'booking'
