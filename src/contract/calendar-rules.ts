/** Rules that the nights of a listing set, as stable words. */

/** Of a calendar alone, the weightiest first. */
export const nightRules = [
  'closed',
  'min_nights',
  'max_nights',
  'no_arrival',
  'no_departure',
  'too_many_guests',
] as const

export const calendarRules = ['taken', ...nightRules] as const
export type CalendarRule = (typeof calendarRules)[number]
