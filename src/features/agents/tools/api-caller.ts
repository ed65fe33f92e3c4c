/** Tools reach the public API through this, with the key of whoever calls them. */

export interface ApiCall {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

interface ApiAnswer {
  status: number
  text: string
  retryAfter: string | null
}

export interface ApiCaller {
  send(call: ApiCall): Promise<ApiAnswer>
}

/** A list answers with this; tools hand the cursor on. */
export interface AnswerPage<Row> {
  data: Row[]
  pagination: { nextCursor: string | null; hasMore: boolean; total?: number }
}

interface EnvelopeError {
  code?: string
  message?: string
  fix?: string
  field?: string
  request_id?: string
}

/** The API refused a call; the agent reads why and what to do. */
export class ApiRefusal extends Error {
  readonly code: string
  readonly fix: string | null
  readonly field: string | null
  readonly requestId: string | null
  readonly retryAfter: string | null
  constructor(error: EnvelopeError, retryAfter: string | null = null) {
    super(error.message ?? 'The server refused without a reason.')
    this.code = error.code ?? 'unknown_error'
    this.fix = error.fix ?? null
    this.field = error.field ?? null
    this.requestId = error.request_id ?? null
    this.retryAfter = retryAfter
  }
}

/** Writes the path with its query; what is undefined is left out. */
export function addressOfCall({ path, query = {} }: ApiCall): string {
  const sent = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return sent.length === 0 ? path : `${path}?${new URLSearchParams(sent).toString()}`
}

function parseError({ text, status }: ApiAnswer): EnvelopeError {
  try {
    const { error } = JSON.parse(text) as { error?: EnvelopeError }
    if (error) return error
  } catch {
    // A proxy in between may answer with a page.
  }
  return { code: 'unknown_error', message: `The server answered with status ${status}.` }
}

/** Returns the text of a 2xx answer, or throws an ApiRefusal. */
export async function callText(api: ApiCaller, call: ApiCall): Promise<string> {
  const answer = await api.send(call)
  if (answer.status >= 200 && answer.status < 300) return answer.text
  throw new ApiRefusal(parseError(answer), answer.retryAfter)
}

/** Returns the body of a 2xx answer, or throws an ApiRefusal. */
export async function callApi<Body>(api: ApiCaller, call: ApiCall): Promise<Body> {
  return JSON.parse(await callText(api, call)) as Body
}

export const readApi = <Body>(api: ApiCaller, path: string, query: ApiCall['query'] = {}): Promise<Body> =>
  callApi<Body>(api, { method: 'GET', path, query })
