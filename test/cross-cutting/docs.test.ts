/** The documentation within the whole application: open to everybody, without shadowing other routes. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createHttpServer } from '../../src/features/http-server.ts'
import { docsPages } from '../../src/http/docs-pages.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'

describe('documentation in the application', () => {
  let t: TestApp
  let app: FastifyInstance
  before(async () => {
    t = await startTestApp({ env: { BURST_LIMIT: '3' } })
    app = (await createHttpServer(t.services, { strictReplies: true })).app
    await app.register(docsPages, { publicUrl: () => t.services.publicUrl })
  })
  after(async () => {
    await app.close()
    await t.close()
  })

  it('needs no key and is never limited', async () => {
    for (let i = 0; i < 5; i += 1) {
      for (const url of ['/docs', '/docs/errors', '/docs/errors/not_found', '/openapi.json']) {
        const response = await app.inject({ method: 'GET', url })
        assert.equal(response.statusCode, 200, url)
        assert.ok(response.headers['x-request-id'])
      }
    }
  })

  it('answers unknown pages as HTML and unknown paths of the API as JSON', async () => {
    const page = await app.inject({ method: 'GET', url: '/docs/none' })
    assert.match(String(page.headers['content-type']), /^text\/html/)
    const path = await app.inject({ method: 'GET', url: '/v1/none' })
    assert.equal(path.json().error.code, 'not_found')
  })

  it('has the page that an error points to', async () => {
    const failed = await app.inject({ method: 'GET', url: '/v1/listings' })
    const page = await app.inject({ method: 'GET', url: new URL(failed.json().error.docs_url).pathname })
    assert.equal(page.statusCode, 200)
  })
})
