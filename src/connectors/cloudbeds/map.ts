import { wholeNumber } from '../../connector-kit/readings.ts'

/** Small readings shared by the mappings. */
/** 0 stands for no limit. */
export function limit(value: number | string | null | undefined): number | null {
  const number = wholeNumber(value)
  return number === 0 ? null : number
}

/** `HH:MM` or `HH:MM:SS`, the hour with one digit or two; guests write what they like. */
export function timeOfDay(value: string | null | undefined): string | null {
  const time = /^(([01]?\d|2[0-3]):[0-5]\d)(:[0-5]\d)?$/.exec(value?.trim() ?? '')?.[1]
  return time?.padStart('HH:MM'.length, '0') ?? null
}
