import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuthContext, OutgoingRequest } from './auth.ts'
import { bodyFields } from './body-fields.ts'
import { memorySession } from './memory-session.ts'

const context: AuthContext = {
  session: memorySession(),
  send: () => Promise.reject(new Error('no call is needed')),
  now: () => new Date(0),
  sleep: async () => {},
  secret: () => {},
}

async function signed(body: string | null): Promise<OutgoingRequest> {
  const request: OutgoingRequest = { method: 'POST', url: new URL('http://x/'), headers: {}, body }
  await bodyFields({ Token: 'secret-of-the-account' }, { Client: 'Test 1.0' }).sign(request, context)
  return request
}

describe('bodyFields', () => {
  it('puts the credentials into the body beside what is asked', async () => {
    const { body, headers } = await signed('{"Ids":["a"],"Name":"Zoë"}')
    assert.deepEqual(JSON.parse(String(body ?? '')), {
      Token: 'secret-of-the-account',
      Client: 'Test 1.0',
      Ids: ['a'],
      Name: 'Zoë',
    })
    assert.equal(headers['content-type'], 'application/json')
  })

  it('makes a body where there is none', async () => {
    const { body } = await signed(null)
    assert.deepEqual(JSON.parse(String(body ?? '')), { Token: 'secret-of-the-account', Client: 'Test 1.0' })
  })

  it('takes 401 for a refusal, and keeps what is secret secret', () => {
    const strategy = bodyFields({ Token: 'secret-of-the-account' }, { Client: 'Test 1.0' })
    const answer = (status: number) => ({ status, headers: {}, text: '', json: undefined })
    assert.deepEqual(
      [401, 403, 200].map((status) => strategy.refuses(answer(status))),
      [true, false, false],
    )
    assert.deepEqual(strategy.secrets, ['secret-of-the-account'])
  })
})
