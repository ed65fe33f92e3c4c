import type { Answer, VendorSignals } from '../../connector-kit/answer.ts'
import { verdictOfStatus } from '../../connector-kit/answer.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

interface Envelope {
  success?: unknown
  code?: unknown
  error?: unknown
  data?: unknown
  pages?: { nextPageExists?: unknown } | null
}

const isObject = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// So few credits left, although this server keeps to fewer than there are, means that somebody else spends them.
const fewCredits = 3

/** Failures can come with status 200 or 201, and every answer tells what it cost. */
export const signals: VendorSignals = {
  messageOf: (json) => (isObject(json) && typeof json.error === 'string' ? json.error : null),

  verdictOf(answer) {
    const { status, json } = answer
    const isDisguised = status < 300 && isObject(json) && json.success === false
    const code = isDisguised && Number(json.code) >= 400 ? Number(json.code) : status
    const kind = verdictOfStatus(code) ?? (isDisguised ? 'rejected' : null)
    if (kind === 'rate_limited') return { kind, ...waitFor(answer) }
    return isDisguised && kind !== null ? { kind } : undefined
  },

  allowanceOf(answer) {
    const cost = credits(answer, 'x-requestcost')
    const left = credits(answer, 'x-fivemincreditlimit-remaining')
    const resetsIn = credits(answer, 'x-fivemincreditlimit-resetsin')
    const isShort = answer.status < 300 && left !== null && left < fewCredits && resetsIn !== null
    return { ...(cost === null ? {} : { cost }), ...(isShort ? { pauseMs: resetsIn * 1000 } : {}) }
  },
}

function waitFor(answer: Answer): { retryAfterMs?: number } {
  const resetsIn = credits(answer, 'x-fivemincreditlimit-resetsin')
  return resetsIn === null ? {} : { retryAfterMs: resetsIn * 1000 }
}

function credits({ headers }: Answer, name: string): number | null {
  const value = Number(headers[name] ?? NaN)
  return Number.isFinite(value) && value >= 0 ? value : null
}

export interface NumberedPage {
  rows: unknown[]
  goesOn: boolean
}

export async function getPage(http: VendorHttp, path: string, query: Query): Promise<NumberedPage> {
  const answer = await http.get(path, { query })
  if (!isObject(answer) || !Array.isArray(answer.data)) {
    throw new VendorError('malformed', `GET ${path}: a list was expected in data`)
  }
  return { rows: answer.data, goesOn: answer.pages?.nextPageExists === true }
}

/** All pages of a list that is known to be short. */
export async function getAll(http: VendorHttp, path: string, query: Query): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let page = 1; ; page += 1) {
    const answer = await getPage(http, path, { ...query, page })
    rows.push(...answer.rows)
    if (!answer.goesOn || answer.rows.length === 0) return rows
  }
}
