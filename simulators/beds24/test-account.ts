import type { TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, type OpenSimulator, type JsonRow } from '../kit/testing/open-simulator.ts'

type StatePart = 'listings' | 'reservations' | 'conversations' | 'messages' | 'internalNotes' | 'reviews'
export type TestAccount = OpenSimulator<Record<StatePart, JsonRow[]>>
export type ListAnswer = JsonRow & { data: JsonRow[]; pages?: { nextPageExists: boolean } }

/** Opens a simulator with a token, and stops it when the test ends. */
export function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  const sizes = { listings: 12, reservations: 300 }
  return openSimulator(
    t,
    'beds24',
    { ...sizes, ...options },
    {
      prefix: '/v2',
      headers: async ({ url, credentials }) => {
        const headers = { code: credentials.inviteCode ?? '' }
        const answer = await fetch(`${url}/v2/authentication/setup`, { headers })
        return { token: ((await answer.json()) as { token: string }).token }
      },
    },
  )
}
