import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    // Whose account it is: every list is asked for with it.
    /\/v2\/users\/me user(\.id)?$/,
    / (listings|reservations|reservation|threads|messages|listing_reviews|calendar|calendar\.days)$/,
  ],
  essential: [
    / listings\[\]\.id$/,
    / calendar\.days\[\]\.date$/,
    / (reservations\[\]|reservation)\.(confirmation_code|listing_id_str|listing_id|start_date|end_date)$/,
    / threads\[\]\.(id_str|id)$/,
    / messages\[\]\.(id_str|id|user_id|created_at)$/,
    / listing_reviews\[\]\.(id_str|id|reviewer_role)$/,
  ],
}
