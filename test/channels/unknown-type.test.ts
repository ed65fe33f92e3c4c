/** Where `type` says what a request is about, one that nobody knows is answered `invalid_type`, on every route. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { routes } from '../../src/features/routes.ts'
import { freshSpace, type Space } from '../api/rows.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'

let app: TestApp
let own: Space
before(async () => {
  app = await startTestApp()
  own = await freshSpace(app)
})
after(() => app.close())

const isChoice = (schema: unknown): boolean =>
  Array.isArray(
    (schema as { properties?: { type?: { enum?: unknown[] } } } | undefined)?.properties?.type?.enum,
  )

describe('a type that nobody knows', () => {
  for (const { id, method, url, query, body } of routes) {
    if (!url.startsWith('/v1/channels/') || !(isChoice(query) || isChoice(body))) continue
    it(`is refused by ${id}`, async () => {
      const at = `${url.replaceAll(/:\w+/g, '1')}${isChoice(query) ? '?type=nope' : ''}`
      const answer = await app.call(method, at, {
        key: own.liveKey,
        ...(isChoice(body) ? { body: { type: 'nope' } } : {}),
      })
      const { error } = answer.body as unknown as { error?: { code: string; field: string } }
      assert.deepEqual([answer.status, error?.code, error?.field], [400, 'invalid_type', 'type'], answer.text)
    })
  }
})
