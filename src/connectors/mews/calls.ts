import type { VendorSignals } from '../../connector-kit/answer.ts'
import { isFields, wordsIn } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { everyRow as everyCursorRow, everyRowOf, idIn } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

export const bookings = 'reservations/getAll/2023-06-06'
const root = '/api/connector/v1'
/** The vendor's documentation of every list gives this maximum of ids per filter and of rows per page. */
const mostAtOnce = 1000

/** Each list has its rows under this name in the answer. */
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

/** Every operation is a POST. This one is for reads, so lost answers are requested again. */
export async function ask(
  { http }: VendorContext,
  operation: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  return objectOf(operation, await http.post(`${root}/${operation}`, { body, safe: true }))
}

/** Writes are sent once, since a lost answer may mean success. */
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

/** Reads one page of a list, newest first; `next` continues at its end. */
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
  // The last rows can come with a cursor too; then an empty page follows.
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

/** Reads all rows of a list that belong to some ids, in batches; no ids mean no call. */
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
