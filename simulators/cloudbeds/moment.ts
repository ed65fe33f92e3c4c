import { offsetMs } from '../kit/zone-offset.ts'

/** The vendor writes moments without a zone: some by the property's clock, some in UTC. */
export function localMoment(ms: number, timeZone: string): string {
  const local = new Date(ms + offsetMs(ms, timeZone)).toISOString()
  return local.slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ')
}

/** Reads a moment or a plain day of a filter as text that sorts; undefined if it is neither. */
export function readBound(text: string): string | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2}))?$/.exec(text)
  return match === null ? undefined : `${match[1]} ${match[2] ?? '00:00:00'}`
}
