import type { AnswerVerdict, VendorAnswer, VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, listIn, numberIn, wordsIn } from '../../connector-kit/answers.ts'
import { verdictOfStatus } from '../../connector-kit/failure-table.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { offsetPage, plainId, type OffsetPage } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'

/** The vendor allows no more rows in a page. */
const largestPage = 100
/** The documentation says 200; its description shows 0 as an example. */
const successes: readonly number[] = [0, 200]
const readOnlyToken = /not authori[sz]ed for this action/i
const pauseInWords = /try again in (\d{1,5}) seconds?/i

/** Refusals come with HTTP 200; the body's `error_code` tells, in HTTP's numbers and two of its own. */
export const signals: VendorSignals = {
  messageOf: wordsIn('error_msg'),
  referenceOf: (json) => presentText(fieldOf(json, 'request_id')),
  verdictOf({ json }: VendorAnswer): AnswerVerdict | undefined {
    const code = Number(presentText(fieldOf(json, 'error_code')) ?? Number.NaN)
    if (!Number.isInteger(code) || successes.includes(code)) return undefined
    const words = presentText(fieldOf(json, 'error_msg')) ?? ''
    // A read-only token is right for reading, so only this write is refused.
    if (code === 401 && readOnlyToken.test(words)) return { kind: 'rejected' }
    // The owner's subscription ended; the token works again once it is renewed.
    if (code === 420) return { kind: 'reauth' }
    const kind = verdictOfStatus(code) ?? 'malformed'
    const seconds = kind === 'rate_limited' ? pauseInWords.exec(words)?.[1] : undefined
    return seconds === undefined ? { kind } : { kind, retryAfterMs: Number(seconds) * 1000 }
  },
}

export const dataOf = (json: unknown): unknown => fieldOf(json, 'data')

interface ListCall {
  path: string
  /** The rows have this name in the answer. */
  name: string
  query?: Query
  cursor: string | null
  limit?: number
  idOf?: (row: unknown) => string
}

/** Reads one page of a list. Only some lists give their total. */
export function listPage(http: VendorHttp, call: ListCall): Promise<OffsetPage> {
  const { path, name, query, cursor, limit = largestPage, idOf = plainId } = call
  return offsetPage({
    cursor,
    limit,
    idOf,
    fetch: async ({ offset, limit }) => {
      const data = dataOf(await http.get(path, { query: { ...query, offset, limit } }))
      return { rows: listIn(data, name), total: numberIn(data, 'total') }
    },
  })
}
