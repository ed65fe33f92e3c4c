/** These are the vendor's own words. */

export const scopes = [
  'property_management',
  'reservations_web_hooks',
  'messages_read',
  'messages_write',
] as const
export type Scope = (typeof scopes)[number]

export const isScope = (word: string): word is Scope => (scopes as readonly string[]).includes(word)

/** Bookings in these states keep their nights from others. */
export const keepingNights: readonly string[] = [
  'new',
  'pending',
  'pending_payment',
  'at_checkpoint',
  'accept',
]
export const waiting: readonly string[] = ['new', 'pending', 'pending_payment', 'at_checkpoint']
export const cancelled: readonly string[] = ['cancelled_by_host', 'cancelled_by_guest', 'cancelled_by_admin']

/** Filters may use another name for a status than bookings do. */
export const statusFilters: Readonly<Record<string, readonly string[]>> = {
  pending: waiting,
  deny: ['deny'],
  timeout: ['timeout'],
  accept: ['accept'],
  cancelled_by_host: ['cancelled_by_host'],
  cancelled_by_guest: ['cancelled_by_guest'],
  cancelled_by_admin: ['cancelled_by_admin'],
}

export const declineReasons = [
  'dates_not_available',
  'not_a_good_fit',
  'waiting_for_better_reservation',
  'not_comfortable',
] as const

/** Reasons a host may give for cancelling, which are read with the booking. */
export const cancelReasons = ['calendar_conflict', 'maintenance_issue', 'unable_to_host', 'other'] as const

export const roomTypes = ['entire_home', 'private_room', 'shared_room'] as const
export const checkInCategories = [
  'doorman_entry',
  'lockbox',
  'smartlock',
  'keypad',
  'host_checkin',
  'other_checkin',
] as const
export const expectations = [
  'requires_stairs',
  'potential_noise',
  'has_pets',
  'limited_parking',
  'shared_spaces',
  'limited_amenities',
  'surveillance',
  'weapons',
  'animals',
  'noise_monitor',
  'pool_or_jacuzzi_with_no_fence',
  'heights_with_no_fence',
  'climbing_or_play_structure',
  'lake_or_river_or_water_body',
] as const
export const photoCategories = ['listing', 'room', 'listing_amenity', 'room_amenity'] as const
/** Kinds of rooms inside a listing. */
export const roomTypesInside = [
  ...['bedroom', 'bathroom', 'living_room', 'kitchen', 'studio', 'dining_room', 'family_room', 'office'],
  ...['garage', 'laundry_room', 'entrance_to_home', 'recreation_area', 'outdoor_space'],
] as const
export const busySubtypes = ['BLOCKED_BY_HOST', 'OUTSIDE_RESERVATION'] as const
export const platforms = ['VRBO', 'BOOKING_COM', 'OTHER'] as const

export const amenities = [
  'wifi',
  'kitchen',
  'tv',
  'washer',
  'heating',
  'smoke_detector',
  'workspace',
  'iron',
  'hair_dryer',
  'pool',
] as const
