/**
 * These fields of Airbnb are left unread for a reason; certification fails on a field that is neither read
 * nor named here.
 */
export const ignored = [
  { at: / paging\.limit$/, why: 'pages are followed by their cursor' },
  { at: /\.(listing_id|host_id)$/, why: 'known already: it was asked for' },
  { at: /messages messages\.thread_id$/, why: 'known already: it was asked for' },
  {
    at: /threads threads\.(id|business_purpose)$/,
    why: 'the id by which a thread is kept is read; the purpose of a trip is kept nowhere',
  },
  { at: /threads\.attachment\.booking_details\.nights$/, why: 'the two days are read' },
  {
    at: /listing_reviews\.(id|reviewee_id|reviewer_id|reviewee_role|first_completed_at)$/,
    why: 'whose it is follows from who wrote it, and the moment of its sending is read',
  },
  {
    at: /listings\.(check_in_option\.|quiet_hours$)/,
    why: 'details for guests, which routes of their own read and write',
  },
  {
    at: /reservations?\.(airbnb_collected_tax_amount|expected_payout_amount|listing_base_price|listing_host_fee|total_paid_amount)$/,
    why: 'rounded twins of exact amounts, which are read',
  },
  {
    at: /reservations?\.(nights|updated_at)$/,
    why: 'the two days are read; what changed is found by comparing',
  },
  { at: /reservation\.host_cancellation\./, why: 'asked for by whoever cancels, in a call of its own' },
  { at: /availability_rule\.max_days_notice\./, why: 'what is too far ahead is closed in the calendar' },
  {
    at: /booking_setting\.(guest_controls|cancellation_policy_settings|instant_booking_allowed_category)/,
    why: 'settings of the listing, which are read and written by routes of their own',
  },
  {
    at: /pricing_setting\.(cleaning_fee|guests_included|pricing_model|weekend_price)$/,
    why: 'the calendar has the price of every night, and a booking what was paid',
  },
  { at: /users\/me user\.email$/, why: 'of the host himself nothing but the name is kept' },
] as const
