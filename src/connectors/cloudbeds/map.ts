import { wholeNumber } from '../../connector-kit/readings.ts'

/** All mappings share these small readings. */
/** The vendor writes 0 for no limit. */
export function limit(value: number | string | null | undefined): number | null {
  const number = wholeNumber(value)
  return number === 0 ? null : number
}

/** Reads `HH:MM` or `HH:MM:SS`, the hour with one digit or two; other text that guests write is no time. */
export function timeOfDay(value: string | null | undefined): string | null {
  const time = /^(([01]?\d|2[0-3]):[0-5]\d)(:[0-5]\d)?$/.exec(value?.trim() ?? '')?.[1]
  return time?.padStart('HH:MM'.length, '0') ?? null
}
