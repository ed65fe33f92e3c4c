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

/** The filters asked for, or what is wrong with them. */
export function readFilters(given: string | undefined): Filter[] | string {
  if (given === undefined) return []
  try {
    const filters: unknown = JSON.parse(given)
    if (!Array.isArray(filters)) return 'filters must be an array'
    const wrong = filters.find((filter) => !isFilter(filter)) as { operator?: unknown } | undefined
    return wrong === undefined ? (filters as Filter[]) : `filter is not valid: ${JSON.stringify(wrong)}`
  } catch {
    return 'filters is not valid JSON'
  }
}

export function passes(record: object, filters: readonly Filter[]): boolean {
  return filters.every((filter) => tests[filter.operator]?.(valueAt(record, filter.field), filter) ?? false)
}

export function valueAt(record: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  }, record)
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
