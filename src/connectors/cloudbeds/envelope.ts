import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields, listIn, numberIn, wordsIn } from '../../connector-kit/answers.ts'
import { verdictInBody } from '../../connector-kit/failure-table.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { numberedPage } from '../../connector-kit/numbered-pages.ts'
import type { OffsetPage } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'

export const base = '/api/v1.3'

export const signals: VendorSignals = {
  messageOf: wordsIn('message'),
  /** Refusals come with status 200. */
  verdictOf: verdictInBody((json) => {
    const isAboutKey = /(token|api key) is (invalid|expired)/i.test(String(fieldOf(json, 'message')))
    return fieldOf(json, 'success') === false && (isAboutKey ? 401 : true)
  }),
}

const overlap = 5

export async function getRows(http: VendorHttp, method: string, query: Query): Promise<unknown[]> {
  return rowsIn(await http.get(`${base}/${method}`, { query }))
}

/** Some lists are objects by number, and an empty result may have no list. */
function rowsIn(answer: unknown): unknown[] {
  const data = fieldOf(answer, 'data')
  if (isFields(data)) return Object.values(data)
  const isEmpty = [fieldOf(answer, 'count'), fieldOf(answer, 'total')].some(
    (count) => Number(count ?? NaN) === 0,
  )
  return isEmpty && !Array.isArray(data) ? [] : listIn(answer, 'data')
}

interface CloudbedsList {
  method: string
  query: Query
  pageSize: number
  idOf(row: unknown): string
}

export function numberedList(
  http: VendorHttp,
  { method, query, pageSize, idOf }: CloudbedsList,
  cursor: string | null,
): Promise<OffsetPage> {
  return numberedPage({
    cursor,
    limit: pageSize,
    overlap,
    idOf,
    fetch: async (page, size) => {
      const answer = await http.get(`${base}/${method}`, {
        query: { ...query, pageNumber: page, pageSize: size },
      })
      return { rows: rowsIn(answer), total: numberIn(answer, 'total') }
    },
  })
}

/** Reads a field as text, whatever its type. */
export const fieldText = (row: unknown, name: string): string => presentText(fieldOf(row, name)) ?? 'unknown'
