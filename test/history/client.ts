/** A caller who repeats each write with its key until the answer is final, through whichever server answers. */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../harness/until.ts'
import type { History } from './history.ts'

const againAfterMs = 100
const answersWithinMs = 30_000

export interface ClientAnswer<T> {
  status: number
  body: T
}

export interface HistoryClient {
  /** Calls once; null if the answer was lost. */
  ask<T>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ClientAnswer<T> | null>
  /** Repeats a read until a server answers. */
  read<T>(path: string): Promise<T>
  /** Writes under a key of its own. */
  write<T>(method: string, path: string, body: unknown): Promise<ClientAnswer<T>>
}

/** The one failure that is final says that the booking exists. */
const isFinal = (status: number, text: string) =>
  text.includes('reservation_created_in_pms_only') ||
  (status < 500 && status !== 429 && !text.includes('idempotency_key_in_use'))

/** `origins` may change while the client runs; each call goes to the one that `choose` takes. */
export function createClient(
  history: History,
  { name, key, choose }: { name: string; key: string; choose: () => string },
): HistoryClient {
  let writes = 0
  const tags = new Map<string, { tag: string; text: string }>()

  async function send(method: string, path: string, body: unknown, headers: Record<string, string>) {
    const url = `${choose()}${path}`
    const known = method === 'GET' ? tags.get(url) : undefined
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(known === undefined ? {} : { 'if-none-match': known.tag }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answersWithinMs),
    }).catch(() => null)
    if (answer?.status === 304 && known) return { status: 200, text: known.text }
    const text = (await answer?.text().catch(() => null)) ?? null
    if (answer === null || text === null) return null
    const tag = answer.headers.get('etag')
    if (tag !== null && answer.status === 200) tags.set(url, { tag, text })
    return { status: answer.status, text }
  }
  const ask = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await history.as(name, () => send(method, path, body, headers))
    return answer && { status: answer.status, body: JSON.parse(answer.text) as T }
  }

  return {
    ask,
    async read<T>(path: string) {
      const answer = await until(`an answer to ${path}`, async () => {
        const read = await ask<T>('GET', path)
        return read?.status === 200 ? read : null
      })
      return answer.body
    },
    async write<T>(method: string, path: string, body: unknown) {
      const key = `${name} ${(writes += 1)}`
      for (;;) {
        const answer = await ask<T>(method, path, body, { 'idempotency-key': key })
        if (answer && isFinal(answer.status, JSON.stringify(answer.body))) return answer
        await pause(againAfterMs)
      }
    },
  }
}
