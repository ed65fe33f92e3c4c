import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { docsPages } from './docs-pages.ts'
import { html } from './docs-pages/html.ts'
import { inlineMarkdown, markdown } from './docs-pages/markdown.ts'

describe('documentation pages', () => {
  let app: FastifyInstance
  before(async () => {
    app = Fastify()
    await app.register(docsPages, { publicUrl: () => 'https://api.example.com/pms', serviceName: 'Acme' })
  })
  after(() => app.close())

  const get = (url: string) => app.inject({ method: 'GET', url })
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

  it('serves the document with the address and header names of this server', async () => {
    const response = await get('/openapi.json')
    assert.match(String(response.headers['content-type']), /^application\/json/)
    assert.equal(response.json().servers[0].url, 'https://api.example.com/pms')
    assert.match(response.body, /"X-Acme-Signature"/)
    assert.doesNotMatch(response.body, /127\.0\.0\.1|X-Repull-/)
  })

  it('sends `/` and `/docs/` to `/docs`, below the path the server is reached under', async () => {
    for (const url of ['/', '/docs/']) {
      const response = await get(url)
      assert.equal(response.statusCode, 302)
      assert.equal(response.headers.location, '/pms/docs')
    }
  })

  it('shows every operation and every event of the document, readable without its script', async () => {
    const document = (await get('/openapi.json')).json()
    const page = (await get('/docs')).body.replace(/<script>[\s\S]*<\/script>/, '')
    for (const item of Object.values<Record<string, { operationId: string }>>(document.paths)) {
      for (const { operationId } of Object.values(item)) {
        assert.ok(page.includes(`id="${operationId}"`), operationId)
        assert.ok(page.includes(`href="#${operationId}"`), operationId)
      }
    }
    for (const kind of Object.keys(document.webhooks)) assert.ok(page.includes(kind), kind)
    assert.match(page, /curl https:\/\/api\.example\.com\/pms\/v1\/listings/)
  })

  it('has links inside the page that all lead somewhere', async () => {
    const page = (await get('/docs')).body
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(
      links.filter((id) => !ids.has(id)),
      [],
    )
    const others = new Set([...page.matchAll(/href="\/pms(\/[^"#]*)"/g)].map(([, url]) => url ?? ''))
    assert.ok(others.size > 5)
    for (const url of others) assert.equal((await get(url)).statusCode, 200, url)
  })

  it('lets the browser load and run nothing but the style and script of the page', async () => {
    for (const url of ['/docs', '/docs/errors', '/docs/errors/not_found', '/docs/none']) {
      const { body, headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'/)
      assert.doesNotMatch(policy, /unsafe|https?:|\*/)
      const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? []
      const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(body) ?? []
      assert.ok(style && policy.includes(`style-src ${hashOf(style)}`))
      assert.ok(script && policy.includes(`script-src ${hashOf(script)}`))
      assert.doesNotMatch(body, / on[a-z]+="| style="|<(?:img|iframe|object|form)\b| src="/)
    }
  })

  it('shows error pages and their index, with links between them', async () => {
    const index = await get('/docs/errors')
    assert.equal(index.statusCode, 200)
    assert.match(index.body, /href="\/pms\/docs\/errors\/unknown_params"/)
    const page = await get('/docs/errors/unknown_params')
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /<h1 id="unknown_params">unknown_params<\/h1>/)
    assert.doesNotMatch(page.body, /<!--|\.md"/)
  })

  it('answers what is not there with a page', async () => {
    for (const url of [
      '/docs/errors/nonsense',
      '/docs/guides/none',
      '/docs/errors/..%2f..%2fpackage',
      '/docs/%3Cb%3E',
    ]) {
      const response = await get(url)
      assert.equal(response.statusCode, 404, url)
      assert.match(String(response.headers['content-type']), /^text\/html/)
      assert.match(response.body, /No such page/)
    }
  })

  it('shows the guides', async () => {
    const response = await get('/docs/guides/configuration')
    assert.equal(response.statusCode, 200)
    assert.match(response.body, /BURST_LIMIT/)
    const page = await get('/docs/guides/connect-page')
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /href="\/pms\/docs\/errors\/session_expired"/)
  })
})

describe('HTML and Markdown', () => {
  it('escapes what is put into a template, but not HTML', () => {
    assert.equal(
      html`<b>${'<i> & "x"'}</b>${html`<br />`}`.text,
      '<b>&lt;i&gt; &amp; &quot;x&quot;</b><br />',
    )
    assert.equal(html`${[html`<hr />`, 'b>']}${undefined}${false}${0}`.text, '<hr />b&gt;0')
  })

  it('shows HTML in a text instead of obeying it', () => {
    const { text } = markdown(
      'Hello <script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n![a](http://x/y.png)',
    )
    assert.doesNotMatch(text, /<script|<img/)
  })

  it('drops links with schemes that run something, and files that are not served', () => {
    assert.equal(inlineMarkdown('[x](javascript:alert(1))').text, 'x')
    assert.equal(inlineMarkdown('[x](decisions/0001-a.md)').text, 'x')
    assert.equal(inlineMarkdown('[x](https://a.example)').text, '<a href="https://a.example">x</a>')
  })

  it('turns links between files into links between pages', () => {
    const linked = (text: string, file: string) => /href="([^"]+)"/.exec(markdown(text, file).text)?.[1]
    assert.equal(linked('[x](not_found.md)', 'docs/errors/README.md'), '/docs/errors/not_found')
    assert.equal(linked('[x](README.md)', 'docs/errors/not_found.md'), '/docs/errors')
    assert.equal(
      linked('[x](../configuration.md#port)', 'docs/errors/not_found.md'),
      '/docs/guides/configuration#port',
    )
    assert.equal(linked('[x](errors/README.md)', 'docs/configuration.md'), '/docs/errors')
  })
})
