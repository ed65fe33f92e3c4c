import type { TestContext } from 'node:test'
import { startSimulator } from '../index.ts'
import type { RunningSimulator, SimulatorOptions } from '../index.ts'
import type { Listing } from './listing-record.ts'
import type { Conversation, Message } from './message-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Review } from './review-record.ts'

export interface Answer<T = unknown> {
  status: number
  body: {
    status: string
    message?: string
    result: T
    limit: number | null
    offset: number | null
    count: number
    page: number
    totalPages: number
  }
}

export interface HeldState {
  listings: Listing[]
  reservations: Reservation[]
  conversations: Conversation[]
  messages: Message[]
  reviews: Review[]
}

export interface TestAccount {
  simulator: RunningSimulator
  token: string
  get<T = unknown>(path: string): Promise<Answer<T>>
  send<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>>
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>
  state(): HeldState
}

/** A simulator with a token, stopped when the test ends. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  const simulator = await startSimulator('hostaway', {
    rateLimit: 'off',
    now: '2026-05-11T09:30:00Z',
    ...options,
  })
  t.after(() => simulator.close())
  const token = await mintToken(simulator)
  simulator.calls.clear()
  const send = async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${simulator.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answer<T>['body'] }
  }
  return {
    simulator,
    token,
    send,
    get: (path) => send('GET', path),
    control: async <T>(method: string, path: string, body?: unknown) => {
      const response = await fetch(`${simulator.control}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T }
    },
    state: () => simulator.operations.state(new Set()) as unknown as HeldState,
  }
}

export async function askForToken(simulator: RunningSimulator, changed: Record<string, string> = {}) {
  const form = {
    grant_type: 'client_credentials',
    client_id: simulator.credentials.accountId ?? '',
    client_secret: simulator.credentials.apiKey ?? '',
    scope: 'general',
  }
  return fetch(`${simulator.url}/v1/accessTokens`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, ...changed }),
  })
}

export async function mintToken(simulator: RunningSimulator): Promise<string> {
  const response = await askForToken(simulator)
  return ((await response.json()) as { access_token: string }).access_token
}
