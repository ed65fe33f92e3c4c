import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { startSimulator, type RunningSimulator, type SimulatorOptions } from '../index.ts'

type SmoobuRow = Record<string, unknown>

interface SmoobuAnswer {
  status: number
  headers: Headers
  body: SmoobuRow
}

export interface TestAccount {
  simulator: RunningSimulator
  /** `signed` is the query in its signed form, if another form is sent. */
  get(path: string, options?: { signed?: string; headers?: Record<string, string> }): Promise<SmoobuAnswer>
  /** The signature covers the body too. */
  send(method: string, path: string, body?: unknown): Promise<SmoobuAnswer>
  state(): Record<'listings' | 'reservations', SmoobuRow[]>
}

/** Opens a simulator with a signing client, and stops it when the test ends. */
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
  const call = async (
    method: string,
    path: string,
    {
      signed,
      headers = {},
      body,
    }: { signed?: string; headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<SmoobuAnswer> => {
    // A path outside the usual prefix is given whole.
    const whole = path.startsWith('/booking/') ? path : `/api${path}`
    const [place = '', query = ''] = whole.split('?')
    const text = body === undefined ? '' : JSON.stringify(body)
    const timestamp = `${new Date(simulator.clock.nowMs()).toISOString().slice(0, 19)}Z`
    const proof: Record<string, string> = {
      'x-api-key': apiKey,
      'x-timestamp': timestamp,
      'x-nonce': randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    const digest = createHash('sha256').update(text).digest('hex')
    const lines = [method, place, signed ?? query, proof['x-timestamp'], proof['x-nonce'], digest]
    proof['x-signature'] ??= createHmac('sha256', apiSecret)
      .update([...lines, apiKey].join('\n'))
      .digest('base64')
    const response = await fetch(simulator.url + whole, {
      method,
      headers: proof,
      ...(body === undefined ? {} : { body: text }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as SmoobuRow }
  }
  return {
    simulator,
    get: (path, options) => call('GET', path, options),
    send: (method, path, body) => call(method, path, { body }),
    state: () => simulator.operations.state(new Set()) as ReturnType<TestAccount['state']>,
  }
}
