/** Real servers and the real command: rolling starts replace `ENCRYPTION_KEY`, a key leaks, and a key is lost. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { runScript } from '../harness/child.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'

const place = testFolder()
const keyNamed = (name: string) => `${name}:${randomBytes(32).toString('base64')}`
const [a, b, c] = [keyNamed('a'), keyNamed('b'), keyNamed('c')]

let database: TestDatabase
let servers: ServerProcess[] = []
let key = ''

const settings = (ring: string) => ({
  DATABASE_URL: database.url,
  ENCRYPTION_KEY: ring,
  BURST_LIMIT: '100000',
})
const startWith = (ring: string) => startServerProcess(place.folder, settings(ring))

before(async () => {
  database = await createTestDatabase()
  servers = [await startWith(a)]
  servers.push(await startWith(a))
  key = servers[0]?.keys.liveKey ?? ''
})
after(async () => {
  for (const server of servers) await server.stop()
  await database.drop()
  place.remove()
})

const ask = <T>(on: number, method: string, url: string, body?: unknown, headers = {}) =>
  api<T>(servers[on] as ServerProcess, key, method, url, body, headers)

async function command(ring: string, ...args: string[]) {
  const ran = runScript('src/cli.ts', ['rotate-encryption-key', ...args], {
    env: { ...settings(ring), DATA_DIR: place.folder },
  })
  const code = await ran.ended
  return { code, out: ran.out(), err: ran.err() }
}

/** Returns why a server refuses to start. */
async function refusalOf(ring: string): Promise<string> {
  const ran = runScript('src/cli.ts', ['start'], {
    env: { ...settings(ring), DATA_DIR: place.folder, PORT: '0' },
  })
  assert.notEqual(await ran.ended, 0)
  return ran.err()
}

interface Page {
  data: { id: string }[]
  pagination: { nextCursor: string | null }
  error?: { code: string }
}
let made = 0
const guests: { answer: unknown; body: object; header: object }[] = []
async function make(on: number): Promise<void> {
  const [body, header] = [{ firstName: `Guest ${made}` }, { 'idempotency-key': `made-${made}` }]
  made += 1
  const answer = await ask(on, 'POST', '/v1/guests', body, header)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  guests.push({ answer, body, header })
}
/** Both servers can open every kept answer, under either key. */
async function assertKept(): Promise<void> {
  for (const on of servers.keys())
    for (const { answer, body, header } of guests)
      assert.deepEqual(await ask(on, 'POST', '/v1/guests', body, header), answer)
}
/** Restarts one server after the other, while the other one answers. */
async function roll(ring: string): Promise<void> {
  for (const on of servers.keys()) {
    assert.equal(await servers[on]?.stop(), 0)
    await make(1 - on)
    servers[on] = await startWith(ring)
    await make(on)
    await assertKept()
  }
}

test('servers are started one after the other with both keys, and nothing is left under the former', async () => {
  for (const on of [0, 1, 0, 1]) await make(on)
  const first = await ask<Page>(0, 'GET', '/v1/guests?limit=1')
  const cursor = encodeURIComponent(first.body.pagination.nextCursor ?? '')
  const alone = await command(a)
  assert.ok(alone.code !== 0 && /Start every server again with ENCRYPTION_KEY=/.test(alone.err), alone.err)
  await roll(`${a},${b}`)
  const early = await command(`${a},${b}`)
  assert.ok(early.code !== 0 && /Put "b" first/.test(early.err), early.err)
  const underFormer = guests.length
  await roll(`${b},${a}`)
  assert.equal((await ask<Page>(1, 'GET', `/v1/guests?limit=1&cursor=${cursor}`)).status, 200)

  const done = await command(`${b},${a}`, '--leaked')
  assert.equal(done.code, 0, done.err)
  assert.match(done.out, /Nothing is encrypted with another key than "b"/)
  assert.match(done.out, /ENCRYPTION_KEY may be "b" alone now/)
  const former = guests.splice(0)
  await roll(b)
  // A repeated request from before is not recognised any more, so it is refused and nothing is made twice.
  for (const { body, header } of former.slice(0, underFormer)) {
    const again = await ask<Page>(0, 'POST', '/v1/guests', body, header)
    assert.deepEqual([again.status, again.body.error?.code], [422, 'idempotency_key_reused'])
  }
  // Anybody with the old key could have signed the cursor.
  const { status, body } = await ask<Page>(0, 'GET', `/v1/guests?limit=1&cursor=${cursor}`)
  assert.equal(status, 400, JSON.stringify(body))
  const again = await ask<Page>(1, 'GET', '/v1/guests?limit=1')
  const next = encodeURIComponent(again.body.pagination.nextCursor ?? '')
  assert.equal((await ask<Page>(0, 'GET', `/v1/guests?limit=1&cursor=${next}`)).status, 200)
  assert.match(await refusalOf(a), /was replaced and is closed|does not have the key "b"/)
  for (const { output } of servers)
    assert.doesNotMatch(output(), /DecryptError|encrypted value|was encrypted with/)
})

test('a key that somebody has is not lost, and one that nobody has is given up', async () => {
  const together = await command(b, '--lost', 'b', '--leaked')
  assert.ok(together.code !== 0 && /do not go together/.test(together.err), together.err)
  const unknown = await command(c, '--lost', 'nobody')
  assert.ok(
    unknown.code !== 0 && /No key "nobody" encrypted anything\. Known: a, b/.test(unknown.err),
    unknown.err,
  )
  const set = await command(b, '--lost', 'b')
  assert.ok(set.code !== 0 && /ENCRYPTION_KEY has the key "b": it is not lost/.test(set.err), set.err)
  const held = await command(c, '--lost', 'b')
  assert.ok(held.code !== 0 && /A server has the key "b"/.test(held.err), held.err)
  await make(0)
  await assertKept()

  for (const server of servers.splice(0)) assert.equal(await server.stop(), 0)
  assert.match(await refusalOf(c), /does not have the key "b", which encrypted: .*--lost b/s)
  const lost = await command(c, '--lost', 'b')
  assert.equal(lost.code, 0, lost.err)
  assert.match(lost.out, /Servers start without "b" now\. Not to be read any more: \d+ answers kept/)
  // Older signature keys were stored under the lost key, so they are gone and block nobody.
  servers = [await startWith(c)]
  servers.push(await startWith(c))
  const { body } = await ask<Page>(0, 'GET', '/v1/guests?limit=100')
  assert.equal(body.data.length, made)
  const [guest, header] = [{ firstName: 'After' }, { 'idempotency-key': 'after' }]
  const answer = await ask(0, 'POST', '/v1/guests', guest, header)
  assert.equal(answer.status, 201)
  assert.deepEqual(await ask(1, 'POST', '/v1/guests', guest, header), answer)
})
