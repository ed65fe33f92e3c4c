import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [/ (success|type|count|data|pages|pages\.\w+)$/, / data\[\]\.(roomTypes|calendar)$/],
  essential: [
    /^GET \/v2\/properties data\[\]\.roomTypes\[\]\.id$/,
    /^GET \/v2\/inventory\/rooms\/calendar data\[\]\.roomId$/,
    /^GET \/v2\/inventory\/rooms\/calendar data\[\]\.calendar\[\]\.(from|to)$/,
    /^GET \/v2\/bookings data\[\]\.(id|roomId|arrival|departure)$/,
    /^GET \/v2\/channels\/booking\/reviews data\[\]\.review_id$/,
    /^GET \/v2\/channels\/airbnb\/reviews data\[\]\.id$/,
    /^GET \/v2\/bookings\/messages data\[\]\.(id|bookingId|source|time)$/,
  ],
}
