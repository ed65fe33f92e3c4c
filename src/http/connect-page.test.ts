import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { connectPage } from './connect-page.ts'

describe('the hosted connect page', () => {
  let app: FastifyInstance
  before(async () => {
    app = Fastify()
    await app.register(connectPage)
  })
  after(() => app.close())

  const get = (url: string) => app.inject({ method: 'GET', url })
  const assetsOf = (text: string) => [...text.matchAll(/"(assets\/[^"]+)"/g)].map(([, file = '']) => file)

  it('is one shell, never kept, that may load and run nothing but its own files', async () => {
    const { statusCode, headers, body } = await get('/connect/cs_1_abc')
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    const policy = String(headers['content-security-policy'])
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]) {
      assert.ok(policy.split('; ').includes(rule), rule)
    }
    assert.doesNotMatch(policy, /unsafe|https?:|\*|data:/)
    assert.doesNotMatch(body, / on[a-z]+="| style="|<style|<script(?! type="module" src="assets\/)|https?:/)
    assert.equal((await get('/connect/cs_2_other')).body, body)
  })

  it('may show images of one more origin, where the session has a logo there', async () => {
    const other = Fastify()
    const origins: Record<string, string> = { cs_1_logo: 'https://static.example.com' }
    await other.register(connectPage, {
      logoOrigin: async (sessionId) => {
        if (sessionId === 'cs_1_down') throw new Error('the database is away')
        return origins[sessionId] ?? null
      },
    })
    const policyOf = async (sessionId: string) => {
      const { statusCode, headers } = await other.inject(`/connect/${sessionId}`)
      assert.equal(statusCode, 200)
      return String(headers['content-security-policy'])
    }
    const usual = await policyOf('cs_1_plain')
    assert.equal(
      await policyOf('cs_1_logo'),
      usual.replace("img-src 'self'", "img-src 'self' https://static.example.com"),
    )
    assert.equal(await policyOf('cs_1_down'), usual)
    await other.close()
  })

  it('names files that are there and may be kept for long', async () => {
    const files = assetsOf((await get('/connect/cs_1_abc')).body)
    assert.ok(files.some((file) => /\/main-[0-9a-f]{12}\.js$/.test(file)))
    assert.ok(files.some((file) => /\/style-[0-9a-f]{12}\.css$/.test(file)))
    for (const file of files) {
      const { statusCode, headers } = await get(`/connect/${file}`)
      assert.equal(statusCode, 200, file)
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(String(headers['content-type']), /^(text\/javascript|text\/css|image\/svg\+xml)/)
    }
  })

  it('sends modules that run: no types left, and every import is one of the files', async () => {
    const files = assetsOf((await get('/connect/cs_1_abc')).body).filter((file) => file.endsWith('.js'))
    assert.ok(files.length > 10)
    for (const file of files) {
      const { body } = await get(`/connect/${file}`)
      assert.doesNotMatch(body, /\.ts'|\binterface |\bimport type\b/, file)
      for (const [, imported] of body.matchAll(/from '\.\/([^']+)'/g)) {
        assert.ok(files.includes(`assets/${imported}`), `${file} imports ${imported}`)
      }
    }
  })

  it('asks no other host', async () => {
    const files = assetsOf((await get('/connect/cs_1_abc')).body)
    for (const file of files) {
      const text = (await get(`/connect/${file}`)).body.replaceAll('http://www.w3.org/2000/svg', '')
      assert.doesNotMatch(text, /https?:\/\/|url\(|@import/, file)
    }
  })

  it('has no other files', async () => {
    for (const url of ['/connect/assets/main.js', '/connect/assets/..%2f..%2fpackage.json']) {
      assert.equal((await get(url)).statusCode, 404, url)
    }
  })

  it('says nothing on the error stream about how it is made', async (t) => {
    const emitWarning = t.mock.method(process, 'emitWarning', () => {})
    const other = Fastify()
    await other.register(connectPage)
    await other.close()
    assert.equal(emitWarning.mock.callCount(), 0)
  })
})
