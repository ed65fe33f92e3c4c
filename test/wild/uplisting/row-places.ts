import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / (data|bookings|calendar|included)$/,
    / meta($|\.)/,
    // Bookings are read by property, so an unreadable id stops the walk.
    /^reservations\.(page|one)\b.*: GET \/properties data\[\]\.id$/,
  ],
  essential: [
    /^GET \/properties data\[\]\.id$/,
    /^GET \/calendar\/\* calendar\.days(\[\]\.date)?$/,
    /^GET \/bookings\/\* bookings\[\]\.(id|property_id|check_in|check_out)$/,
  ],
}
