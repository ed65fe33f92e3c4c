import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / (links|meta|accounts|rentals|bookings|amenities|conversations|reviews|attachments)$/,
    / meta\./,
    / (rentals\[\]\.availability|conversations\[\]\.(messages|participants))$/,
    // Who takes part tells of all messages who wrote them.
    / conversations\[\]\.participants\[\]\.(id|links|links\.member|links\.member\.type)$/,
  ],
  essential: [
    /^GET \/api\/v3\/rentals(\/\*)? rentals\[\]\.id$/,
    /^GET \/api\/v3\/bookings(\/\*)? bookings\[\]\.(id|links|links\.rental|start_at|end_at)$/,
    /^GET \/api\/v3\/rentals\/\* rentals\[\]\.(availability\.(map|start_date))$/,
    /^GET \/api\/v3\/inbox\/conversations(\/\*)? conversations\[\]\.id$/,
    /^GET \/api\/v3\/inbox\/conversations\/\* conversations\[\]\.messages\[\]\.(id|links|links\.sender|created_at)$/,
    /^GET \/api\/v3\/reviews reviews\[\]\.id$/,
  ],
}
