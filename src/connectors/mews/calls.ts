import type { VendorSignals } from '../../connector-kit/answer.ts'
import { isFields, wordsIn } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { everyRow as everyCursorRow, everyRowOf, idIn } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

export const bookings = 'reservations/getAll/2023-06-06'
const root = '/api/connector/v1'
/** The most ids in one filter and the most rows in one page; vendor documentation, the request of every list. */
const mostAtOnce = 1000

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
  [bookings]: 'Reservations',
  'orderItems/getAll': 'OrderItems',
  'customers/getAll': 'Customers',
  'companies/getAll': 'Companies',
} as const
type ListName = keyof typeof rowsOf

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

export function everyRow(context: VendorContext, name: ListName, body: object = {}): Promise<unknown[]> {
  const places = new Set<string | null>()
  return everyCursorRow(async (cursor) => {
    if (places.has(cursor)) throw new VendorError('malformed', `${name}: the list goes round in circles`)
    places.add(cursor)
    return onePage(context, name, body, { cursor, count: mostAtOnce })
  })
}

/** Every row of a list that belongs to some ids, however many there are; nothing is asked for none. */
export function rowsFor(
  context: VendorContext,
  name: ListName,
  filter: string,
  ids: string[],
  body: object = {},
  idsAtOnce = mostAtOnce,
): Promise<unknown[]> {
  return everyRowOf(ids, idsAtOnce, (some) => everyRow(context, name, { ...body, [filter]: some }))
}

export const idOf = idIn('Id')
