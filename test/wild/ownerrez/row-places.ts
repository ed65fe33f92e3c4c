import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [/ (items|count|limit|offset|next_page_url|days)$/],
  essential: [
    /^GET \/v2\/properties items\[\]\.id$/,
    /^GET \/v2\/bookings items\[\]\.(id|property_id|arrival|departure)$/,
    /^GET \/v2\/bookings\/\* (id|property_id|arrival|departure)$/,
    /^GET \/v2\/calendar\/\* days\[\]\.date$/,
    /^GET \/v2\/messages items\[\]\.(id|direction|from_role|sent_utc)$/,
    /^GET \/v2\/reviews items\[\]\.id$/,
  ],
}
