import type { TestContext } from 'node:test'
import { startSimulator } from '../index.ts'
import type { RunningSimulator, SimulatorOptions } from '../index.ts'

type Row = Record<string, unknown>

export interface Answer {
  status: number
  headers: Headers
  body: Row & { data: Row[]; pages?: { nextPageExists: boolean } }
}

export interface TestAccount {
  simulator: RunningSimulator
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown): Promise<{ status: number; body: Row[] }>
  state(): Record<
    'listings' | 'reservations' | 'conversations' | 'messages' | 'internalNotes' | 'reviews',
    Row[]
  >
}

/** A simulator with a token, stopped when the test ends. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  const simulator = await startSimulator('beds24', {
    listings: 12,
    reservations: 300,
    rateLimit: 'off',
    now: '2026-05-11T09:30:00Z',
    ...options,
  })
  t.after(() => simulator.close())
  let token = ''
  const get = async (path: string, headers: Record<string, string> = { token }): Promise<Answer> => {
    const response = await fetch(`${simulator.url}/v2${path}`, { headers })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    }
  }
  token = String(
    (await get('/authentication/setup', { code: simulator.credentials.inviteCode ?? '' })).body.token,
  )
  return {
    simulator,
    get,
    post: async (path, body) => {
      const response = await fetch(`${simulator.url}/v2${path}`, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Row[] }
    },
    state: () => simulator.operations.state(new Set()) as ReturnType<TestAccount['state']>,
  }
}
