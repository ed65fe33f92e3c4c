/** All mappings share these readings of empty values, numbers, codes and times of day. */
import { isCurrency } from '../contract/currencies.ts'
import { memoizeByText } from '../platform/memoize-by-text.ts'
import { decimalString } from './money.ts'
import { unreadable } from './tolerance/unread-fields.ts'

/** Blank text counts as missing, because forms leave fields empty that way. */
export function presentText(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? null : text
}

export function presentTexts(values: readonly unknown[]): string[] {
  return values.map(presentText).filter((text) => text !== null)
}

export function wholeNumber(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 ? number : unreadable(value)
}

/** Vendors write 0 in a number that would point to something but does not. */
export function idText(value: string | number | null | undefined): string | null {
  return value === null || value === undefined || value === '' || Number(value) === 0 ? null : String(value)
}

/** Returns null without a code, since amounts mean nothing then. */
export function currencyCode(value: string | null | undefined): string | null {
  const code = value?.trim().toUpperCase() ?? ''
  if (code === '') return null
  return isCurrency(code) ? code : unreadable(value)
}

const clock =
  /^(?:\d{4}-\d{2}-\d{2}[T ])?(\d{1,2})(?::?([0-5]\d))?(?::[0-5]\d(?:\.\d+)?)?\s*([ap]\.?m\.?)?(?![\da-z])/i

/**
 * Reads `HH:MM` as the vendor's clock shows it, from 12- or 24-hour times or from a moment. Returns null for
 * any other text.
 */
export function timeOfDay(value: string | null | undefined): string | null {
  const text = presentText(value)
  if (text === null) return null
  const [, hours = '', minutes, half = ''] = clock.exec(text) ?? []
  const isPlain = minutes !== undefined || half !== ''
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0)
  const fits = isPlain && hour < 24 && (half === '' || (Number(hours) >= 1 && Number(hours) <= 12))
  return fits ? `${String(hour).padStart(2, '0')}:${minutes ?? '00'}` : unreadable(value)
}

/** Makes a key of a name: `Pool & Spa` becomes `pool_spa`. */
export function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
}

/** Some vendors' file addresses lack their protocol. */
export function fileUrl(value: string | null | undefined): string | null {
  const url = presentText(value)
  return url?.startsWith('//') ? `https:${url}` : url
}

/** There are fewer time zones than this; the rest is what vendors write instead. */
const mostZones = 1000
/** The runtime takes a tenth of a millisecond to look for a zone, and every listing names one. */
const isTimeZone = memoizeByText((timeZone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}, mostZones)

/** Returns the name of a time zone that this runtime knows; null for anything else. */
export function timeZoneName(value: string | null | undefined): string | null {
  const timeZone = presentText(value)
  if (timeZone === null) return null
  return isTimeZone(timeZone) ? timeZone : unreadable(value)
}

/** Translates a vendor's word; undefined for a word that is not in the table. */
export function meaningOf<T>(table: Readonly<Record<string, T>>, word: unknown): T | undefined {
  const key = typeof word === 'string' || typeof word === 'number' ? String(word) : ''
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Some words decide what a row means, so an unknown one is refused, never guessed. */
export function demandMeaning<T>(table: Readonly<Record<string, T>>, word: string, kind: string): T {
  const meaning = meaningOf(table, word)
  if (meaning === undefined) throw new Error(`unknown ${kind} ${word.slice(0, 40)}`)
  return meaning
}

/** Converts a rating to a scale of five from the vendor's scale. */
export function outOfFive(value: number | string | null | undefined, best: 5 | 10): string | null {
  const text = decimalString(value)
  if (text === null) return null
  const rating = Number(text)
  if (rating < 0 || rating > best) throw new Error(`rating ${text} is outside 0 to ${best}`)
  return decimalString(Number(((rating * 5) / best).toFixed(3)))
}
