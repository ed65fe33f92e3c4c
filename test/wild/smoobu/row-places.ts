import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [/ (apartments|bookings|page|page_count|page_size|total_items|data|data\.\*)$/],
  essential: [
    /^GET \/api\/apartments apartments\[\]\.id$/,
    /^GET \/api\/reservations bookings\[\]\.(id|arrival|departure|apartment|apartment\.id)$/,
    /^GET \/api\/reservations\/\* (id|arrival|departure|apartment|apartment\.id)$/,
  ],
}
