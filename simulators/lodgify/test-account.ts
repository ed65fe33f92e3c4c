import type { TestContext } from 'node:test'
import { startSimulator } from '../index.ts'
import type { RunningSimulator, SimulatorOptions } from '../index.ts'
import type { Booking, Enquiry, Message, Thread } from './booking-record.ts'
import type { RoomType } from './property-record.ts'

export interface Answer<T = unknown> {
  status: number
  body: T
}

export interface HeldState {
  listings: (Omit<RoomType, 'id'> & { id: string; room_type_id: number; property: { id: number } })[]
  reservations: (Booking | (Omit<Enquiry, 'id'> & { id: string; type: 'Enquiry' }))[]
  conversations: (Thread & { id: string })[]
  messages: (Message & { conversationId: string })[]
}

export interface Listed<T> {
  count: number | null
  items: T[]
}

export interface TestAccount {
  simulator: RunningSimulator
  get<T = unknown>(path: string): Promise<Answer<T>>
  send<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>>
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>>
  state(): HeldState
  /** Of the state, those that are bookings. */
  bookings(): Booking[]
}

/** A simulator, stopped when the test ends. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  const simulator = await startSimulator('lodgify', {
    rateLimit: 'off',
    now: '2026-05-11T09:30:00Z',
    ...options,
  })
  t.after(() => simulator.close())
  const call = (origin: string, headers: Record<string, string>) =>
    async function send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
      const response = await fetch(origin + path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T }
    }
  const send = call(simulator.url, { 'x-apikey': simulator.credentials.apiKey ?? '' })
  const state = () => simulator.operations.state(new Set()) as unknown as HeldState
  return {
    simulator,
    send,
    get: (path) => send('GET', path),
    control: call(simulator.control, {}),
    state,
    bookings: () => state().reservations.filter((row): row is Booking => typeof row.id === 'number'),
  }
}
