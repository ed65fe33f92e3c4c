import { Refusal } from '../kit/refusal.ts'
import { refusal } from './answers.ts'
import { valueAt } from './projection.ts'

/** The vendor's `filters`: a JSON array of `{field, operator, value}`; all have to be met. */
export interface Filter {
  field: string
  operator: string
  value?: unknown
  from?: unknown
  to?: unknown
}

type Test = (stored: unknown, filter: Filter) => boolean

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
const same = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other)
const text = (value: unknown): string => String(value ?? '').toLowerCase()

const tests: Record<string, Test> = {
  $eq: (stored, { value }) => same(stored, value),
  $not: (stored, { value }) => !same(stored, value),
  $gt: (stored, { value }) => isOrdered(value, stored),
  $lt: (stored, { value }) => isOrdered(stored, value),
  $between: (stored, { from, to }) => !isOrdered(stored, from) && !isOrdered(to, stored) && stored !== null,
  $in: (stored, { value }) => listOf(value).some((one) => same(stored, one)),
  $nin: (stored, { value }) => !listOf(value).some((one) => same(stored, one)),
  $contains: (stored, { value }) => text(stored).includes(text(value)),
  $notcontains: (stored, { value }) => !text(stored).includes(text(value)),
  $exists: (stored, { value }) => (stored !== null && stored !== undefined) === (value !== false),
}

export function readFilters(text: string | undefined): Filter[] {
  const filters = text === undefined ? [] : parsed(text)
  if (!Array.isArray(filters)) throw wrong('filters must be an array')
  const odd: unknown = filters.find((filter) => !isFilter(filter))
  if (odd !== undefined) throw wrong(`filter is not valid: ${JSON.stringify(odd)}`)
  return filters as Filter[]
}

export function parsed(filters: string): unknown {
  try {
    return JSON.parse(filters)
  } catch {
    throw wrong('filters is not valid JSON')
  }
}

const wrong = (message: string): Refusal => new Refusal(refusal(400, message))

export function passes(record: object, filters: readonly Filter[]): boolean {
  return filters.every((filter) => tests[filter.operator]?.(valueAt(record, filter.field), filter) ?? false)
}

function isFilter(value: unknown): value is Filter {
  if (typeof value !== 'object' || value === null) return false
  const { field, operator } = value as Partial<Filter>
  return typeof field === 'string' && typeof operator === 'string' && Object.hasOwn(tests, operator)
}

// Moments are compared as moments, however they are written.
function comparable(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) return value ?? null
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? value : ms
}

function isOrdered(lower: unknown, higher: unknown): boolean {
  const [low, high] = [comparable(lower), comparable(higher)]
  if (typeof low !== typeof high || low === null || high === null) return false
  return (low as number | string) < (high as number | string)
}
