import type { TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, type OpenSimulator, type JsonRow } from '../kit/testing/open-simulator.ts'

type HeldState = Record<'listings' | 'reservations' | 'reviews', (JsonRow & { id: string })[]>

export function openAccount(
  t: TestContext,
  options: SimulatorOptions = {},
): Promise<OpenSimulator<HeldState>> {
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
