import type { TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, type OpenSimulator, type Row } from '../kit/testing/open-simulator.ts'

type Held = Record<'listings' | 'reservations' | 'reviews', (Row & { id: string })[]>

export function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<OpenSimulator<Held>> {
  return openSimulator(
    t,
    'hospitable',
    { listings: 8, reservations: 60, ...options },
    {
      prefix: '/v2',
      headers: ({ credentials }) => ({ authorization: `Bearer ${credentials.accessToken}` }),
    },
  )
}
