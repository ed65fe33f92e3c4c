import type { TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator } from '../kit/testing/open-simulator.ts'
import type { SimulatorAnswer, OpenSimulator, JsonRow } from '../kit/testing/open-simulator.ts'
import type { Category, Reservation } from './records.ts'

type HeldState = { listings: Category[]; reservations: (Reservation & { id: string })[] } & Record<
  string,
  JsonRow[]
>

export interface TestAccount extends OpenSimulator<HeldState> {
  ask(operation: string, body?: object): Promise<SimulatorAnswer>
  /** Returns every row of a list, read page by page. */
  every(operation: string, key: string, body?: object, count?: number): Promise<JsonRow[]>
}

/** Opens a simulator and stops it when the test ends. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  const prefix = '/api/connector/v1'
  const account = await openSimulator<HeldState>(t, 'mews', options, { prefix, headers: () => ({}) })
  const { clientToken, accessToken } = account.simulator.credentials
  const tokens = { ClientToken: clientToken, AccessToken: accessToken, Client: 'Test 1.0' }
  const ask = (operation: string, body: object = {}): Promise<SimulatorAnswer> =>
    account.send('POST', `/${operation}`, { ...tokens, ...body })
  return {
    ...account,
    ask,
    async every(operation, key, body = {}, count = 1000) {
      const rows: JsonRow[] = []
      for (let cursor: unknown = null; ;) {
        const { body: page } = await ask(operation, { ...body, Limitation: { Count: count, Cursor: cursor } })
        const found = page[key] as JsonRow[]
        rows.push(...found)
        cursor = page.Cursor
        if (found.length === 0 || cursor === null) return rows
      }
    },
  }
}
