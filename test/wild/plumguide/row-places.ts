import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [/ (listings|bookings|blockedDates|customPrices)$/],
  essential: [
    /^GET \/v2\/listings listings\[\]\.id$/,
    /^GET \/v2\/bookings\S* (bookings\[\]\.)?(bookingCode|listingId|checkIn|checkOut)$/,
    /^GET \/v2\/listings\/\*\/blocked-dates blockedDates\[\]\.(from|to)$/,
  ],
}
