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

type Test = (held: unknown, filter: Filter) => boolean

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
const same = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other)
const text = (value: unknown): string => String(value ?? '').toLowerCase()

const tests: Record<string, Test> = {
  $eq: (held, { value }) => same(held, value),
  $not: (held, { value }) => !same(held, value),
  $gt: (held, { value }) => isOrdered(value, held),
  $lt: (held, { value }) => isOrdered(held, value),
  $between: (held, { from, to }) => !isOrdered(held, from) && !isOrdered(to, held) && held !== null,
  $in: (held, { value }) => listOf(value).some((one) => same(held, one)),
  $nin: (held, { value }) => !listOf(value).some((one) => same(held, one)),
  $contains: (held, { value }) => text(held).includes(text(value)),
  $notcontains: (held, { value }) => !text(held).includes(text(value)),
  $exists: (held, { value }) => (held !== null && held !== undefined) === (value !== false),
}

export function readFilters(given: string | undefined): Filter[] {
  const filters = given === undefined ? [] : parsed(given)
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
