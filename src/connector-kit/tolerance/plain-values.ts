/** Reads plain values as another type where only one reading is possible; undefined if none is. */
import { plainAmount } from '../money.ts'

const yes = new Set(['1', 'true', 'yes', 'y', 'on'])
const no = new Set(['0', 'false', 'no', 'n', 'off'])

export function plainFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const word = String(value).trim().toLowerCase()
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

export function plainNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const amount = plainAmount(value)
  return amount === null ? undefined : Number(amount)
}

export function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** Languages without null write an empty list (PHP) or an empty text (forms). */
export function isAbsent(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Accepts a list, PHP's object for a list with gaps, or a single item. */
export function plainList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (isAbsent(value)) return []
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Object.entries(value)
  const isNumbered = entries.every(([key]) => /^\d+$/.test(key))
  return isNumbered ? entries.map(([, item]) => item) : [value]
}
