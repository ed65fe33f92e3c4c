/** Pictures of a listing through this server: which are shown, which are not, and how often their host is asked. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { drawPicture } from '../e2e/console/pictures.ts'
import { freshSpace, type Space } from './rows.ts'

const picture = drawPicture([90, 150, 80])
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const largest = 15 * 1024 * 1024

let app: TestApp
let host: Server
let origin: string
const visits: string[] = []

function answerOf(path: string): {
  status?: number
  type?: string
  body?: string | Buffer
  location?: string
} {
  if (path.startsWith('/good')) return { type: 'text/html', body: picture }
  if (path === '/moved') return { status: 302, location: '/good-moved' }
  if (path === '/inside') return { status: 302, location: 'http://169.254.169.254/latest' }
  if (path === '/svg') return { type: 'image/svg+xml', body: svg }
  if (path === '/page') return { type: 'image/png', body: '<!doctype html><p>Sign in' }
  if (path === '/huge') return { type: 'image/png', body: Buffer.concat([picture, Buffer.alloc(largest)]) }
  if (path === '/empty') return { body: '' }
  return { status: 404, body: 'gone' }
}

before(async () => {
  app = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
  host = createServer(({ url = '' }, response) => {
    visits.push(url)
    const { status = 200, type = 'image/png', body = '', location } = answerOf(url)
    response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) })
    response.end(body)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
after(async () => {
  host.closeAllConnections()
  host.close()
  await app.close()
})

async function listingWith(space: Space, paths: string[]): Promise<string> {
  const made = await app.call('POST', '/v1/listings', { key: space.liveKey, body: { name: 'Harbour loft' } })
  const id = String(made.body['id'])
  const photos = paths.map((path) => (path.startsWith('http') ? path : `${origin}${path}`))
  const { status, text } = await app.call('PUT', `/v1/listings/${id}/content`, {
    key: space.liveKey,
    body: { photos },
  })
  assert.equal(status, 200, text)
  return id
}

const imageOf = (space: Space, id: string, url: string, headers: Record<string, string> = {}) =>
  app.raw({
    method: 'GET',
    url: `/v1/listings/${id}/photos/image?${new URLSearchParams({ url })}`,
    headers: { authorization: `Bearer ${space.liveKey}`, ...headers },
  })

const errorIn = (text: string) => (JSON.parse(text) as { error: { code: string; message: string } }).error

describe('GET /v1/listings/{id}/photos/image', () => {
  it('sends the bytes with their real type, fenced in, and asks the host once', async () => {
    const space = await freshSpace(app)
    const id = await listingWith(space, ['/good', '/moved'])
    const answers = await Promise.all([1, 2, 3].map(() => imageOf(space, id, `${origin}/good`)))
    for (const { statusCode, rawPayload, headers } of answers) {
      assert.equal(statusCode, 200)
      assert.deepEqual(rawPayload, picture)
      assert.equal(headers['content-type'], 'image/png')
      assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['cache-control'], 'private, no-cache')
    }
    assert.equal(visits.filter((path) => path === '/good').length, 1)
    const etag = String(answers[0]?.headers.etag)
    const again = await imageOf(space, id, `${origin}/good`, { 'if-none-match': etag })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    assert.equal((await imageOf(space, id, `${origin}/moved`)).statusCode, 200)
  })

  it('says why a picture cannot be shown, and leaves its host alone for a while', async () => {
    const space = await freshSpace(app)
    const whys: Record<string, RegExp> = {
      '/inside': /public address/,
      '/svg': /application\/xml|no image/,
      '/page': /no image/,
      '/huge': /more than 15728640 bytes/,
      '/empty': /empty/,
      '/gone': /answered 404/,
    }
    const id = await listingWith(space, [...Object.keys(whys), 'https://169.254.169.254/a.png'])
    for (const [path, why] of Object.entries(whys)) {
      for (const _ of [1, 2]) {
        const { statusCode, body } = await imageOf(space, id, `${origin}${path}`)
        assert.equal(statusCode, 502, path)
        assert.equal(errorIn(body).code, 'upstream_error')
        assert.match(errorIn(body).message, why)
      }
      assert.equal(visits.filter((one) => one === path).length, 1, path)
    }
    const refused = await imageOf(space, id, 'https://169.254.169.254/a.png')
    assert.match(errorIn(refused.body).message, /public address/)
  })

  it('fetches no address that the listing does not show, for nobody else and not by a foreign key', async () => {
    const [space, other] = [await freshSpace(app), await freshSpace(app)]
    const id = await listingWith(space, ['/good-own'])
    const before = visits.length
    for (const url of [`${origin}/secret`, `${origin}/good-own?x`, 'file:///etc/passwd', 'x']) {
      const { statusCode, body } = await imageOf(space, id, url)
      assert.deepEqual([statusCode, errorIn(body).code], [404, 'not_found'])
    }
    assert.equal((await imageOf(other, id, `${origin}/good-own`)).statusCode, 404)
    assert.equal(visits.length, before)
  })

  it('shows what was uploaded here without asking anybody', async () => {
    const space = await freshSpace(app)
    const id = await listingWith(space, [])
    const grant = await app.call('POST', `/v1/listings/${id}/photos/upload-url`, {
      key: space.liveKey,
      body: { fileName: 'a.png', fileType: 'image/png', fileSize: picture.length },
    })
    await app.raw({
      method: 'PUT',
      url: new URL(String(grant.body['uploadUrl'])).pathname,
      headers: { 'content-type': 'image/png' },
      payload: picture,
    })
    const url = String(grant.body['publicUrl'])
    const written = await app.call('PUT', `/v1/listings/${id}/content`, {
      key: space.liveKey,
      body: { photos: [url] },
    })
    assert.equal(written.status, 200, written.text)
    const { statusCode, rawPayload } = await imageOf(space, id, url)
    assert.equal(statusCode, 200)
    assert.deepEqual(rawPayload, picture)
  })
})
