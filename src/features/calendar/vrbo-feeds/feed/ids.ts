/** Ids of listings, units and price parts in the feeds. */

/** A listing is one kind of unit; there can be several of it. */
export const unitIdOf = (listingId: string): string => listingId

/** Vrbo sends these ids back with a booking. */
export const feeIds = { cleaning: 'cleaning', extraGuest: 'extra-guest', deposit: 'deposit' } as const
export const discountIds = { weekly: 'weekly', monthly: 'monthly' } as const
export const rentId = 'rent'
