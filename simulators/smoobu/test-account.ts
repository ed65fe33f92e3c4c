import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { startSimulator } from '../index.ts'
import type { RunningSimulator, SimulatorOptions } from '../index.ts'

type Row = Record<string, unknown>

export interface Answer {
  status: number
  headers: Headers
  body: Row
}

export interface TestAccount {
  simulator: RunningSimulator
  /** `signed`: the query as it is signed, where it is sent in another form. */
  get(path: string, options?: { signed?: string; headers?: Record<string, string> }): Promise<Answer>
  state(): Record<'listings' | 'reservations', Row[]>
}

/** A simulator with a signing client, stopped when the test ends. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  const simulator = await startSimulator('smoobu', {
    listings: 6,
    reservations: 120,
    rateLimit: 'off',
    now: '2026-05-11T09:30:00Z',
    ...options,
  })
  t.after(() => simulator.close())
  const { apiKey = '', apiSecret = '' } = simulator.credentials
  return {
    simulator,
    async get(path, { signed, headers = {} } = {}) {
      const [place = '', query = ''] = path.split('?')
      const timestamp = `${new Date(simulator.clock.nowMs()).toISOString().slice(0, 19)}Z`
      const proof: Record<string, string> = {
        'x-api-key': apiKey,
        'x-timestamp': timestamp,
        'x-nonce': randomUUID(),
        ...headers,
      }
      const nothing = createHash('sha256').update('').digest('hex')
      const lines = ['GET', `/api${place}`, signed ?? query, proof['x-timestamp'], proof['x-nonce'], nothing]
      proof['x-signature'] ??= createHmac('sha256', apiSecret)
        .update([...lines, apiKey].join('\n'))
        .digest('base64')
      const response = await fetch(`${simulator.url}/api${path}`, { headers: proof })
      return { status: response.status, headers: response.headers, body: (await response.json()) as Row }
    },
    state: () => simulator.operations.state(new Set()) as ReturnType<TestAccount['state']>,
  }
}
