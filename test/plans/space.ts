/** A workspace with a listing kept here, and calls of plans with any of its keys. */
import assert from 'node:assert/strict'
import type { AgentLimits } from '../../src/contract/agent-limits.ts'
import { freshSpace } from '../api/rows.ts'
import type { TestAnswer, TestApp } from '../harness/app.ts'

export const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
export const stay = { checkIn: '2026-07-01', checkOut: '2026-07-04', guest }

export function errorOf(answer: TestAnswer, status: number, code: string): Record<string, unknown> {
  const error = answer.body?.['error'] as unknown as Record<string, unknown> | undefined
  assert.equal(`${answer.status} ${String(error?.['code'])}`, `${status} ${code}`, answer.text)
  return error ?? {}
}

export interface MadePlan extends Record<string, unknown> {
  id: string
  token: string
}

export async function planSpace(app: TestApp) {
  const own = await freshSpace(app)
  const listing = await own.rows.listing({
    currency: 'EUR',
    default_nightly_price: '100',
    time_zone: 'Europe/Zagreb',
  })
  const post = (url: string, body: unknown, key = own.liveKey, headers: Record<string, string> = {}) =>
    app.call('POST', url, { key, headers, body })
  const ask = (body: object, key?: string) => post('/v1/plans', body, key)
  return {
    ...own,
    listing,
    send: (method: string, url: string, body: unknown, key = own.liveKey) =>
      app.call(method, url, { key, body }),
    ask,
    async plan(body: object, key?: string): Promise<MadePlan> {
      const answer = await ask(body, key)
      assert.equal(answer.status, 201, answer.text)
      return answer.body as unknown as MadePlan
    },
    confirm: (
      { id, token }: Pick<MadePlan, 'id' | 'token'>,
      key?: string,
      headers?: Record<string, string>,
    ) => post(`/v1/plans/${id}/confirm`, { token }, key, headers),
    async agentKey(limits: AgentLimits, rights: object = {}): Promise<string> {
      const made = await post('/v1/keys', { name: 'agent', agent_limits: limits, ...rights })
      assert.equal(made.status, 201, made.text)
      return String(made.body['secret'])
    },
    async stays(): Promise<number> {
      return (await own.ids('/v1/reservations')).length
    },
    async price(date: string): Promise<number> {
      const { body } = await own.get(`/v1/availability/${listing}?from=${date}&to=${date}`)
      return Number(body['days']?.[0]?.['price'])
    },
  }
}
