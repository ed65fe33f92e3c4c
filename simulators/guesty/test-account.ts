import type { TestContext } from 'node:test'
import type { RunningSimulator, SimulatorOptions } from '../index.ts'
import { openSimulator } from '../kit/testing/open-simulator.ts'
import type { OpenSimulator, JsonRow } from '../kit/testing/open-simulator.ts'
import type { Listing } from './listing-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Review } from './seed-reviews.ts'
import type { Post } from './thread-record.ts'

/** A list as the services behind the API wrap it. */
export interface ListAnswer<T> {
  results: T[]
  count: number
  limit: number
  skip: number
  fields: string
}

type WithRecordId<T> = T & { id: string }

export interface HeldState {
  listings: WithRecordId<Listing>[]
  reservations: WithRecordId<Reservation>[]
  conversations: (JsonRow & { id: string; modifiedAt: string })[]
  messages: WithRecordId<Post>[]
  reviews: WithRecordId<Review>[]
  units: WithRecordId<Listing>[]
  ownerConversations: JsonRow[]
  internalPosts: WithRecordId<Post>[]
  guests: JsonRow[]
}

export type TestAccount = Omit<OpenSimulator<HeldState>, 'state'> & { state(): HeldState }

/** A simulator with a token, stopped when the test ends. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  const account = await openSimulator<HeldState>(t, 'guesty', options, {
    prefix: '/v1',
    headers: async (simulator) => ({ authorization: `Bearer ${await mintToken(simulator)}` }),
  })
  const parts = ['units', 'ownerConversations', 'internalPosts', 'guests']
  return { ...account, state: () => account.state(...parts) }
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
