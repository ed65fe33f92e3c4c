/** What is sent for an address where nothing is: a page to a person, the envelope to a program. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const sent = async (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: answered } = await app.raw({ method, url, headers })
  return [statusCode, String(answered['content-type']).split(';')[0]]
}

describe('an address where nothing is', () => {
  it('shows a browser a page', async () => {
    for (const url of ['/app', '/console/settings?x=1', '/v12'])
      assert.deepEqual(await sent('GET', url, browser), [404, 'text/html'], url)
  })
  it('names the path of the API that was probably meant', async () => {
    const { body } = await app.raw({ method: 'GET', url: '/listings', headers: browser })
    assert.match(body, /The API has <code>\/v1\/listings<\/code>/)
  })
  it('answers programs, and paths of the API, in the envelope', async () => {
    assert.deepEqual(await sent('GET', '/app'), [404, 'application/json'])
    assert.deepEqual(await sent('GET', '/v1/lisings', browser), [404, 'application/json'])
    assert.deepEqual(await sent('POST', '/app', browser), [404, 'application/json'])
  })
})
