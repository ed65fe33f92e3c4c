import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields, listIn, numberIn, orNull } from '../../connector-kit/answers.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { flatResource } from '../../connector-kit/json-api.ts'
import { numberedPage } from '../../connector-kit/numbered-pages.ts'
import { everyRow, type OffsetPage } from '../../connector-kit/paginate.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

export const base = '/api/v1'
/** The vendor gives no larger page. */
const largestPage = 100

/** Failures are `{ errors: { code, title, details } }`; details are texts, or lists of texts by field. */
export const signals: VendorSignals = {
  messageOf(json) {
    const errors = fieldOf(json, 'errors')
    return (
      presentTexts([fieldOf(errors, 'title'), ...mistakesIn(fieldOf(errors, 'details'))]).join(': ') || null
    )
  },
}

/** Names each field before its mistakes; a list names none. */
export function mistakesIn(details: unknown): string[] {
  if (Array.isArray(details)) return presentTexts(details)
  if (!isFields(details)) return presentTexts([details])
  return Object.entries(details).map(([name, texts]) => `${name} ${presentTexts([texts].flat()).join(', ')}`)
}

/** Returns the path of one thing, or of what belongs to it. */
export const pathOf = (list: string, id: string, part?: string): string =>
  [base, list, encodeURIComponent(id), ...(part === undefined ? [] : [part])].join('/')

interface RowList {
  path: string
  query?: Query
  cursor: string | null
}

/** Reads one page of a list, its rows made flat. */
export async function listPage(http: VendorHttp, { path, query, cursor }: RowList): Promise<OffsetPage> {
  return numberedPage({
    cursor,
    limit: largestPage,
    fetch: (page, limit) => rowsOf(http, path, { ...query, ...paged(page, limit) }),
  })
}

export const paged = (page: number, limit: number): Query => ({
  'pagination[page]': page,
  'pagination[limit]': limit,
})

export async function rowsOf(
  http: VendorHttp,
  path: string,
  query: Query,
): Promise<{ rows: unknown[]; total: number | null }> {
  const answer = await http.get(path, { query })
  return { rows: listIn(answer, 'data').map(flatRow), total: numberIn(fieldOf(answer, 'meta'), 'total') }
}

export const everyRowAt = (http: VendorHttp, path: string, query: Query = {}): Promise<unknown[]> =>
  everyRow((cursor) => listPage(http, { path, query, cursor }))

/** Puts a row's attributes, its id and the ids of what it belongs to beside each other. */
const flatRow = (row: unknown): unknown =>
  flatResource(row, (link) => presentText(fieldOf(fieldOf(link, 'data'), 'id')))

export const dataRow = (answer: unknown): unknown => flatRow(fieldOf(answer, 'data'))

/**
 * Reads one thing; null if there is none. The vendor answers 401 to a withdrawn key and to what this key does not
 * reach, so another call tells which it is.
 */
export async function oneRow(http: VendorHttp, path: string): Promise<unknown> {
  const answer = await orNull(http.get(path)).catch(async (error: unknown) => {
    if (!(error instanceof VendorError) || error.kind !== 'credentials') throw error
    await rowsOf(http, `${base}/properties`, paged(1, 1))
    throw new VendorError('rejected', `the key of Channex does not reach ${path}`, { cause: error })
  })
  return answer === null ? null : dataRow(answer)
}
