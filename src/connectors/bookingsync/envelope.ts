import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields, listIn } from '../../connector-kit/answers.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { numberedPage } from '../../connector-kit/numbered-pages.ts'
import type { OffsetPage } from '../../connector-kit/paginate.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'

const api = '/api/v3'
const largestPage = 100

const totalHeader = 'X-Total-Count'
const syncedHeader = 'X-Updated-Since-Request-Synced-At'

/** Mistakes come by field: `{errors: {country_code: ['is required']}}`. */
export const signals: VendorSignals = {
  messageOf(json) {
    const words = wordsOf(fieldOf(json, 'errors') ?? fieldOf(json, 'error'))
    return words === '' ? null : words
  },
  /** The count of a list and the vendor's own time come as headers, and from some lists in `meta`. */
  contentOf({ json, headers }) {
    if (!isFields(json)) return json
    const values = [totalHeader, syncedHeader].map((name) => [name, headers[name.toLowerCase()]] as const)
    const meta = { ...(isFields(json['meta']) ? json['meta'] : {}) }
    for (const [name, value] of values) if (value !== undefined) meta[name] = value
    return { ...json, meta }
  },
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordsOf).join(', ')
  if (!isFields(value)) return ''
  return Object.entries(value)
    .map(([field, words]) => `${field} ${wordsOf(words)}`)
    .join('; ')
}

const metaOf = (json: unknown): unknown => fieldOf(json, 'meta')

/** Rows stand under the resource's name, the last part of its path. */
export const rowsIn = (resource: string, json: unknown): unknown[] =>
  listIn(json, resource.slice(resource.lastIndexOf('/') + 1))

/** Paths are those of the documentation, which leaves out what stands before all of them. */
export const apiPath = (path: string): string => `${api}${path}`

export const idPath = (resource: string, id: string): string =>
  apiPath(`${resource}/${encodeURIComponent(id)}`)

/** Reads records by their ids, of which one call takes several. */
export async function readById(
  http: VendorHttp,
  resource: string,
  ids: readonly string[],
  query: Query = {},
): Promise<unknown[]> {
  const path = apiPath(`${resource}/${ids.map(encodeURIComponent).join(',')}`)
  return rowsIn(resource, await http.get(path, { query }))
}

/** A record is sent in a list of its own. */
export const bodyOf = (name: string, fields: object) => ({ body: { [name]: [fields] } })

/** The vendor finds what changed after a time, and cuts times to seconds. */
const sinceMarginMs = 1000

interface ListCall {
  path: string
  query?: Query
  /** Lists only what changed at this time or later. */
  since?: string | null
  cursor: string | null
  limit?: number
}

export interface ListedPage extends OffsetPage {
  /** The vendor's time when it answered. */
  answeredAt: string | null
  /** Ids of records that were deleted or cancelled since the time asked for. */
  deletedIds: string[]
}

/** Reads a page of a list, whose order is not documented. */
export async function listPage(http: VendorHttp, call: ListCall): Promise<ListedPage> {
  const { path, since = null, cursor, limit = largestPage } = call
  const query = { ...call.query, ...(since === null ? {} : { updated_since: justBefore(since) }) }
  const facts = { answeredAt: null as string | null, deletedIds: [] as string[] }
  const page = await numberedPage({
    cursor,
    limit,
    fetch: async (page, per_page) => {
      const json = await http.get(apiPath(path), { query: { ...query, page, per_page } })
      const meta = metaOf(json)
      facts.answeredAt = momentIn(meta, syncedHeader)
      const deleted = fieldOf(meta, 'deleted_ids')
      facts.deletedIds = Array.isArray(deleted) ? deleted.map(String) : []
      return { rows: rowsIn(path, json), total: countIn(meta) }
    },
  })
  return { ...page, ...facts }
}

const justBefore = (since: string): string => new Date(Date.parse(since) - sinceMarginMs).toISOString()

function countIn(meta: unknown): number | null {
  const count = fieldOf(meta, totalHeader)
  return typeof count === 'string' || typeof count === 'number' ? wholeNumber(count) : null
}
