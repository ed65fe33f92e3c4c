/** Sends one call: address, headers, retries, and errors as exceptions. */
import { LodgewireConnectionError, LodgewireError } from './errors.ts'
import { delayBefore, isPassing, retryAfterOf, sleep, type RetrySettings } from './retries.ts'
import type { CallSettings, ErrorBody } from './types.ts'

export interface Connection {
  baseUrl: string
  apiKey: string
  fetch: typeof fetch
  retries: RetrySettings
  /** Milliseconds that one try may take. */
  timeoutMs: number
  /** Looks at the headers of each answer. */
  watch: (operation: string, headers: Headers) => void
}

/** A call without the types of its operation. */
export interface Call extends CallSettings {
  path?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

interface Attempt {
  /** Such as `GET /v1/listings`. */
  operation: string
  url: string
  init: RequestInit
  key: string | undefined
}

export function addressOf(baseUrl: string, path: string, call: Call): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = call.path?.[name]
    if (value === undefined || value === '') throw new TypeError(`${path} needs path.${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {}))
    for (const one of [value].flat()) if (one !== undefined && one !== null) query.append(name, String(one))
  const search = query.size > 0 ? `?${query}` : ''
  return `${baseUrl}${filled}${search}`
}

function attemptOf(connection: Connection, method: string, path: string, call: Call): Attempt {
  const isWrite = method !== 'GET'
  const key = isWrite ? (call.idempotencyKey ?? crypto.randomUUID()) : undefined
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${connection.apiKey}`,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(call.account === undefined ? {} : { 'x-account-id': call.account }),
    ...(call.workspace === undefined ? {} : { 'x-workspace-id': call.workspace }),
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...call.headers,
  }
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  return {
    operation: `${method} ${path}`,
    url: addressOf(connection.baseUrl, path, call),
    init: { method, headers, redirect: 'error', ...(body === undefined ? {} : { body }) },
    key,
  }
}

/** A proxy in between answers without an envelope. */
function errorOf(body: unknown, response: Response): LodgewireError {
  const retryAfter = retryAfterOf(response.headers.get('retry-after'))
  const error = (body as { error?: ErrorBody } | undefined)?.error
  const unknown = {
    code: 'internal_error',
    message: `The answer is no answer of the API: status ${response.status}.`,
    fix: 'Check the base URL, and what stands between this program and the server.',
    docs_url: '',
    request_id: response.headers.get('x-request-id') ?? '',
  } as ErrorBody
  return new LodgewireError(typeof error?.code === 'string' ? error : unknown, response.status, retryAfter)
}

/** The answer, or what went wrong. */
async function tryOnce(
  { fetch: send, timeoutMs, watch }: Connection,
  { operation, url, init, key }: Attempt,
  signal: AbortSignal | undefined,
): Promise<{ body: unknown } | LodgewireError | LodgewireConnectionError> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await send(url, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit })
    watch(operation, response.headers)
    if (response.ok && response.headers.get('content-type')?.startsWith('image/') === true)
      return { body: await response.blob() }
    const text = await response.text()
    let body: unknown
    try {
      body = text === '' ? undefined : JSON.parse(text)
    } catch {
      return errorOf(undefined, response)
    }
    return response.ok ? { body } : errorOf(body, response)
  } catch (cause) {
    signal?.throwIfAborted()
    const why = limit.aborted ? `within ${timeoutMs / 1000} s` : `: ${(cause as Error).message}`
    return new LodgewireConnectionError(`${url} did not answer ${why}`.replace(' :', ':'), {
      cause,
      idempotencyKey: key,
    })
  }
}

const shouldRepeat = (
  failure: LodgewireError | LodgewireConnectionError,
  { longestWait }: RetrySettings,
): boolean =>
  failure instanceof LodgewireConnectionError ||
  (isPassing(failure.status, failure.code) && (failure.retryAfter ?? 0) <= longestWait)

/** The body of a success; throws a LodgewireError or a LodgewireConnectionError otherwise. */
export async function request(
  connection: Connection,
  method: string,
  path: string,
  call: Call,
): Promise<unknown> {
  const attempt = attemptOf(connection, method, path, call)
  for (let tries = 0; ; tries += 1) {
    const answer = await tryOnce(connection, attempt, call.signal)
    if (!(answer instanceof Error)) return answer.body
    if (tries >= connection.retries.most || !shouldRepeat(answer, connection.retries)) throw answer
    const asked = answer instanceof LodgewireError ? answer.retryAfter : undefined
    await sleep(asked === undefined ? delayBefore(tries) : asked * 1000, call.signal)
  }
}
