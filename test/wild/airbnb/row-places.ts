import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / paging(\.|$)/,
    / (listings|reservations|threads|messages|listing_reviews|reservation_alterations)$/,
    / (listing|reservation|thread|calendar|user|pricing_setting|availability_rule|booking_setting)$/,
    /users\/me /,
    / calendar\.days$/,
  ],
  essential: [
    /reservations? reservations?(\[\])?\.(confirmation_code|listing_id_str|start_date|end_date|status_type)$/,
    / listings?(\[\])?\.id$/,
    / threads?(\[\])?\.id_str$/,
    / threads?(\[\])?\.attachment\.type$/,
    / messages\[\]\.(id|user_id|created_at)$/,
    / listing_reviews\[\]\.(id_str|reviewer_role)$/,
    / calendar\.days\[\]\.(date|availability|available_count)$/,
  ],
}
