import type { VendorSignals } from '../../connector-kit/answer.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { pageWindow } from '../../connector-kit/page-window.ts'
import { offsetPage } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

interface Envelope {
  success?: unknown
  data?: unknown
  total?: unknown
  message?: unknown
}

export const base = '/api/v1.3'

export function envelopeOf(json: unknown): Envelope {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {}
}

export const signals: VendorSignals = {
  messageOf(json) {
    const { message } = envelopeOf(json)
    return typeof message === 'string' && message !== '' ? message : null
  },
  /** Refusals come with status 200. */
  verdictOf({ status, json }) {
    if (status !== 200 || envelopeOf(json).success !== false) return undefined
    const message = String(envelopeOf(json).message)
    return { kind: /(token|api key) is (invalid|expired)/i.test(message) ? 'credentials' : 'rejected' }
  },
}

export async function getRows(http: VendorHttp, method: string, query: Query): Promise<unknown[]> {
  return rowsOf(await http.get(`${base}/${method}`, { query }), method)
}

function rowsOf(json: unknown, method: string): unknown[] {
  const { data } = envelopeOf(json)
  if (Array.isArray(data)) return data
  throw new VendorError('malformed', `${method}: a list was expected in data`)
}

export interface NumberedList {
  method: string
  query: Query
  cursor: string | null
  pageSize: number
  idOf(row: unknown): string
}

const overlap = 5

/** Pages have numbers, so they are walked with sizes that let each begin with rows of the one before. */
export async function numberedPage(
  http: VendorHttp,
  { method, query, cursor, pageSize, idOf }: NumberedList,
): Promise<{ rows: unknown[]; next: string | null; total: number | null }> {
  return offsetPage({
    cursor,
    limit: pageSize,
    overlap,
    idOf,
    fetch: async ({ offset, limit }) => {
      const { page, size, skip } = pageWindow(offset, limit)
      const answer = await http.get(`${base}/${method}`, {
        query: { ...query, pageNumber: page, pageSize: size },
      })
      const rows = rowsOf(answer, method)
      const { total } = envelopeOf(answer)
      // Without a count, a full page has at least one row behind it.
      const atLeast = (page - 1) * size + rows.length + (rows.length >= size ? 1 : 0)
      return { rows: rows.slice(skip), total: typeof total === 'number' ? total : atLeast }
    },
  })
}

/** Every row of a list, for the short ones. */
export async function everyRow(http: VendorHttp, list: Omit<NumberedList, 'cursor'>): Promise<unknown[]> {
  const found: unknown[] = []
  let cursor: string | null = null
  do {
    const page: { rows: unknown[]; next: string | null } = await numberedPage(http, { ...list, cursor })
    found.push(...page.rows)
    cursor = page.next
  } while (cursor !== null)
  return found
}

/** A field of a row that may be anything. */
export function fieldText(row: unknown, name: string): string {
  const value = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'unknown'
}
