import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [/ (status|result|count|limit|offset|page|totalPages)$/],
  essential: [
    /^GET \/v1\/reservations\S* result(\[\])?\.(id|listingMapId|arrivalDate|departureDate)$/,
    /^GET \/v1\/listings\S* result(\[\])?\.id$/,
    /^GET \/v1\/listings\/\*\/calendar result\[\]\.date$/,
    /^GET \/v1\/conversations\S* result(\[\])?\.(id|conversationId|isIncoming|date|insertedOn|sentChannelDate)$/,
    /^GET \/v1\/reviews result\[\]\.(id|type|status)$/,
  ],
}
