import type { TestContext } from 'node:test'
import type { RunningSimulator, SimulatorOptions } from '../index.ts'
import { openSimulator, type OpenSimulator } from '../kit/testing/open-simulator.ts'
import type { Listing } from './listing-record.ts'
import type { Conversation, Message } from './message-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Review } from './review-record.ts'

interface ListAnswer<T> {
  status: string
  message?: string
  result: T
  limit: number | null
  offset: number | null
  count: number
  page: number
  totalPages: number
}

export interface HeldState {
  listings: Listing[]
  reservations: Reservation[]
  conversations: Conversation[]
  messages: Message[]
  reviews: Review[]
}

export interface TestAccount extends Omit<OpenSimulator<HeldState>, 'get' | 'send'> {
  token: string
  get<T = unknown>(path: string): Promise<{ status: number; body: ListAnswer<T> }>
  send<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: ListAnswer<T> }>
}

/** Opens a simulator with a token, and stops it when the test ends. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  let token = ''
  const account = await openSimulator<HeldState>(t, 'hostaway', options, {
    prefix: '/v1',
    headers: async (simulator) => ({ authorization: `Bearer ${(token = await mintToken(simulator))}` }),
  })
  const { send } = account
  return { ...account, token, send, get: (path) => send('GET', path) }
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
