/** The key-value store: what an entry may be, how long it is there, and what a prefix means. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { BURST_LIMIT: '1000000' } })
})
after(() => app.close())

const kibibyte = 1024
const limit = 64 * kibibyte

const pathOf = (key: string, query = '') => `/v1/kv/${encodeURIComponent(key)}${query}`

/** A workspace that keeps nothing yet. */
async function freshStore() {
  const workspace = await app.addWorkspace()
  const as = (key = workspace.liveKey) => ({
    put: (name: string, body: object, query = '') => app.call('PUT', pathOf(name, query), { key, body }),
    get: (name: string, query = '') => app.get(pathOf(name, query), { key }),
    delete: (name: string, query = '') => app.delete(pathOf(name, query), { key }),
    list: (query = '') => app.get(`/v1/kv${query}`, { key }),
    deleteAll: (query: string) => app.delete(`/v1/kv${query}`, { key }),
  })
  return { workspace, ...as(), sandbox: as(workspace.sandboxKey), as }
}

const keysIn = (answer: TestAnswer) => [...(answer.body['data'] ?? [])].map((row) => String(row['key']))
const codeOf = ({ status, body }: TestAnswer) => `${status} ${String(body['error']?.['code'])}`

describe('an entry', () => {
  it('gives back any JSON value, in the row of the interface', async () => {
    const store = await freshStore()
    const at = app.clock.now().toISOString()
    for (const value of [null, true, 0, -1.5, '', 'text é 🙂', [], [1, [null]], {}, { a: { b: [{}] } }]) {
      const stored = await store.put('any', { value })
      assert.deepEqual(stored.body, { key: 'any', value, ttl_at: null, updated_at: at })
      assert.deepEqual((await store.get('any')).body, stored.body)
    }
  })

  it('is called anything that a path can carry', async () => {
    const store = await freshStore()
    const names = [
      'a/b',
      'ä 🙂',
      '100%',
      'a?b#c',
      "'; drop table kv_entries; --",
      '\u{10ffff}',
      '…',
      'a+b',
      ' ',
    ]
    const longest = ['x'.repeat(512), '🙂'.repeat(512)]
    for (const name of [...names, ...longest]) {
      assert.equal((await store.put(name, { value: name })).status, 200, name)
      assert.deepEqual((await store.get(name)).body['value'], name)
    }
    for (const name of ['x'.repeat(513), '🙂'.repeat(513), 'a\u0000b', 'a\nb', '\u007f']) {
      assert.equal(codeOf(await store.put(name, { value: 1 })), '400 invalid_param', name)
      assert.equal(codeOf(await store.get(name)), '400 invalid_param', name)
    }
  })

  it('takes 64 KiB with its key, and not a byte more', async () => {
    const store = await freshStore()
    const fits = 'x'.repeat(limit - 'key'.length - 2)
    assert.equal((await store.put('key', { value: fits })).status, 200)
    const over = await store.put('key', { value: `${fits}x` })
    assert.equal(codeOf(over), '413 kv_entry_too_large')
    assert.deepEqual(
      [over.body['error']?.['limit'], over.body['error']?.['used'], over.body['error']?.['field']],
      [limit, limit + 1, 'value'],
    )
    // Two bytes each.
    assert.equal(codeOf(await store.put('key', { value: 'é'.repeat(limit / 2) })), '413 kv_entry_too_large')
    assert.equal((await store.get('key')).body['value'], fits, 'it still holds what it held')
  })

  it('is refused where it is too deep, and not what it is counted as', async () => {
    const store = await freshStore()
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const put = (text: string) =>
      app.call('PUT', pathOf('deep'), { key: store.workspace.liveKey, rawBody: `{"value":${text}}` })
    assert.equal((await put(nested(100))).status, 200)
    assert.equal(codeOf(await put(nested(101))), '400 invalid_body')
    assert.equal(codeOf(await put(nested(20_000))), '400 invalid_body')
  })

  it('belongs to a project that a word names', async () => {
    const store = await freshStore()
    assert.equal(codeOf(await store.get('k', '?project_id=a%20b')), '400 invalid_params')
  })

  it('belongs to a workspace: its sandbox, its children and others have their own', async () => {
    const store = await freshStore()
    const other = await freshStore()
    const child = await app.addWorkspace({ parentId: store.workspace.id })
    const inChild = { key: store.workspace.liveKey, headers: { 'x-workspace-id': child.id } }
    await store.put('k', { value: 'ours' })
    for (const read of [other.get('k'), store.sandbox.get('k'), app.get(pathOf('k'), inChild)]) {
      assert.equal(codeOf(await read), '404 not_found')
    }
    await app.call('PUT', pathOf('k'), { ...inChild, body: { value: 'of the child' } })
    assert.equal((await app.get(pathOf('k'), { key: child.liveKey })).body['value'], 'of the child')
    assert.equal((await store.get('k')).body['value'], 'ours')
    assert.deepEqual((await other.deleteAll('?prefix=k')).body, { deleted: 0 })
  })
})

describe('a time to live', () => {
  it('is a whole number of seconds, one at least', async () => {
    const store = await freshStore()
    for (const ttl of [0, -1, 1.5, '60', 1e12]) {
      assert.equal(
        codeOf(await store.put('k', { value: 1, ttl_seconds: ttl })),
        '400 invalid_body',
        String(ttl),
      )
    }
  })
})

describe('a prefix', () => {
  it('of a deletion is never empty', async () => {
    const store = await freshStore()
    await store.put('k', { value: 1 })
    const empty = await store.deleteAll('?prefix=')
    assert.equal(codeOf(empty), '422 invalid_params')
    assert.equal(empty.body['error']?.['field'], 'prefix')
    assert.equal(codeOf(await store.deleteAll('')), '400 invalid_params')
    assert.equal((await store.get('k')).status, 200)
  })

  it('lists a thousand at most, in the order of their characters, and says that there are more', async () => {
    const store = await freshStore()
    const names = Array.from({ length: 1002 }, (_, at) => `k${at}`)
    await store.put('first', { value: 0 })
    await sql`
      insert into kv_entries (workspace_id, project_id, key, value, bytes, updated_at)
      select ${store.workspace.id}, 'default', name, '1', length(name) + 1, now()
      from unnest(${names}::text[]) name`.execute(app.db)
    const page = await store.list('?prefix=k')
    assert.deepEqual(keysIn(page), names.toSorted().slice(0, 1000))
    assert.deepEqual(page.body['pagination'], { nextCursor: null, hasMore: true, total: 1002 })
    assert.deepEqual((await store.deleteAll('?prefix=k1001')).body, { deleted: 1 })
    assert.equal((await store.list('?prefix=k')).body['pagination']?.['total'], 1001)
  })
})
