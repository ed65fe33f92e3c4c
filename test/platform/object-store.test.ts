import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ConfigError, loadConfig } from '../../src/platform/config.ts'
import { createObjectStore, type ObjectStore } from '../../src/platform/object-store/index.ts'

const key = '7/photos/Ab-1_2.jpg'
const bytes = Buffer.from([0xff, 0xd8, 0x00, 0x0a, 0xff])

function suite(store: () => ObjectStore): void {
  it('gives back what was put, byte for byte', async () => {
    await store().put(key, bytes, 'image/jpeg')
    assert.deepEqual(await store().get(key), bytes)
  })

  it('replaces what was there', async () => {
    await store().put(key, Buffer.from('second'), 'text/plain')
    assert.equal(String(await store().get(key)), 'second')
  })

  it('has nothing after a deletion, and deletes nothing without complaint', async () => {
    await store().delete(key)
    assert.equal(await store().get(key), null)
    await store().delete(key)
    assert.equal(await store().get('7/photos/never.png'), null)
  })

  it('takes no key that leads elsewhere', async () => {
    for (const wrong of [
      '../secret',
      '/etc/passwd',
      'a//b',
      'a/../b',
      '',
      'a b',
      'a/.hidden',
      'x'.repeat(301),
    ]) {
      await assert.rejects(store().get(wrong), /not a key/, wrong)
      await assert.rejects(store().put(wrong, bytes, 'image/jpeg'), /not a key/, wrong)
      await assert.rejects(store().delete(wrong), /not a key/, wrong)
    }
  })
}

describe('objects in DATA_DIR', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-objects-'))
  after(() => rmSync(folder, { recursive: true }))
  const store = createObjectStore(loadConfig({ DATA_DIR: folder }, null))
  suite(() => store)

  it('leave no half-written file', async () => {
    await store.put('7/photos/whole.jpg', bytes, 'image/jpeg')
    assert.deepEqual(readdirSync(path.join(folder, 'files', '7', 'photos')), ['whole.jpg'])
  })
})

describe('objects in a bucket', () => {
  const held = new Map<string, { body: Buffer; type: string | undefined }>()
  const seen: { method: string; url: string; authorization: string }[] = []
  let trouble: { status: number; times: number } = { status: 500, times: 0 }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    seen.push({ method, url, authorization: headers.authorization ?? '' })
    if (trouble.times > 0) {
      trouble.times -= 1
      return response.writeHead(trouble.status).end('<Error><Code>SlowDown</Code></Error>')
    }
    if (method === 'PUT') held.set(url, { body: Buffer.concat(chunks), type: headers['content-type'] })
    if (method === 'DELETE') held.delete(url)
    if (method !== 'GET') return response.writeHead(method === 'PUT' ? 200 : 204).end()
    const found = held.get(url)
    return found ? response.writeHead(200).end(found.body) : response.writeHead(404).end()
  }
  const server = createServer((request, response) => void answer(request, response))
  let store: ObjectStore
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    store = createObjectStore(
      loadConfig(
        {
          S3_BUCKET: 'test-files',
          S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          S3_REGION: 'eu-central-1',
          S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
          S3_SECRET_ACCESS_KEY: 'secret',
        },
        null,
      ),
    )
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  suite(() => store)

  it('are named behind the bucket, typed, and every request is signed', async () => {
    await store.put(key, bytes, 'image/jpeg')
    assert.equal(held.get(`/test-files/${key}`)?.type, 'image/jpeg')
    for (const { authorization } of seen) {
      assert.match(authorization, /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\//)
    }
  })

  it('are asked for again when the service stumbles', async () => {
    await store.put(key, bytes, 'image/jpeg')
    trouble = { status: 503, times: 1 }
    assert.deepEqual(await store.get(key), bytes)
  })

  it('that are refused are no missing ones', async () => {
    trouble = { status: 403, times: 1 }
    await assert.rejects(store.get(key), /answered 403 to GET .*SlowDown/)
  })
})

it('a bucket without its key is refused at the start', () => {
  const config = loadConfig({ S3_BUCKET: 'test-files' }, null)
  assert.throws(() => createObjectStore(config), ConfigError)
})
