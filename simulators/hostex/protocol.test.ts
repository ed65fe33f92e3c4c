import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, type JsonRow } from '../kit/testing/open-simulator.ts'

interface Envelope {
  error_code: number
  error_msg: string
  data: Record<string, JsonRow[]>
}

const open = (t: TestContext, options: SimulatorOptions = {}, token?: string) =>
  openSimulator(
    t,
    'hostex',
    { listings: 2, reservations: 30, ...options },
    {
      prefix: '/v3',
      headers: ({ credentials }) => ({ 'hostex-access-token': token ?? credentials.accessToken ?? '' }),
    },
  )

test('every refusal has status 200 and its code in the body', async (t) => {
  const { send, get } = await open(t, { habits: { readOnly: 1 } })
  const write = await send<Envelope>('POST', '/webhooks', { url: 'https://hooks.example.com/x' })
  assert.deepEqual([write.status, write.body.error_msg], [200, 'Not authorized for this action.'])
  const unknown = await get<Envelope>('/conversations/0-1')
  assert.deepEqual([unknown.status, unknown.body.error_code], [200, 404])
  const stranger = await open(t, {}, 'nobody')
  const wrong = await stranger.get<Envelope>('/properties')
  assert.deepEqual([wrong.status, wrong.body.error_code], [200, 401])
})

test('stays of one reservation share its code', async (t) => {
  const { get } = await open(t)
  const since = { start_check_out_date: '2000-01-01', offset: 0, limit: 100 }
  const rows = (await get<Envelope>('/reservations', since)).body.data.reservations ?? []
  const second = rows.find(({ stay_code, reservation_code }) => stay_code !== reservation_code)
  const reservation_code = String(second?.reservation_code)
  const shared = await get<Envelope>('/reservations', { ...since, reservation_code })
  assert.equal(shared.body.data.reservations?.length, 2)
})

test('a thread, an endpoint and a token are limited at once', async (t) => {
  const { simulator, send, get } = await open(t, { rateLimit: 'vendor', speed: 0 })
  const { body } = await get<Envelope>('/conversations', { offset: 0, limit: 1 })
  const thread = `/conversations/${String(body.data.conversations?.[0]?.id)}`
  const codes: number[] = []
  for (let index = 0; index < 6; index += 1)
    codes.push((await send<Envelope>('POST', thread, { message: `Hello ${index}` })).body.error_code)
  assert.deepEqual(codes, [200, 200, 200, 200, 200, 429])
  const refused = await send<Envelope>('POST', thread, { message: 'x' })
  assert.match(refused.body.error_msg, /Try again in 5 seconds/)
  simulator.clock.advanceSeconds(60)
  const scopeAfter = async (path: string, times: number) => {
    for (let index = 0; index < times; index += 1) {
      assert.equal((await get<Envelope>(path)).body.error_code, 200)
    }
    const limited = await get<Envelope>(path)
    return [limited.status, limited.body.error_code, limited.headers.get('x-ratelimit-scope')]
  }
  assert.deepEqual(await scopeAfter('/custom_channels', 600), [200, 429, 'endpoint'])
  assert.deepEqual(await scopeAfter('/income_methods', 599), [200, 429, 'user'])
})
