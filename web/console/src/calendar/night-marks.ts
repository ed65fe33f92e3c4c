/** What a cell shows of the channels. Pure. */
import type { components } from '../api/schema.ts'

export type Exposure = components['schemas']['Exposure']
type ExposureNight = components['schemas']['ExposureNight']

export interface NightMark {
  channel: string
  /** `exposed`: sold here, and the channel still sells it. */
  state: ExposureNight['state'] | 'exposed'
}

/** By date. */
export type ListingMarks = ReadonlyMap<string, readonly NightMark[]>

export function marksOf({ channels }: Pick<Exposure, 'channels'>): ListingMarks {
  const marks = new Map<string, NightMark[]>()
  for (const { channel, nights } of channels)
    for (const { date, state, exposed } of nights) {
      const mark: NightMark = { channel, state: exposed ? 'exposed' : state }
      marks.set(date, [...(marks.get(date) ?? []), mark])
    }
  return marks
}
