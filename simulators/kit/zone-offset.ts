/** No clock is set within a quarter of an hour. A page of a list asks for the offset at every booking that there is. */
const quarterMs = 900_000
const offsets = new Map<string, Map<number, number>>()

/** How far the clocks of a time zone are ahead of UTC at a moment. */
export function offsetMs(ms: number, timeZone: string): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>()
  offsets.set(timeZone, known)
  const quarter = Math.floor(ms / quarterMs)
  const found = known.get(quarter)
  if (found !== undefined) return found
  const at = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs).toZonedDateTimeISO(timeZone)
  const offset = at.offsetNanoseconds / 1_000_000
  known.set(quarter, offset)
  return offset
}
