import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / (page|page_count|page_size|total_items)$/,
    / _links($|\.)/,
    / _embedded$/,
    / _embedded\.(units|reservations|channel_reviews)$/,
    // Without it nobody has reviewed yet.
    / _embedded\.channel_reviews\[\]\.channelReviews($|\[\]\.reviewerRole$)/,
  ],
  essential: [
    /^GET \/api\/pms\/units _embedded\.units\[\]\.id$/,
    /^GET \/api\/v2\/pms\/units\/\*\/availability \[\]\.date$/,
    /^GET \/api\/v2\/pms\/reservations _embedded\.reservations\[\]\.(id|unitId|arrivalDate|departureDate)$/,
    /^GET \/api\/v2\/pms\/reservations\/\* (id|unitId|arrivalDate|departureDate)$/,
    /^GET \/api\/channel-management\/channel\/reviews _embedded\.channel_reviews\[\]\.id$/,
  ],
}
