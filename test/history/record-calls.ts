/** Records the calls that this process makes with `fetch` to the servers it names. */
import { hashOf, type History, type HistoryOperation, type OperationResult } from './history.ts'
import type { SeenEvent } from './meanings/events.ts'
import { meaningOf, type ApiExchange } from './meanings/meaning.ts'

export interface CallRecorder {
  /** Records calls to this origin from now on. */
  watch(origin: string): void
  /** Gives `fetch` back. */
  stop(): void
}

/** A write that is refused for these reasons may have run under its key before. */
const isUndecided = (status: number, text: string) =>
  status >= 500 || status === 408 || status === 429 || text.includes('idempotency_key_in_use')

function resultOf(method: string, status: number, text: string): OperationResult {
  if (status < 400) return 'ok'
  return method !== 'GET' && isUndecided(status, text) ? 'unknown' : 'failed'
}

const isText = (response: Response) => /json|xml|text/.test(response.headers.get('content-type') ?? '')

/** Keeps answers by their tag, since an answer of 304 says that the one with this tag still holds. */
const tagged = (url: string, tag: string | null) => `${url} ${tag}`

export function recordCalls(history: History, origins: readonly string[] = []): CallRecorder {
  const real = globalThis.fetch
  const watched = new Set(origins)
  const answers = new Map<string, string>()

  const recording: typeof fetch = async (input, init) => {
    const address = String(input instanceof Request ? input.url : input)
    const origin = [...watched].find((one) => address.startsWith(`${one}/`))
    if (origin === undefined || input instanceof Request) return real(input, init)
    const method = init?.method ?? 'GET'
    const headers = new Headers(init?.headers)
    const body = typeof init?.body === 'string' ? init.body : ''
    const begin = performance.now()
    const key = headers.get('idempotency-key')
    const add = (status: number | null, text: string) =>
      recordExchange(
        history,
        { method, url: new URL(address), body, status, text },
        { begin, key: key ?? undefined },
      )
    let response: Response
    try {
      response = await real(input, init)
    } catch (error) {
      add(null, '')
      throw error
    }
    // Asking whether the last answer still holds is as good as reading it again.
    const known =
      response.status === 304 ? answers.get(tagged(address, headers.get('if-none-match'))) : undefined
    if (known !== undefined) add(200, known)
    else if (isText(response)) {
      const text = await response
        .clone()
        .text()
        .catch(() => null)
      add(text === null ? null : response.status, text ?? '')
      const tag = response.headers.get('etag')
      if (tag !== null && text !== null) answers.set(tagged(address, tag), text)
    } else add(response.status, '')
    return response
  }
  globalThis.fetch = recording
  return {
    watch: (origin) => void watched.add(origin),
    stop() {
      if (globalThis.fetch !== recording) throw new Error('fetch was replaced by somebody else meanwhile')
      globalThis.fetch = real
    },
  }
}

/** Adds a call that has just ended, and the events that its answer shows. */
export function recordExchange(
  history: History,
  exchange: ApiExchange,
  { begin, key }: { begin: number; key: string | undefined },
): void {
  const { method, url, status, text } = exchange
  const { process } = history
  const { events = [], ...meaning } = meaningOf(exchange)
  const operation: HistoryOperation = {
    ...{ process, kind: 'call', what: `${method} ${url.pathname}`, begin, end: performance.now() },
    result: status === null ? lostResult(method) : resultOf(method, status, text),
    ...(key === undefined ? {} : { idempotencyKey: key, answer: hashOf(`${status} ${text}`) }),
    ...meaning,
  }
  history.add(operation)
  events.forEach((seen) => history.add(eventOperation(operation, seen)))
}

/** A read without an answer changed nothing. */
const lostResult = (method: string): OperationResult => (method === 'GET' ? 'failed' : 'unknown')

const eventOperation = ({ process, begin, end }: HistoryOperation, seen: SeenEvent): HistoryOperation => ({
  ...{ process, kind: 'event', what: seen.event.type, begin, end, result: 'ok', ...seen },
})
