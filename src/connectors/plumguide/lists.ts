import type { VendorSignals } from '../../connector-kit/answer.ts'
import { listIn, wordsIn } from '../../connector-kit/answers.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { numberedPage } from '../../connector-kit/numbered-pages.ts'
import { readCursor, writeCursor, type OffsetPage } from '../../connector-kit/paginate.ts'

export const signals: VendorSignals = { messageOf: wordsIn('message', 'error', 'title') }

const pageSize = 100
// In a list whose order is not known, everything that goes away moves the others.
const overlap = 12

interface ListCursor {
  /** null: at the beginning. */
  cursor: string | null
  /** The row that the list begins with. */
  first: string | null
}

/**
 * A page of a list. Whether the vendor cuts its lists is not documented: one that gives more rows than were asked for does not,
 * and neither does one that begins again where the next page is asked for.
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
