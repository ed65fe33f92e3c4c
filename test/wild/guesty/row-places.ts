import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / (count|total|limit|skip|status|title|fields|error)$/,
    / (results|data|conversations|posts|reviews)$/,
    / (cursor|pagination|data)\.\w+$/,
    / (cursor|pagination)$/,
    / data\.cursor\.\w+$/,
  ],
  essential: [
    /^GET \/v1\/listings(\/\*)? (results\[\]\.)?_id$/,
    /^GET \/v1\/availability-pricing\S* data\.days\[\]\.date$/,
    /^GET \/v1\/reservations-v3\S* (results\[\]|\[\]|data\[\]|reservations\[\])\.(_id|reservationId)$/,
    /^GET \/v1\/reservations-v3\S* \S*stay(\[\]\.(checkInDateLocalized|checkOutDateLocalized|unitTypeId|unitId|parentListingId|listingId))?$/,
    /^GET \/v1\/communication\/conversations\S* (data\.(conversations|posts)\[\]\.)?_id$/,
    /^GET \/v1\/communication\/conversations\/\*\/posts data\.posts\[\]\.(sentAt|createdAt|sentBy|type|from|from\.type)$/,
    /^GET \/v1\/reviews \S*\._id$/,
    /^GET \/v1\/reviews \S*\.rawReview(\.reviewer_role)?$/,
  ],
}
