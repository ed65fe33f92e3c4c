import type { TestContext } from 'node:test'
import { startSimulator } from '../index.ts'
import type { RunningSimulator, SimulatorOptions } from '../index.ts'
import type { Listing } from './listing-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Review } from './review-record.ts'
import type { Post } from './thread-record.ts'

/** A list as the services behind the API wrap it. */
export interface ListAnswer<T> {
  results: T[]
  count: number
  limit: number
  skip: number
  fields: string
}

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

type Named<T> = T & { id: string }
export type Row = Record<string, unknown>

export interface HeldState {
  listings: Named<Listing>[]
  reservations: Named<Reservation>[]
  conversations: (Row & { id: string; modifiedAt: string })[]
  messages: Named<Post>[]
  reviews: Named<Review>[]
  units: Named<Listing>[]
  ownerConversations: Row[]
  internalPosts: Named<Post>[]
  guests: Row[]
}

export interface TestAccount {
  simulator: RunningSimulator
  token: string
  get<T = Row>(path: string, query?: Record<string, string | number | boolean>): Promise<Answer<T>>
  send<T = Row>(method: string, path: string, body?: unknown): Promise<Answer<T>>
  control<T = Row>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>
  state(): HeldState
}

/** A simulator with a token, stopped when the test ends. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  const simulator = await startSimulator('guesty', {
    rateLimit: 'off',
    now: '2026-05-11T09:30:00Z',
    ...options,
  })
  t.after(() => simulator.close())
  const token = await mintToken(simulator)
  simulator.calls.clear()
  const send = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const response = await fetch(`${simulator.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: read(await response.text()) as T }
  }
  const everything = new Set(['units', 'ownerConversations', 'internalPosts', 'guests'])
  return {
    simulator,
    token,
    send,
    get: (path, query = {}) => {
      const words = Object.entries(query).map(([name, value]) => [name, String(value)])
      return send(
        'GET',
        words.length === 0
          ? path
          : `${path}?${new URLSearchParams(Object.fromEntries(words) as Record<string, string>)}`,
      )
    },
    control: async <T>(method: string, path: string, body?: unknown) => {
      const response = await fetch(`${simulator.control}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: read(await response.text()) as T }
    },
    state: () => simulator.operations.state(everything) as unknown as HeldState,
  }
}

export function askForToken(
  simulator: RunningSimulator,
  changed: Record<string, string> = {},
): Promise<Response> {
  const form = {
    grant_type: 'client_credentials',
    client_id: simulator.credentials.clientId ?? '',
    client_secret: simulator.credentials.clientSecret ?? '',
    scope: 'open-api',
  }
  return fetch(`${simulator.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, ...changed }),
  })
}

export async function mintToken(simulator: RunningSimulator): Promise<string> {
  const response = await askForToken(simulator)
  return ((await response.json()) as { access_token: string }).access_token
}

// Some refusals are plain words.
function read(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return text
  }
}
