/** The vendor writes moments in UTC with their offset. */
export function moment(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+00:00')
}

export function momentMs(value: string | null): number {
  return value === null ? Number.NaN : Date.parse(value)
}

/** Reads a moment, in UTC if it has no offset; undefined if it is unreadable. */
export function readMoment(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text)
  const ms = Date.parse(hasZone || text.length <= 10 ? text : `${text}Z`)
  return Number.isNaN(ms) ? undefined : ms
}

/** Takes a day or a moment. */
export const dayOf = (text: string): string => text.slice(0, 10)
