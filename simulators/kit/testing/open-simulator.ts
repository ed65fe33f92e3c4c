import type { TestContext } from 'node:test'
import { startSimulator, type RunningSimulator, type SimulatorOptions } from '../../index.ts'

export type JsonRow = Record<string, unknown>
type QueryParams = Record<string, string | number | boolean>

export interface SimulatorAnswer<T = JsonRow> {
  status: number
  headers: Headers
  body: T
}

export interface OpenSimulator<State> {
  simulator: RunningSimulator
  /** Calls the vendor's API with the account's access. */
  send<T = JsonRow>(method: string, path: string, body?: unknown): Promise<SimulatorAnswer<T>>
  get<T = JsonRow>(path: string, query?: QueryParams): Promise<SimulatorAnswer<T>>
  /** Calls the control interface. */
  control<T = JsonRow>(method: string, path: string, body?: unknown): Promise<SimulatorAnswer<T>>
  state(...include: string[]): State
}

/** How the account authenticates, and the prefix of its API's paths. */
export interface Access {
  prefix: string
  headers(simulator: RunningSimulator): Record<string, string> | Promise<Record<string, string>>
}

/** Opens a simulator without rate limits at a fixed moment, and closes it when the test ends. */
export async function openSimulator<State = Record<string, JsonRow[]>>(
  t: TestContext,
  vendor: string,
  options: SimulatorOptions,
  access: Access,
): Promise<OpenSimulator<State>> {
  const simulator = await startSimulator(vendor, {
    rateLimit: 'off',
    now: '2026-05-11T09:30:00Z',
    ...options,
  })
  t.after(() => simulator.close())
  const send = sender(simulator.url + access.prefix, await access.headers(simulator))
  simulator.calls.clear()
  return {
    simulator,
    send,
    get: (path, query = {}) => {
      const words = Object.entries(query).map(([name, value]) => [name, String(value)])
      const search = new URLSearchParams(Object.fromEntries(words) as Record<string, string>)
      return send('GET', words.length === 0 ? path : `${path}?${search}`)
    },
    control: sender(simulator.control, {}),
    state: (...include) => simulator.operations.state(new Set(include)) as State,
  }
}

export function sender(origin: string, headers: Record<string, string>) {
  return async function send<T>(method: string, path: string, body?: unknown): Promise<SimulatorAnswer<T>> {
    const response = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // Some refusals are plain text, and some answers are empty.
    const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '')
    const read: unknown = isJson ? JSON.parse(text) : text === '' ? undefined : text
    return { status: response.status, headers: response.headers, body: read as T }
  }
}
