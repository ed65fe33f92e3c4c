/** Stays break these rules of a listing's nights; the words are stable. */

/** A calendar alone gives these rules, the most important first. */
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
