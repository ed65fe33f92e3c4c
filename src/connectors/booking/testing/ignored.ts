/**
 * These fields of Booking.com are left unread for a reason; certification fails on a field that is neither
 * read nor named here.
 */
export const ignored = [
  {
    at: /@(Target|TimeStamp|Version|xmlns)$| meta\.(ruid|page|pageSize)$| data\.ok$/,
    why: 'envelope; the id of an answer is read where something went wrong',
  },
  { at: /\.property_id$|reservations hotel_id$/, why: 'known already: it was asked for' },
  { at: /status data\.connected_at$/, why: 'only whether it is connected matters' },
  {
    at: /conversations data\.conversations\.(access|messages\.)/,
    why: 'messages are read with the conversation',
  },
  {
    at: /data\.conversation\.(access|conversation_id|conversation_reference|conversation_type|messages\.conversation\.)/,
    why: 'read from the list of conversations',
  },
  { at: /messages\.sender\.participant_id$/, why: 'who wrote is told by the kind of participant' },
  {
    at: /reviews\.(id|url|last_change_timestamp)$|reviewer\.(country_code|is_genius)$/,
    why: 'the id by which a review is kept is read; where its writer lives is kept nowhere',
  },
  { at: /TPA_Extensions@/, why: 'how far the property is, which its own routes show' },
  {
    at: /xml\/reservations (city|zip|date|time|modified_at|name|loyalty_id)$/,
    why: 'of the person who booked, what is needed to reach him; changes are told by the queues',
  },
  {
    at: /xml\/reservations (extracomponent|price|total$|total_cancellation_fee|max_children|numberofguests)/,
    why: 'the price of each room as a whole is read, and its guests by their ages',
  },
  {
    at: /property-api\/properties\/\* data\.(currency_code|position\.|property_name|status|physical_address\.(address_line|postal_code))/,
    why: 'name and currency are told with the connections; of where it is the town is enough',
  },
  { at: /roomrateavailability date@cancelled$/, why: 'what is left to sell and booked is read' },
  {
    at: /roomrates (rate@policy|rate@policy_id|room@hotel_name|room@max_children)$/,
    why: 'policies belong to the property; a room has how many sleep there',
  },
] as const
