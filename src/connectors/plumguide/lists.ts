import type { VendorSignals } from '../../connector-kit/answer.ts'
import { listIn, wordsIn } from '../../connector-kit/answers.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { numberedPage } from '../../connector-kit/numbered-pages.ts'
import { readCursor, writeCursor, type OffsetPage } from '../../connector-kit/paginate.ts'

export const signals: VendorSignals = { messageOf: wordsIn('message', 'error', 'title') }

const pageSize = 100
// The order of the list is unknown, so every removed row moves the others.
const overlap = 12

interface ListCursor {
  /** Null means the beginning. */
  cursor: string | null
  /** The list begins with this row. */
  first: string | null
}

/**
 * Reads a page of a list. The vendor does not document pages: a list that returns more rows than requested,
 * or begins again at the next page, has none.
 */
export async function listPage(
  http: VendorHttp,
  list: { path: string; name: string; cursor: string | null; idOf(row: unknown): string },
): Promise<OffsetPage> {
  const { path, name, idOf } = list
  const place = readCursor<ListCursor>(list.cursor, { cursor: null, first: null })
  let isWhole = false
  let { first } = place
  const { rows, next, total } = await numberedPage({
    ...{ cursor: place.cursor, limit: pageSize, overlap, idOf },
    fetch: async (page, size) => {
      const found = listIn(await http.get(path, { query: { page, pageSize: size } }), name)
      const begins = found.length === 0 ? null : idOf(found[0])
      const isAgain = place.first !== null && begins === place.first
      isWhole = isAgain || found.length > size
      first ??= begins
      return { rows: isAgain ? [] : found, total: null }
    },
  })
  return { rows, total, next: isWhole || next === null ? null : writeCursor({ cursor: next, first }) }
}
