import type { VendorAnswer, VendorSignals } from '../../connector-kit/answer.ts'
import { verdictInBody } from '../../connector-kit/failure-table.ts'
import { fieldOf, listIn, wordsIn } from '../../connector-kit/answers.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { everyNumberedRow } from '../../connector-kit/numbered-pages.ts'

// This server leaves more credits unused, so a rest this small means that others spend them.
const fewCredits = 3

/** Failures can come with status 200 or 201, and every answer states its cost. */
const disguisedFailure = verdictInBody(
  (json) => fieldOf(json, 'success') === false && (Number(fieldOf(json, 'code')) || true),
)

export const signals: VendorSignals = {
  messageOf: wordsIn('error'),

  verdictOf(answer) {
    const verdict = disguisedFailure(answer)
    const kind = answer.status === 429 ? 'rate_limited' : verdict?.kind
    return kind === 'rate_limited' ? { kind, ...waitFor(answer) } : verdict
  },

  allowanceOf(answer) {
    const cost = credits(answer, 'x-requestcost')
    const left = credits(answer, 'x-fivemincreditlimit-remaining')
    const resetsIn = credits(answer, 'x-fivemincreditlimit-resetsin')
    const isShort = answer.status < 300 && left !== null && left < fewCredits && resetsIn !== null
    return { ...(cost === null ? {} : { cost }), ...(isShort ? { pauseMs: resetsIn * 1000 } : {}) }
  },
}

function waitFor(answer: VendorAnswer): { retryAfterMs?: number } {
  const resetsIn = credits(answer, 'x-fivemincreditlimit-resetsin')
  return resetsIn === null ? {} : { retryAfterMs: resetsIn * 1000 }
}

function credits({ headers }: VendorAnswer, name: string): number | null {
  const value = Number(headers[name] ?? NaN)
  return Number.isFinite(value) && value >= 0 ? value : null
}

export interface NumberedPage {
  rows: unknown[]
  goesOn: boolean
}

export async function getPage(http: VendorHttp, path: string, query: Query): Promise<NumberedPage> {
  const answer = await http.get(path, { query })
  const goesOn = fieldOf(fieldOf(answer, 'pages'), 'nextPageExists') === true
  return { rows: listIn(answer, 'data'), goesOn }
}

/** Reads all pages of a list that is known to be short. */
export function getAll(http: VendorHttp, path: string, query: Query): Promise<unknown[]> {
  return everyNumberedRow((page) => getPage(http, path, { ...query, page }))
}
