import type { TestContext } from 'node:test'
import type { RunningSimulator, SimulatorOptions } from '../index.ts'
import { openSimulator, type OpenSimulator } from '../kit/testing/open-simulator.ts'
import type { Conversation, Listing, Message, Reservation, Review } from './records.ts'

type PageNumbers = Record<'limit' | 'offset' | 'count' | 'page' | 'totalPages', number | null>
interface ListAnswer<T> extends PageNumbers {
  status: string
  message?: string
  result: T
}

type ListReply<T> = Promise<{ status: number; body: ListAnswer<T> }>

export interface HeldState {
  listings: Listing[]
  reservations: Reservation[]
  conversations: Conversation[]
  messages: Message[]
  reviews: Review[]
}

export interface TestAccount extends Omit<OpenSimulator<HeldState>, 'get' | 'send'> {
  token: string
  get<T = unknown>(path: string): ListReply<T>
  send<T = unknown>(method: string, path: string, body?: unknown): ListReply<T>
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
  const body = new URLSearchParams({ ...form, ...changed })
  return fetch(`${simulator.url}/v1/accessTokens`, { method: 'POST', body })
}

export async function mintToken(simulator: RunningSimulator): Promise<string> {
  const response = await askForToken(simulator)
  return ((await response.json()) as { access_token: string }).access_token
}
