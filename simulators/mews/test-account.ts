import type { TestContext } from 'node:test'
import { startSimulator } from '../index.ts'
import type { RunningSimulator, SimulatorOptions } from '../index.ts'
import type { Category, Reservation } from './records.ts'

export type Json = Record<string, unknown>

export interface Answer {
  status: number
  headers: Headers
  body: Json
}

export interface TestAccount {
  simulator: RunningSimulator
  ask(operation: string, body?: object): Promise<Answer>
  /** Every row of a list, page by page. */
  every(operation: string, key: string, body?: object, count?: number): Promise<Json[]>
  control<T = Json>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>
  state(
    ...include: string[]
  ): { listings: Category[]; reservations: (Reservation & { id: string })[] } & Record<string, Json[]>
}

/** A simulator stopped when the test ends. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  const simulator = await startSimulator('mews', {
    rateLimit: 'off',
    now: '2026-05-11T09:30:00Z',
    ...options,
  })
  t.after(() => simulator.close())
  const { clientToken, accessToken } = simulator.credentials
  const ask = async (operation: string, body: object = {}): Promise<Answer> => {
    const tokens = { ClientToken: clientToken, AccessToken: accessToken, Client: 'Test 1.0' }
    const response = await fetch(`${simulator.url}/api/connector/v1/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...tokens, ...body }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
  }
  return {
    simulator,
    ask,
    async every(operation, key, body = {}, count = 1000) {
      const rows: Json[] = []
      for (let cursor: unknown = null; ;) {
        const { body: page } = await ask(operation, { ...body, Limitation: { Count: count, Cursor: cursor } })
        const found = page[key] as Json[]
        rows.push(...found)
        cursor = page.Cursor
        if (found.length === 0 || cursor === null) return rows
      }
    },
    control: async <T>(method: string, path: string, body?: unknown) => {
      const response = await fetch(`${simulator.control}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T }
    },
    state: (...include) => simulator.operations.state(new Set(include)) as ReturnType<TestAccount['state']>,
  }
}
