/** Guests who left before this day have been gone for that many months. */
export const lastDayKept = (now: Date, months: number): string =>
  Temporal.PlainDate.from(now.toISOString().slice(0, 10)).subtract({ months }).toString()
