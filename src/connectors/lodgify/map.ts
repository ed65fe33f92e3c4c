/** Small readings shared by the mappings: how Lodgify writes nothing, moments, money and ids. */
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import type { Money } from './vendor.ts'

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

/** Moments come with any offset, with seven digits of a second, or bare, which is taken for UTC. */
export function instant(value: string | null | undefined): string | null {
  const text = presentText(value)
  // The year 1 is how the vendor's platform writes a moment that was never set.
  if (text === null || text.startsWith('0001-01-01')) return null
  if (!/[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?[+-]\d{2}:?\d{2}$/.test(text)) {
    return utcInstant(text.replace(/(\.\d{6})\d+/, '$1'))
  }
  return Temporal.Instant.from(text).round('microsecond').toString()
}

/** Amounts are described as objects and come as numbers; both forms of object that were told of are read. */
export function money(value: Money | undefined): string | null {
  return decimalString(plain(value))
}

export function nonZeroMoney(value: Money | undefined): string | null {
  return nonZeroDecimal(plain(value))
}

function plain(value: Money | undefined): number | string | null | undefined {
  if (typeof value !== 'object' || value === null) return value
  return value.value ?? value.amount
}

/** Addresses of files come without a scheme. */
export function fileUrl(value: string | null | undefined): string | null {
  const text = presentText(value)
  return text?.startsWith('//') ? `https:${text}` : text
}

/** `HH:MM`, from a time with or without seconds; null for anything else. */
export function timeOfDay(value: string | null | undefined): string | null {
  return /^([01]\d|2[0-3]):[0-5]\d/.exec(presentText(value) ?? '')?.[0] ?? null
}
