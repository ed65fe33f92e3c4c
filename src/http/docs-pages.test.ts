import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { parse } from 'yaml'
import { docsPages } from './docs-pages.ts'
import type { SearchEntry } from './docs-pages/search-entry.ts'
import { html } from './docs-pages/html.ts'
import { inlineMarkdown, markdown } from './docs-pages/markdown.ts'

/** An import would check the browser's module with Node's types, so only its address is named. */
const rankingModule = new URL('../../web/docs/search-ranking.ts', import.meta.url).href

describe('documentation pages', () => {
  const idsIn = (body: string) => new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
  const idsOf = new Map<string, Set<string>>()
  let app: FastifyInstance
  before(async () => {
    app = Fastify()
    await app.register(docsPages, { publicUrl: () => 'https://api.example.com/pms', serviceName: 'Acme' })
  })
  after(() => app.close())

  const get = (url: string) => app.inject({ method: 'GET', url })
  /** Readers without scripts see this text. */
  const textOf = async (url: string) => (await get(url)).body.replace(/<script>[\s\S]*<\/script>/, '')
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

  it('serves the document with the address and header names of this server', async () => {
    const response = await get('/openapi.json')
    assert.match(String(response.headers['content-type']), /^application\/json/)
    assert.equal(response.json().servers[0].url, 'https://api.example.com/pms')
    for (const name of ['"X-Acme-Signature"', '`X-Acme-Listings-Held-Back`'])
      assert.ok(response.body.includes(name), name)
    assert.doesNotMatch(response.body, /127\.0\.0\.1|X-Repull-/)
  })

  it('has a Markdown twin of every page, whose links lead to twins', async () => {
    const index = (await get('/docs/search.json')).json() as
      { href: string }[] | { entries: { href: string }[] }
    const entries = Array.isArray(index) ? index : index.entries
    const pages = [...new Set(entries.map(({ href }) => href.replace(/#.*/, '').replace('/pms', '')))]
    assert.ok(pages.length > 100, String(pages.length))
    const twins = new Map<string, string>()
    for (const page of [...pages, '/docs', '/docs/api', '/docs/guides', '/docs/operate']) {
      const twin = await get(`${page}.md`)
      assert.equal(twin.statusCode, 200, page)
      assert.equal(twin.headers['content-type'], 'text/markdown; charset=utf-8')
      assert.match(twin.body, /^# \S/, page)
      assert.doesNotMatch(twin.body, /\[object|^<!--/m, page)
      twins.set(`${page}.md`, twin.body)
    }
    for (const [page, text] of twins)
      for (const [, link = ''] of text
        .replaceAll(/^```[\s\S]*?^```/gm, '')
        .matchAll(/\]\((\/pms\/docs[^)#]*)/g))
        assert.equal((await get(link.replace('/pms', ''))).statusCode, 200, `${page} links ${link}`)
  })

  it('answers Markdown at the address of the page to whoever asks for it first', async () => {
    const ask = (accept: string) => app.inject({ url: '/docs/guides/webhooks', headers: { accept } })
    const browser = await ask('text/html,application/xhtml+xml,*/*;q=0.8')
    assert.match(String(browser.headers['content-type']), /^text\/html/)
    assert.match(
      browser.body,
      /<link rel="alternate" type="text\/markdown" href="\/pms\/docs\/guides\/webhooks.md"/,
    )
    const program = await ask('text/markdown, text/html;q=0.9')
    assert.match(String(program.headers['content-type']), /^text\/markdown/)
    for (const { headers } of [browser, program]) assert.match(String(headers.vary), /\bAccept\b(?!-)/)
    assert.equal((await get('/docs/guides/no-such-page.md')).statusCode, 404)
  })

  it('lists all of it for language models', async () => {
    const { body, headers } = await get('/llms.txt')
    assert.match(String(headers['content-type']), /^text\/plain/)
    assert.match(body, /^# Lodgewire\n\n> /)
    const links = [...body.matchAll(/\]\((\/pms\/[^)]+)\)/g)].map(([, link = '']) => link.replace('/pms', ''))
    assert.ok(links.length > 60, String(links.length))
    for (const link of links) assert.equal((await get(link)).statusCode, 200, link)
    assert.ok(body.length < 20_000, 'it fits into a small context')
  })

  it('names every event once in the AsyncAPI document, and every operation once in the collection', async () => {
    const description = (await get('/openapi.json')).json()
    const { channels, operations } = (await get('/asyncapi.json')).json()
    assert.equal(Object.keys(operations).length, Object.keys(description.webhooks).length)
    assert.equal(Object.keys(channels.webhook.messages).length, Object.keys(description.webhooks).length)
    const { item, variable } = (await get('/postman.json')).json()
    const requests = item.flatMap((folder: { item: { request: { method: string } }[] }) => folder.item)
    const methods = Object.values(description.paths as Record<string, object>).flatMap((path) =>
      Object.keys(path),
    )
    assert.equal(requests.length, methods.length)
    assert.equal(variable[0].value, 'https://api.example.com/pms')
  })

  it('serves the same document as YAML, with a strong tag and compressed', async () => {
    const [json, yaml, again] = await Promise.all(
      ['/openapi.json', '/openapi.yaml', '/openapi.yaml'].map(get),
    )
    assert.equal(yaml?.statusCode, 200)
    assert.equal(yaml.headers['content-type'], 'application/yaml; charset=utf-8')
    assert.deepEqual(parse(yaml.body), json?.json())
    const etag = String(yaml.headers.etag)
    assert.match(etag, /^"[\w-]{22}"$/)
    assert.equal(again?.headers.etag, etag)
    const ask = (headers: Record<string, string>) =>
      app.inject({ method: 'GET', url: '/openapi.yaml', headers })
    assert.equal((await ask({ 'if-none-match': etag })).statusCode, 304)
    for (const [coding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await ask({ 'accept-encoding': coding })
      assert.equal(response.headers['content-encoding'], coding)
      assert.equal(decompress(response.rawPayload).toString(), yaml.body)
    }
  })

  it('serves what one tag has as a document of its own', async () => {
    const whole = (await get('/openapi.json')).json()
    const ids = (document: { paths: Record<string, Record<string, { operationId: string }>> }) =>
      Object.values(document.paths).flatMap((item) =>
        Object.values(item).map(({ operationId }) => operationId),
      )
    const met: string[] = []
    for (const { name } of whole.tags as { name: string }[]) {
      const response = await get(`/openapi/${name.toLowerCase()}.json`)
      assert.equal(response.statusCode, 200, name)
      const document = response.json()
      met.push(...ids(document))
      const referred = [...response.body.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)]
      for (const [reference, kind = '', part = ''] of referred)
        assert.ok(document.components[kind]?.[part], `${name}: ${reference}`)
      for (const kind of ['parameters', 'headers', 'responses', 'schemas']) {
        for (const part of Object.keys(document.components[kind]))
          assert.ok(response.body.includes(`"#/components/${kind}/${part}"`), `${name}: ${kind}/${part}`)
      }
    }
    assert.deepEqual(met.toSorted(), ids(whole).toSorted())
    assert.equal((await get('/openapi/nothing.json')).statusCode, 404)
  })

  it('serves an edition for language models, without patterns and examples', async () => {
    const [whole, words] = [await get('/openapi.json'), await get('/openapi/words.json')]
    assert.ok(words.body.length < whole.body.length * 0.95)
    assert.doesNotMatch(words.body, /"examples":\[|"pattern":"/)
    // `example` here is a field that happens to have the keyword's name.
    assert.ok(words.json().components.schemas.ApiError.properties.example)
  })

  it('sends `/` and `/docs/` to `/docs`, below the path the server is reached under', async () => {
    for (const url of ['/', '/docs/']) {
      const response = await get(url)
      assert.equal(response.statusCode, 302)
      assert.equal(response.headers.location, '/pms/docs')
    }
  })

  it('sends the name of a file under docs/ to its page', async () => {
    const response = await get('/docs/plans')
    assert.deepEqual([response.statusCode, response.headers.location], [302, '/pms/docs/guides/plans'])
    assert.equal((await get('/docs/guides/plans')).statusCode, 200)
    const moved = await get('/docs/guides/configuration')
    assert.deepEqual([moved.statusCode, moved.headers.location], [302, '/pms/docs/operate/configuration'])
    assert.equal((await get('/docs/nothing-of-this-name')).statusCode, 404)
  })

  it('shows every operation and every event of the document, readable without its script', async () => {
    const document = (await get('/openapi.json')).json()
    const overview = await textOf('/docs/api')
    type Described = { operationId: string; tags: string[] }
    for (const item of Object.values<Record<string, Described>>(document.paths)) {
      for (const { operationId, tags } of Object.values(item)) {
        const address = `/docs/api/${tags[0]?.toLowerCase()}`
        assert.ok(overview.includes(`href="/pms${address}#${operationId}"`), operationId)
        const ids = idsOf.get(address) ?? idsIn(await textOf(address))
        idsOf.set(address, ids)
        assert.ok(ids.has(operationId), operationId)
      }
    }
    for (const { alias, operations } of document['x-query-aliases']) {
      assert.ok(overview.includes(`<code>${alias}</code>`), alias)
      assert.notEqual(operations.length, 0)
    }
    const events = await textOf('/docs/api/events')
    for (const kind of Object.keys(document.webhooks)) assert.ok(events.includes(kind), kind)
  })

  it('shows how to make a request in each language, safe to repeat where it writes', async () => {
    const page = (await textOf('/docs/api/reservations')).replaceAll('&quot;', '"').replaceAll('&#39;', "'")
    assert.match(page, /curl -X POST https:\/\/api\.example\.com\/pms\/v1\/reservations/)
    assert.match(page, /-H 'Idempotency-Key: [^']+'/)
    assert.match(
      page,
      /await fetch\('https:\/\/api\.example\.com\/pms\/v1\/reservations', \{\n {2}method: 'POST'/,
    )
    assert.match(page, /requests\.post\(\n {4}"https:\/\/api\.example\.com\/pms\/v1\/reservations"/)
  })

  it('has links that all lead somewhere, on every page', async () => {
    const pages = new Map<string, string>()
    const open = ['/docs']
    for (let url = open.pop(); url !== undefined; url = open.pop()) {
      if (pages.has(url)) continue
      const response = await get(url)
      assert.equal(response.statusCode, 200, url)
      pages.set(url, response.body)
      const found = [...response.body.matchAll(/href="\/pms(\/[^"#]*)(?:#[^"]*)?"/g)].map(
        ([, to]) => to ?? '',
      )
      open.push(...found)
    }
    assert.ok(pages.size > 50, `only ${pages.size} pages`)
    const ids = new Map([...pages].map(([url, body]) => [url, idsIn(body)]))
    for (const [url, body] of pages) {
      for (const [, to = '', id = ''] of body.matchAll(/href="(?:\/pms(\/[^"#]*))?#([^"]+)"/g))
        assert.ok(ids.get(to || url)?.has(id), `${url} links to ${to}#${id}, which is not there`)
    }
  })

  it('finds operations, parameters, fields, events, codes and texts', async () => {
    const entries = (await get('/docs/search.json')).json() as SearchEntry[]
    const found = (kind: string, title: string) =>
      entries.filter((entry) => entry.kind === kind && entry.title === title)
    assert.ok(
      found('operation', 'Create a reservation').some(({ href }) =>
        href.startsWith('/pms/docs/api/reservations#'),
      ),
    )
    assert.ok(
      found('field', 'primaryGuest.email').some(
        ({ of, href }) =>
          of.startsWith('GET /v1/reservations/{id}') &&
          href === '/pms/docs/api/reservations#getReservation.reply.primaryGuest.email',
      ),
    )
    assert.ok(found('field', 'updated_since').some(({ of }) => /^GET .* and \d+ more$/.test(of)))
    assert.equal(found('error', 'pms_duplicate')[0]?.href, '/pms/docs/errors/pms_duplicate')
    assert.ok(found('event', 'reservation.cancelled').length > 0)
    assert.ok(found('guide', 'Quickstart').length > 0)
    assert.ok(entries.some(({ kind, text }) => kind === 'guide' && text.includes('signature')))
    for (const href of new Set(entries.map(({ href: to }) => to))) {
      const [url = '', id] = href.replace('/pms', '').split('#')
      const ids = idsOf.get(url) ?? idsIn(await textOf(url))
      idsOf.set(url, ids)
      if (id) assert.ok(ids.has(id), href)
    }
  })

  it('sends an index of at most 240 KB', async (t) => {
    const response = await app.inject({ url: '/docs/search.json', headers: { 'accept-encoding': 'br' } })
    t.diagnostic(`${Math.round(response.rawPayload.length / 1000)} KB`)
    assert.ok(response.rawPayload.length < 240_000, `${response.rawPayload.length} bytes`)
  })

  it('ranks what was meant first, shows the line that matches, and knows near words', async () => {
    const entries = (await get('/docs/search.json')).json() as SearchEntry[]
    const { createSearch } = await import(rankingModule)
    const search = (await createSearch(entries)) as {
      find(text: string): { entry: SearchEntry; line: string }[]
      near(text: string): string[]
    }
    for (const [typed, title] of [
      ['create reservation', 'Create a reservation'],
      ['POST /v1/reservations', 'Create a reservation'],
      ['createReservation', 'Create a reservation'],
      ['primaryGuest.email', 'primaryGuest.email'],
      ['pms_duplicate', 'pms_duplicate'],
      ['DATABASE_URL', 'DATABASE_URL'],
      ['updated_si', 'updated_since'],
    ] as const)
      assert.equal(search.find(typed)[0]?.entry.title, title, typed)
    assert.match(search.find('stays the same retries replays')[0]?.line ?? '', /retries and replays/)
    assert.deepEqual(search.find('idempotancy'), [])
    assert.ok(search.near('idempotancy').includes('idempotency'))
  })

  it('is sent compressed, and not at all to who has it', async () => {
    const plain = await get('/docs/api/listings')
    for (const [accepted, coding, read] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip;q=1, br;q=0.5', 'gzip', gunzipSync],
      ['br;q=0, *', 'gzip', gunzipSync],
    ] as const) {
      const headers = { 'accept-encoding': accepted }
      const response = await app.inject({ method: 'GET', url: '/docs/api/listings', headers })
      assert.equal(response.headers['content-encoding'], coding)
      assert.equal(response.headers['vary'], 'Accept-Encoding, Accept')
      assert.equal(read(response.rawPayload).toString(), plain.body)
      assert.ok(response.rawPayload.length < plain.rawPayload.length / 5)
    }
    assert.equal(plain.headers['content-encoding'], undefined)
    const etag = String(plain.headers.etag)
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await app.inject({ url: '/docs/api/listings', headers: { 'if-none-match': ifNoneMatch } })
      assert.deepEqual([again.statusCode, again.body], [304, ''])
    }
    const changed = await app.inject({ url: '/docs/api/listings', headers: { 'if-none-match': '"other"' } })
    assert.equal(changed.statusCode, 200)
  })

  it('lets the browser load and run nothing but the files of the server', async () => {
    for (const url of ['/docs', '/docs/errors', '/docs/errors/not_found', '/docs/none', '/docs/api/keys']) {
      const { body, headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'; style-src 'self'; script-src 'self' 'sha256-/)
      assert.match(policy, /require-trusted-types-for 'script'/)
      assert.doesNotMatch(policy, /unsafe|https?:|\*/)
      const inline = [...body.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
      assert.equal(inline.length, 1)
      for (const text of inline) assert.ok(policy.includes(hashOf(text)))
      assert.doesNotMatch(
        body,
        / on[a-z]+="| style="|<style|<(?:img|iframe|object|form)\b| src="(?!\/pms\/docs\/)/,
      )
    }
  })

  it('sends modules that run and are kept: no types left, and every import is one of them', async () => {
    const { body } = await get('/docs')
    const named = [...body.matchAll(/"\/pms(\/docs\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
    const open = [...new Set(named)]
    assert.ok(open.length > 5)
    const files = new Set<string>()
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (files.has(file)) continue
      files.add(file)
      const response = await get(file)
      assert.equal(response.statusCode, 200, file)
      assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.match(String(response.headers['content-type']), /^text\/(javascript|css)/)
      assert.doesNotMatch(
        response.body,
        /\.ts'|^import type\b|^\/\/# sourceMappingURL|@import|: url\(/m,
        file,
      )
      for (const [, imported] of response.body.matchAll(/(?:from |import\()'\.\/([^']+)'/g))
        open.push(`/docs/assets/${imported}`)
    }
    assert.ok([...files].some((file) => /\/minisearch-[0-9a-f]{12}\.js$/.test(file)))
    assert.equal((await get('/docs/assets/main.js')).statusCode, 404)
  })

  it('marks every parameter and field as required or optional, and lets each be linked to', async () => {
    const page = await textOf('/docs/api/reservations')
    const rows = page.match(/class="type">/g)?.length ?? 0
    assert.ok(rows > 300)
    const marks = page.match(/class="type">[^<]*<\/span\s*><span class="badge (?:required|optional)"\s*>/g)
    assert.equal(marks?.length, rows)
    for (const id of [
      'createReservation',
      'createReservation.body',
      'createReservation.body.guest.email',
      'getReservation.path.id',
      'listReservations.query.updated_since',
      'createReservation.errors',
    ])
      assert.ok(page.includes(` id="${id}"`), id)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(ids.length, new Set(ids).size, 'an id stands twice')
  })

  it('says with each error of an operation how to fix it', async () => {
    const page = await textOf('/docs/api/reservations')
    const [, own = ''] = /id="createReservation\.errors"([\s\S]*?)<\/details>/.exec(page) ?? []
    assert.match(own, /href="\/pms\/docs\/errors\/pms_duplicate"/)
    assert.match(own, /<strong>Fix:<\/strong> Use the booking named in/)
    assert.match(page, /id="shared-errors-key"[\s\S]*rate_limit_exceeded/)
  })

  it('shows the payload of each event', async () => {
    const page = (await textOf('/docs/api/events')).replaceAll('&quot;', '"')
    const [, event = ''] = /id="event-reservation-cancelled"([\s\S]*?)<\/article>/.exec(page) ?? []
    assert.match(event, /"event": "reservation\.cancelled"/)
    assert.match(event, /"sequence": 4812/)
  })

  it('shows error pages and their index, with links between them', async () => {
    const index = await get('/docs/errors')
    assert.equal(index.statusCode, 200)
    assert.match(index.body, /href="\/pms\/docs\/errors\/unknown_params"/)
    const page = await get('/docs/errors/unknown_params')
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /<h1 id="unknown_params">unknown_params<\/h1>/)
    assert.doesNotMatch(page.body, /<!--|<a [^>]*\.md"/)
    const { body } = await get('/docs/errors/pms_duplicate')
    assert.match(body, /id="operations"[\s\S]*href="\/pms\/docs\/api\/reservations#createReservation"/)
  })

  it('answers what is not there with a page that helps, and a program in JSON', async () => {
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
      assert.doesNotMatch(response.body, /<b>/)
    }
    const near = (await get('/docs/webhok')).body
    assert.match(near, /Did you mean[\s\S]*href="\/pms\/docs\/guides\/webhooks"/)
    assert.match((await get('/docs/errors/pms_duplicat')).body, /href="\/pms\/docs\/errors\/pms_duplicate"/)
    const program = await app.inject({ url: '/docs/none', headers: { accept: 'application/json' } })
    assert.deepEqual(
      [program.statusCode, program.headers['content-type']],
      [404, 'application/json; charset=utf-8'],
    )
  })

  it('says which section a page belongs to', async () => {
    for (const [url, title] of [
      ['/docs/guides/quickstart', 'Get started'],
      ['/docs/guides/webhooks', 'Guides'],
      ['/docs/api/listings', 'API reference'],
      ['/docs/errors/not_found', 'API reference'],
      ['/docs/operate/configuration', 'Operate'],
      ['/docs/internals/decisions', 'Internals'],
    ] as const) {
      const { statusCode, body } = await get(url)
      assert.equal(statusCode, 200, url)
      assert.equal(/aria-current="true"\s*>([^<]+)</.exec(body)?.[1], title, url)
    }
  })

  it('shows the guides', async () => {
    const response = await get('/docs/operate/configuration')
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
    assert.equal(inlineMarkdown('[x](../db/schema.sql)').text, 'x')
    assert.equal(inlineMarkdown('[x](https://a.example)').text, '<a href="https://a.example">x</a>')
  })

  it('turns links between files into links between pages', () => {
    const linked = (text: string, file: string) => /href="([^"]+)"/.exec(markdown(text, file).text)?.[1]
    assert.equal(linked('[x](not_found.md)', 'docs/errors/README.md'), '/docs/errors/not_found')
    assert.equal(linked('[x](README.md)', 'docs/errors/not_found.md'), '/docs/errors')
    assert.equal(
      linked('[x](../operate/configuration.md#port)', 'docs/errors/not_found.md'),
      '/docs/operate/configuration#port',
    )
    assert.equal(linked('[x](../errors/README.md)', 'docs/operate/configuration.md'), '/docs/errors')
  })
})
