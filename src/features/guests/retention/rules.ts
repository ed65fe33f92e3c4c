/** Pure. */

/** Who left before this day has been gone for so many months. */
export const lastDayKept = (now: Date, months: number): string =>
  Temporal.PlainDate.from(now.toISOString().slice(0, 10)).subtract({ months }).toString()
