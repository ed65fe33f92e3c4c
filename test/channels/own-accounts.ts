/** Routes that reach their provider in an account of its own, and what their bodies name there. */

/** What the example of a body names, as the account has it. */
export type RequestOfNames = (names: {
  listing: string
  link: string
  hotel: string
  connection: string
  code: string
  nights: { start: string; end: string }
}) => object

const none: RequestOfNames = () => ({})
const ofAirbnb: RequestOfNames = ({ connection, link }) => ({ airbnbConnectionId: `${connection}:${link}` })
const ofRoom: RequestOfNames = ({ link, nights }) => ({
  updates: [{ roomId: link, rateId: '40123001', dateRange: nights, price: 140, currency: 'EUR' }],
})

/** Nights of the examples are over one day, or taken in the portfolio that a simulator makes for that date. */
const stayOf = ({ start, end }: { start: string; end: string }) => ({ checkIn: start, checkOut: end })

/** Routes that reach their provider in an account of its own, by provider. */
export const reachedAt: Record<string, Record<string, RequestOfNames>> = {
  airbnb: {
    updateAirbnbAvailability: none,
    actOnAirbnbListing: (names) => ({ ...ofAirbnb(names), action: 'unlist' }),
    publishListingToAirbnb: ofAirbnb,
    pullListingFromAirbnb: ofAirbnb,
  },
  booking: {
    getBookingPricing: none,
    acknowledgeBookingReservations: ({ code }) => ({ reservation_ids: [code] }),
    setBookingAvailability: (names) => ({ ...ofRoom(names), property_id: names.hotel }),
    setBookingPricing: ofRoom,
  },
  vrbo: {
    previewVrboChange: ({ nights }) => stayOf(nights),
    cancelVrboReservation: none,
    refundVrboReservation: none,
  },
  plumguide: {
    getPlumguideWebhooks: none,
    replacePlumguideWebhooks: none,
    deletePlumguideWebhooks: none,
  },
  hostaway: { quoteReservation: ({ listing, nights }) => ({ listingId: listing, ...stayOf(nights) }) },
}

/** Whether a route speaks the words of a channel, and not of this one. */
export function isOfAnotherChannel(url: string, provider: string): boolean {
  const named = /^\/v1\/channels\/(\w+)\/|\/(?:publish|pull)\/(\w+)$/.exec(url)
  const channel = named?.[1] ?? named?.[2]
  return channel !== undefined && channel !== provider
}
