/**
 * The vendor lists everything by home: there is no list of all bookings. One call reads several homes with
 * the first page of each; a home with more is continued by itself.
 */
import { demand, fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { type RowFailure, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { accountIdIn } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { DocumentName } from './documents/index.ts'
import { read } from './graphql.ts'
import { VendorPropertyId } from './vendor.ts'

const homesAtOnce = 10

/** Each home has this list. */
export interface NestedList {
  /** One document reads several homes, the other one home from `$after` on. */
  ofAdvertiser: DocumentName
  ofProperty: DocumentName
  /** The property has the list in this field. */
  field: string
  variables: Readonly<Record<string, unknown>>
  pageOf(connection: unknown): { rows: unknown[]; next: string | null }
}

export interface PropertyNode {
  property: string
  node: unknown
}

interface PropertyCursor {
  /** The cursor continues the list of homes; null at its beginning. */
  list: string | null
  isListed: boolean
  /** These homes have more rows to read; `after` null starts at the beginning. */
  more: { property: string; after: string | null }[]
}

export interface NestedPage {
  rows: PropertyNode[]
  failures: RowFailure[]
  next: string | null
}

export async function nestedPage(
  context: VendorContext,
  nested: NestedList,
  cursor: string | null,
): Promise<NestedPage> {
  const place = readCursor<PropertyCursor>(cursor, { list: null, isListed: false, more: [] })
  const [first, ...others] = place.more
  if (first !== undefined) return goOn(context, nested, { ...place, more: others }, first)
  return listed(context, nested, place)
}

const placeAfter = (place: PropertyCursor): string | null =>
  place.isListed && place.more.length === 0 ? null : writeCursor(place)

async function goOn(
  context: VendorContext,
  { ofProperty, field, variables, pageOf }: NestedList,
  place: PropertyCursor,
  { property, after }: PropertyCursor['more'][number],
): Promise<NestedPage> {
  try {
    const { property: answer } = await read(context, ofProperty, { ...variables, property, after })
    const connection = fieldOf(answer, field)
    // The home was in the list a moment ago and is gone now.
    if (answer === null) return { rows: [], failures: [], next: placeAfter(place) }
    const { rows, next } = pageOf(connection)
    const more = next === null ? place.more : [{ property, after: next }, ...place.more]
    return {
      rows: rows.map((node) => ({ property, node })),
      failures: [],
      next: placeAfter({ ...place, more }),
    }
  } catch (error) {
    if (!isItsOwn(error)) throw error
    const failures = [{ externalId: property, message: `property ${property}: ${error.message}` }]
    return { rows: [], failures, next: placeAfter(place) }
  }
}

/** A problem of one home must not stop reading the others. */
const isItsOwn = (error: unknown): error is VendorError =>
  error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'malformed')

async function listed(
  context: VendorContext,
  nested: NestedList,
  place: PropertyCursor,
): Promise<NestedPage> {
  const { ofAdvertiser, field, variables, pageOf } = nested
  const list = { advertiser: accountIdIn(context), cursor: place.list, properties: homesAtOnce }
  let isWhole = true
  const data = await read(context, ofAdvertiser, { ...variables, ...list }).catch((error: unknown) => {
    if (!isItsOwn(error)) throw error
    isWhole = false
    return read(context, 'PropertyIdsOfAdvertiser', list)
  })
  const homes = data.propertiesByAdvertiser
  const next = cursorIn(homes)
  const rows: PropertyNode[] = []
  const failures: RowFailure[] = []
  const more: PropertyCursor['more'] = []
  for (const home of listIn(homes, 'elements')) {
    const found = readHome(home)
    if ('message' in found) {
      failures.push(found)
      continue
    }
    const { property } = found
    const page = isWhole ? pageOrNone(pageOf, fieldOf(home, field)) : null
    rows.push(...(page?.rows ?? []).map((node) => ({ property, node })))
    if (page === null || page.next !== null) more.push({ property, after: page?.next ?? null })
  }
  return { rows, failures, next: placeAfter({ list: next, isListed: next === null, more }) }
}

function readHome(home: unknown): { property: string } | RowFailure {
  try {
    return { property: String(demand(VendorPropertyId, home, 'a property').id) }
  } catch (error) {
    if (!isItsOwn(error)) throw error
    return { externalId: 'unknown', message: error.message }
  }
}

/**
 * Returns null if the home cannot be read beside the others; it is read by itself then, which reports the
 * problem.
 */
function pageOrNone(
  pageOf: NestedList['pageOf'],
  connection: unknown,
): ReturnType<NestedList['pageOf']> | null {
  try {
    return pageOf(connection)
  } catch (error) {
    if (!isItsOwn(error)) throw error
    return null
  }
}

/** Returns where a list continues; null at its end. */
export function cursorIn(list: unknown): string | null {
  const cursor = fieldOf(list, 'cursor')
  return typeof cursor === 'string' && cursor !== '' ? cursor : null
}
