/** Compares what was sent with what the channel shows. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { normalizeText } from '../../../../platform/normalize-text.ts'

/** A request field, with what the channel shows of it. */
export interface FieldComparison {
  field: string
  wanted: unknown
  shown: unknown
}

/** Makes absent and empty values equal. */
export function evenOut(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return normalizeText(value) || null
  if (Array.isArray(value)) return value.map(evenOut)
  if (typeof value !== 'object') return value
  const fields = Object.entries(value).map(([name, one]) => [name, evenOut(one)] as const)
  return Object.fromEntries(fields.filter(([, one]) => one !== null))
}

export const isShownAsSent = ({ wanted, shown }: FieldComparison): boolean =>
  isDeepStrictEqual(evenOut(wanted), evenOut(shown))

/** Compares every field sent with the shown field of the same name. */
export const compareFields = (
  change: object | undefined,
  valueAtAirbnb: (field: string) => unknown,
  way = '',
): FieldComparison[] =>
  Object.entries(change ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({ field: `${way}${field}`, wanted: value, shown: valueAtAirbnb(field) }))

/** Converts `house_rules` to the records' `houseRules`. */
const camelCase = (field: string): string =>
  field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export const inCamelCase =
  (record: object | undefined) =>
  (field: string): unknown =>
    (record as Record<string, unknown> | undefined)?.[camelCase(field)]
