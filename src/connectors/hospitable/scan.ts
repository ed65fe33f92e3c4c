import type { VendorContext } from '../../connector-kit/connector.ts'
import { numberedList } from './envelope.ts'
import { propertyChunk } from './property-ids.ts'
import type { VendorList } from './windows.ts'

/** Keeps the position of a walk over several lists and all properties. */
export interface ScanCursor {
  list: number
  /** The cursor leads to the properties after the current ones; null if there are none. */
  properties: string | null
  /** These properties' rows are being read; an empty list asks for the next ones. */
  ids: string[]
  /** This is the position in the list of their rows. */
  rows: string | null
  startedAt: string
  /** For each list the vendor promised this many rows. */
  promised: number[]
}

export function beginScan(now: Date): ScanCursor {
  return { list: 0, properties: null, ids: [], rows: null, startedAt: now.toISOString(), promised: [] }
}

export interface ScannedPage {
  list: VendorList
  index: number
  rows: unknown[]
  next: ScanCursor | null
  promised: number[]
}

const pageSize = 100

/** Reads the next page of lists that need their properties named, several at a time. */
export async function scan(
  context: VendorContext,
  place: ScanCursor,
  lists: VendorList[],
): Promise<ScannedPage> {
  const list = lists[place.list]
  if (list === undefined) throw new Error('the walk stands behind its last list')
  const chunk =
    place.ids.length > 0
      ? { ids: place.ids, next: place.properties }
      : await propertyChunk(context, place.properties)
  const { ids } = chunk
  const { rows, next, total } =
    ids.length === 0
      ? { rows: [], next: null, total: 0 }
      : await numberedList(context.http, {
          path: list.path,
          query: { ...list.query, 'properties[]': ids },
          cursor: place.rows,
          pageSize,
        })
  const promised = next === null ? add(place.promised, place.list, total ?? rows.length) : place.promised
  const at = { ...place, ids, properties: chunk.next, promised }
  return { list, index: place.list, rows, promised, next: following(at, next, lists.length) }
}

function following(place: ScanCursor, rows: string | null, lists: number): ScanCursor | null {
  if (rows !== null) return { ...place, rows }
  if (place.properties !== null) return { ...place, ids: [], rows: null }
  const list = place.list + 1
  return list < lists ? { ...place, list, ids: [], rows: null } : null
}

function add(promised: number[], list: number, count: number): number[] {
  const sums = Array.from({ length: Math.max(promised.length, list + 1) }, (_, index) => promised[index] ?? 0)
  sums[list] = (sums[list] ?? 0) + count
  return sums
}
