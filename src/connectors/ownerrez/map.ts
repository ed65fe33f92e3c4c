/** Small readings shared by the mappings. */
import { utcInstant } from '../../connector-kit/dates.ts'

/** Text that says something. */
export function presentText(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  return text === '' ? null : text
}

export function wholeNumber(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 ? number : null
}

export function idText(value: number | string | null | undefined): string | null {
  return value === null || value === undefined || value === '' || value === 0 ? null : String(value)
}

export function currencyCode(value: string | null | undefined): string | null {
  const code = value?.trim().toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}

/** `…_utc` moments, which may carry seven digits of a second. */
export function instant(value: string | null | undefined): string | null {
  return utcInstant(presentText(value)?.replace(/(\.\d{6})\d+/, '$1'))
}

/** `HH:MM`, from a time with or without seconds; null for anything else. */
export function timeOfDay(value: string | null | undefined): string | null {
  return /^([01]\d|2[0-3]):[0-5]\d/.exec(presentText(value) ?? '')?.[0] ?? null
}
