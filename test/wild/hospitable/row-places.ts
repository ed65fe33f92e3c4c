import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / (data|meta|links)$/,
    / (meta|links)\.\S+$/,
    /\/calendar data\.(days|listing_id|provider|start_date|end_date)$/,
    // The bookings of a thread, which only lead to its messages.
    /^messages\.page \S+: GET \/v2\/reservations data\[\]\.(id|conversation_id)$/,
    // A booking without it has no conversation yet.
    /^conversations\.page: GET \/v2\/reservations data\[\]\.last_message_at$/,
  ],
  essential: [
    /^GET \/v2\/properties(\/\*)? data(\[\])?\.id$/,
    /^GET \/v2\/properties\/\*\/calendar data\.days\[\]\.date$/,
    /^GET \/v2\/properties\/\*\/reviews data\[\]\.id$/,
    /^GET \/v2\/(reservations|inquiries)(\/\*)? data(\[\])?\.(id|arrival_date|departure_date)$/,
    /^GET \/v2\/reservations(\/\*)? data(\[\])?\.properties(\[\]\.id)?$/,
    /^conversations\.page: GET \/v2\/reservations data\[\]\.conversation_id$/,
    /^GET \/v2\/reservations\/\*\/messages data\[\]\.(id|created_at|sender_type)$/,
  ],
}
