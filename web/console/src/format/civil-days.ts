/** Counting with civil dates (`2026-11-28`). Pure. */
export const dayMs = 86_400_000

/** A civil date at noon in UTC, where formatting in UTC cannot change its day. */
export const utcNoon = (date: string): Date => new Date(`${date.slice(0, 10)}T12:00:00Z`)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date.slice(0, 10)) + days * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / dayMs)

/** 0 for Sunday. */
export const weekdayOf = (date: string): number => utcNoon(date).getUTCDay()
