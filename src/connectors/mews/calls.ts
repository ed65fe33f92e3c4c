import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields, wordsIn } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

const root = '/api/connector/v1'
/** The most ids in one filter and the most rows in one page; vendor documentation, the request of every list. */
export const mostAtOnce = 1000

/** Where the rows of each list stand in its answer. */
const rowsOf = {
  'enterprises/getAll': 'Enterprises',
  'services/getAll': 'Services',
  'ageCategories/getAll': 'AgeCategories',
  'resourceCategories/getAll': 'ResourceCategories',
  'resourceCategoryAssignments/getAll': 'ResourceCategoryAssignments',
  'resourceCategoryImageAssignments/getAll': 'ResourceCategoryImageAssignments',
  'resourceFeatures/getAll': 'ResourceFeatures',
  'resourceFeatureAssignments/getAll': 'ResourceFeatureAssignments',
  'resources/getAll': 'Resources',
  'rates/getAll': 'Rates',
  'restrictions/getAll': 'Restrictions',
  'reservations/getAll/2023-06-06': 'Reservations',
  'orderItems/getAll': 'OrderItems',
  'customers/getAll': 'Customers',
  'companies/getAll': 'Companies',
} as const
export type ListName = keyof typeof rowsOf

export const signals: VendorSignals = {
  messageOf: wordsIn('Message'),
}

/** Every operation is a POST. This is for those that only read: their lost answers are asked for again. */
export async function ask(
  { http }: VendorContext,
  operation: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  return objectOf(operation, await http.post(`${root}/${operation}`, { body, safe: true }))
}

/** For those that change something: sent once. */
export async function tell(
  { http }: VendorContext,
  operation: string,
  body: object,
): Promise<Record<string, unknown>> {
  return objectOf(operation, await http.post(`${root}/${operation}`, { body }))
}

function objectOf(operation: string, answer: unknown): Record<string, unknown> {
  if (isFields(answer)) return answer
  throw new VendorError('malformed', `${operation}: an object was expected`)
}

/** One page of a list, newest first; `next` goes on where it ended. */
export async function onePage(
  context: VendorContext,
  name: ListName,
  body: object,
  place: { cursor: string | null; count: number },
): Promise<{ rows: unknown[]; next: string | null }> {
  const Limitation = { Count: place.count, ...(place.cursor === null ? {} : { Cursor: place.cursor }) }
  const answer = await ask(context, name, { ...body, Limitation })
  const rows = answer[rowsOf[name]] ?? []
  if (!Array.isArray(rows)) throw new VendorError('malformed', `${name}: a list was expected`)
  const { Cursor } = answer
  // A cursor can come with the last rows as well; then an empty page follows.
  const goesOn = rows.length > 0 && typeof Cursor === 'string' && Cursor !== ''
  return { rows, next: goesOn ? Cursor : null }
}

export async function everyRow(
  context: VendorContext,
  name: ListName,
  body: object = {},
): Promise<unknown[]> {
  const rows: unknown[] = []
  const places = new Set<string>()
  for (let cursor: string | null = null; ;) {
    const page = await onePage(context, name, body, { cursor, count: mostAtOnce })
    rows.push(...page.rows)
    if (page.next === null) return rows
    if (places.has(page.next)) throw new VendorError('malformed', `${name}: the list goes round in circles`)
    places.add(page.next)
    cursor = page.next
  }
}

/** Every row of a list that belongs to some ids, however many there are; nothing is asked for none. */
export async function rowsFor(
  context: VendorContext,
  name: ListName,
  filter: string,
  ids: string[],
  body: object = {},
): Promise<unknown[]> {
  const rows: unknown[] = []
  for (const part of inParts(ids, mostAtOnce)) {
    rows.push(...(await everyRow(context, name, { ...body, [filter]: part })))
  }
  return rows
}

export function inParts<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** The id of a row, or a stand-in, for rows that may be anything. */
export function idOf(row: unknown): string {
  const id = fieldOf(row, 'Id')
  return typeof id === 'string' && id !== '' ? id : 'unknown'
}
