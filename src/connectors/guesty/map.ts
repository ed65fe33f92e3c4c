/** Small readings shared by the mappings: how Guesty writes nothing, numbers and moments. */
import { utcInstant } from '../../connector-kit/dates.ts'

/** Text that says something; blank text is how forms leave a field empty. */
export function presentText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text
}

export function wholeNumber(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 ? number : null
}

export function currencyCode(value: string | null | undefined): string | null {
  const code = value?.trim().toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}

/** An hour and minute of the day, as in `15:00`; null for what is none. */
export function timeOfDay(value: string | null | undefined): string | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)(?::\d{2})?$/.exec(value?.trim() ?? '')
  return match === null ? null : `${match[1]?.padStart(2, '0')}:${match[2]}`
}

/** The first of several moments that is told. */
export function firstInstant(...values: (string | null | undefined)[]): string | null {
  for (const value of values) {
    const time = utcInstant(value)
    if (time !== null) return time
  }
  return null
}

/** An address of a file; some come without their protocol. */
export function fileUrl(value: string | null | undefined): string | null {
  const url = presentText(value)
  return url?.startsWith('//') ? `https:${url}` : url
}
