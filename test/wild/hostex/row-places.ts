import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / (request_id|error_code|error_msg|data)$/,
    / data\.(total|properties|room_types|reservations|listings|conversations|reviews|messages)$/,
    / data\.(properties\[\]\.availabilities|listings\[\]\.calendar)$/,
    / data\.conversations\[\]\.last_message_at$/,
    // Without it nobody has reviewed yet.
    / data\.reviews\[\]\.guest_review$/,
  ],
  essential: [
    /^GET \/v3\/properties data\.properties\[\]\.id$/,
    /^GET \/v3\/reservations data\.reservations\[\]\.(reservation_code|stay_code|property_id|check_in_date|check_out_date)$/,
    /^GET \/v3\/availabilities data\.properties\[\]\.(id|availabilities\[\]\.date)$/,
    /^POST \/v3\/listings\/calendar data\.listings\[\]\.(channel_type|listing_id|calendar\[\]\.date)$/,
    /^GET \/v3\/conversations data\.conversations\[\]\.id$/,
    /^GET \/v3\/conversations\/\* data\.(id|messages\[\]\.(id|sender_role|created_at))$/,
    /^GET \/v3\/reviews data\.reviews\[\]\.reservation_code$/,
  ],
}
