/** Reads cells of the files. Each function throws a `CellFault` in plain words for an unreadable cell. */
import { civilDay } from '../../../platform/civil-day.ts'
export class CellFault extends Error {
  override name = 'CellFault'
  /** Undefined if the fault concerns the whole row. */
  readonly column: string | undefined
  constructor(message: string, column?: string) {
    super(message)
    this.column = column
  }
}

/** Adds the column's name to a fault. */
export function inColumn<T>(column: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CellFault)) throw error
    throw new CellFault(`in the column ${column}, ${error.message}`, column)
  }
}

const shown = (value: string) => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)

/** Higher prices are mistakes; in hundredths. */
const dearest = 100_000_000
const signs: Readonly<Record<string, readonly string[] | null>> = {
  // The files write $ whatever the currency is.
  $: null,
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
}

/** Reads `$1,234.00` as hundredths; null for an empty cell. */
export function priceIn(text: string, currency: string): number | null {
  const [, sign = '', digits = ''] = /^\s*([$€£¥]?)\s*([0-9][0-9,]*(?:\.[0-9]{1,2})?)\s*$/.exec(text) ?? []
  if (text.trim() === '') return null
  if (digits === '' || !/^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(digits))
    throw new CellFault(`the price ${shown(text)} is no amount such as $1,234.00`)
  const known = signs[sign]
  if (known && !known.includes(currency))
    throw new CellFault(`the price ${shown(text)} is in ${known.join(' or ')}, and the market in ${currency}`)
  const [whole = '', cents = ''] = digits.replaceAll(',', '').split('.')
  const amount = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  if (amount > dearest) throw new CellFault(`the price ${shown(text)} is above ${dearest / 100} a night`)
  return amount === 0 ? null : amount
}

export function idIn(text: string): string {
  const value = text.trim()
  if (!/^[1-9]\d{0,18}$/.test(value) || BigInt(value) > 9_223_372_036_854_775_807n)
    throw new CellFault(`the id ${shown(text)} is no whole number`)
  return value
}

export function dateIn(text: string): string {
  const day = civilDay(text.trim())
  if (day !== null) return String(day)
  throw new CellFault(`the date ${shown(text)} is not written as 2026-06-15`)
}

export const optionalDateIn = (text: string): string | null => (text.trim() === '' ? null : dateIn(text))

export function flagIn(text: string): boolean {
  const value = text.trim().toLowerCase()
  if (['t', 'true', '1'].includes(value)) return true
  if (['f', 'false', '0'].includes(value)) return false
  throw new CellFault(`${shown(text)} is neither t nor f`, 'available')
}

/** Some files write whole numbers as `2.0`. */
export function countIn(text: string, most: number): number | null {
  const value = text.trim()
  if (value === '') return null
  const number = /^\d+(\.0+)?$/.test(value) ? Number(value) : Number.NaN
  if (number <= most) return number
  throw new CellFault(`${shown(text)} is no whole number from 0 to ${most}`)
}

/** Returns a rating of at most 5 as decimal text. */
export function ratingIn(text: string): string | null {
  const value = text.trim()
  if (value === '') return null
  if (/^\d(\.\d{1,6})?$/.test(value) && Number(value) <= 5) return value
  // Files from before 2021 rate up to 100.
  if (/^\d{1,3}(\.0)?$/.test(value) && Number(value) <= 100) return String(Number(value) / 20)
  throw new CellFault(`the rating ${shown(text)} is not from 0 to 5`)
}

export function degreesIn(text: string, most: number, quantity: string): number {
  const value = text.trim()
  const number = /^-?\d{1,3}(\.\d{1,15})?$/.test(value) ? Number(value) : Number.NaN
  if (Math.abs(number) <= most) return number
  throw new CellFault(`the ${quantity} ${shown(text)} is not from -${most} to ${most}`)
}

/** PostgreSQL cannot store NUL. */
export const textIn = (text: string, longest: number): string | null => {
  const value = text.replaceAll('\u0000', '').replaceAll(/\s+/g, ' ').trim()
  return value === '' ? null : value.slice(0, longest).toWellFormed()
}
