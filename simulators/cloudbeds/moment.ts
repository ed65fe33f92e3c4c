/** The vendor writes moments without a zone: some by the property's clock, some in UTC. */
export function localMoment(ms: number, timeZone: string): string {
  const local = new Date(ms + offsetMs(ms, timeZone)).toISOString()
  return local.slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ')
}

/** No clock is set within a quarter of an hour. A page of a list asks it of every booking that there is. */
const quarterMs = 900_000
const offsets = new Map<string, Map<number, number>>()

function offsetMs(ms: number, timeZone: string): number {
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

/** A moment or a bare day in a filter, as text that sorts; undefined when it is neither. */
export function readBound(text: string): string | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2}))?$/.exec(text)
  return match === null ? undefined : `${match[1]} ${match[2] ?? '00:00:00'}`
}
