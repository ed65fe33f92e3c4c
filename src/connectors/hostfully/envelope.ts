import type { AnswerVerdict, VendorAnswer, VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, listIn, numberIn, orRefused, wordsIn } from '../../connector-kit/answers.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { everyRowOf, idIn, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { accountIdIn } from '../../connector-kit/remember.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'

const prefix = '/api/v3.3'
/** Pages of a thousand were seen; documented is none, and a third party names a hundred. */
const pageSize = 100
/** The next page repeats this many rows. */
const overlap = 3
const missing = /not found/i

/** Third parties saw `Lead not found` without learning its status. */
export const signals: VendorSignals = {
  messageOf: wordsIn('apiErrorMessage', 'message'),
  verdictOf({ status, json }: VendorAnswer): AnswerVerdict | undefined {
    const words = presentText(fieldOf(json, 'apiErrorMessage'))
    if (words === null || status >= 500 || status === 401 || status === 429) return undefined
    if (missing.test(words)) return { kind: 'not_found' }
    return status < 300 ? { kind: 'rejected' } : undefined
  },
}

export const uidOf = idIn('uid')
export const apiPath = (...parts: readonly string[]): string =>
  [prefix, ...parts.map((part) => encodeURIComponent(part))].join('/')

/** Agency-wide lists name the agency. */
export const ofAgency = (context: VendorContext): Query => ({ agencyUid: accountIdIn(context) })

/** Filters take moments in UTC without a zone, and whether they include the moment itself is not documented. */
export const updatedSince = (since: string): Query => ({
  updatedSince: new Date(Date.parse(since) - 1000).toISOString().slice(0, 19),
})

export const changedAt = (row: unknown): string | null =>
  momentIn(fieldOf(row, 'metadata'), 'updatedUtcDateTime')

interface ListPlace {
  after: string | null
  /** The page before ended with these rows. */
  tail: string[]
  /** Each page so far began with one of these rows. */
  firsts: string[]
}

interface ListCall {
  name: string
  query: Query
  cursor: string | null
  /** A short page ends lists that nobody's nights depend on, which saves a call. */
  endsShort?: true
}

export interface CursorPage {
  rows: unknown[]
  next: string | null
  total: number | null
}

/** The vendor names a next page even after the last one, so the list ends when nothing new comes. */
export async function listPage(
  http: VendorHttp,
  { name, query, cursor, endsShort }: ListCall,
): Promise<CursorPage> {
  const { after, tail, firsts } = readCursor<ListPlace>(cursor, { after: null, tail: [], firsts: [] })
  const ask = { ...query, _limit: pageSize, ...(after === null ? {} : { _cursor: after }) }
  const answer = await http.get(apiPath(name), { query: ask })
  const rows = listIn(answer, name)
  const fresh = rows.filter((row) => !tail.includes(uidOf(row)))
  const first = uidOf(fresh[0])
  const paging = fieldOf(answer, '_paging')
  const onward = steppedBack(presentText(fieldOf(paging, '_nextCursor')))
  const isRepeated = fresh.length === 0 || firsts.includes(first)
  const isShort = endsShort === true && rows.length < (numberIn(paging, '_limit') ?? pageSize)
  const isOver = isRepeated || isShort || onward === null || onward === after
  const place = { after: onward, tail: rows.slice(-overlap).map(uidOf), firsts: [...firsts, first] }
  return {
    rows: isRepeated ? [] : fresh,
    next: isOver ? null : writeCursor(place),
    total: numberIn(fieldOf(answer, '_metadata'), 'totalCount'),
  }
}

/** An address has room for this many ids. */
const leadsAtOnce = 50

/** Reads leads by their ids, as far as the key may see them. */
export function leadsBy({ http }: VendorContext, uids: readonly string[]): Promise<unknown[]> {
  return everyRowOf([...new Set(uids)], leadsAtOnce, async (some) => {
    const query = { leadUids: some.join(','), _limit: some.length }
    const answer = await orRefused(http.get(apiPath('leads'), { query }))
    return answer === null ? [] : listIn(answer, 'leads')
  })
}

/** Cursors that were seen hold a position, so that a deleted row would hide another; others are left alone. */
function steppedBack(cursor: string | null): string | null {
  try {
    const place = JSON.parse(Buffer.from(cursor ?? '', 'base64').toString()) as unknown
    const offset = numberIn(place, 'offset')
    if (offset === null) return cursor
    const earlier = { ...(place as object), offset: Math.max(0, offset - overlap) }
    return Buffer.from(JSON.stringify(earlier)).toString('base64')
  } catch {
    return cursor
  }
}
