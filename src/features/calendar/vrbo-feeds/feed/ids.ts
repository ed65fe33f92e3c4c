/** What listings, units and parts of a price are called in the feeds. */

/** A listing is one kind of unit, of which there can be several. */
export const unitIdOf = (listingId: string): string => listingId

/** Vrbo sends these back with a booking. */
export const feeIds = { cleaning: 'cleaning', extraGuest: 'extra-guest', deposit: 'deposit' } as const
export const discountIds = { weekly: 'weekly', monthly: 'monthly' } as const
export const rentId = 'rent'
