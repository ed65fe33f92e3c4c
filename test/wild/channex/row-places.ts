import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / data$/,
    / meta($|\.)/,
    // Nights stand below the id of their room type.
    /\/availability data\.[0-9a-f-]+$/,
    /\/(bookings|messages) data\[\]\.attributes$/,
    /\/bookings\/\* data\.attributes$/,
    // A cancelled booking may have no rooms: those that are stored have ended.
    /\/bookings(\/\*)? data(\[\])?\.attributes\.rooms$/,
    // Nights are asked of a property.
    /\/room_types\/\* data\.relationships($|\.property($|\.data($|\.id$)))/,
  ],
  essential: [
    / data(\[\])?\.id$/,
    /\/bookings(\/\*)? data(\[\])?\.attributes\.rooms\[\]\.(room_type_id|checkin_date|checkout_date)$/,
    /\/messages data\[\]\.attributes\.(sender|inserted_at)$/,
  ],
}
