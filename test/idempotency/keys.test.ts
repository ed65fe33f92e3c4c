/** What `Idempotency-Key` does to a request. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { errorStatus, type ErrorCode } from '../../src/contract/errors.ts'
import { fakeClock } from '../../src/platform/clock.ts'
import { createVault } from '../../src/platform/crypto.ts'
import { createDatabase } from '../../src/platform/db.ts'
import { deleteExpired } from '../../src/platform/idempotency-cleanup.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase } from '../harness/database.ts'
import { until } from '../harness/until.ts'
import { insertWorkspaces, newKeyRing, things, thingsApp } from './things.ts'

const database = await createTestDatabase()
const log = createLog({ level: 'silent' })
const { kysely: db, close } = createDatabase(database.url, { log, max: 5 })
const clock = fakeClock('2026-06-15T12:00:00.000Z')
const keyRing = newKeyRing()
await insertWorkspaces(db)

/** What stands between the steps of a write, by the name of the thing. */
const steps = new Map<string, () => Promise<void> | void>()
const options = {
  db,
  clock,
  vault: createVault(keyRing),
  at: (step: string, name: string) => steps.get(`${step} ${name}`)?.(),
}
const app = await thingsApp(options)
after(async () => {
  await app.close()
  await close()
  await database.drop()
})

interface Call {
  app?: FastifyInstance
  apiKey?: string
  headers?: Record<string, string>
  url?: string
  method?: 'POST' | 'GET'
}

async function send(key: string | undefined, body: unknown, call: Call = {}) {
  const response = await (call.app ?? app).inject({
    method: call.method ?? 'POST',
    url: call.url ?? '/v1/things',
    headers: {
      authorization: `Bearer ${call.apiKey ?? 'sk_live_first'}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...call.headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const parsed = response.json<{
    id?: string
    error?: { code: string; retry_after?: number; field?: string }
  }>()
  return {
    status: response.statusCode,
    text: response.body,
    headers: response.headers,
    id: parsed.id,
    error: parsed.error,
    code: `${response.statusCode} ${parsed.error?.code ?? 'fine'}`,
    cached: response.headers['idempotency-status'] === 'cached',
  }
}

const fresh = () => ({ key: randomUUID(), name: randomUUID() })
const rowsOf = async (key: string) =>
  (
    await sql<{ state: string; body: Buffer | null; request: string }>`
    select state, body, request from idempotency_keys where key = ${key}`.execute(db)
  ).rows

/** A step that the write waits at until it is let go. */
function barrier(step: string, name: string) {
  const { promise: open, resolve } = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  steps.set(`${step} ${name}`, () => {
    steps.delete(`${step} ${name}`)
    reached.resolve()
    return open
  })
  return { reached: reached.promise, open: resolve }
}

describe('a request with a key', () => {
  it('runs once, and is answered the same every time', async () => {
    const { key, name } = fresh()
    const first = await send(key, { name })
    assert.equal(first.status, 201, first.text)
    assert.ok(!first.cached && first.headers['idempotency-status'] === undefined)
    for (const _ of [1, 2, 3]) {
      const again = await send(key, { name })
      assert.equal(again.status, 201)
      assert.equal(again.text, first.text)
      assert.equal(again.headers['location'], first.headers['location'])
      assert.equal(again.headers['content-type'], first.headers['content-type'])
      assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id'])
      assert.ok(again.cached)
    }
    assert.equal(await things(db, name), 1)
  })

  it('is the same one however its body is written', async () => {
    const { key, name } = fresh()
    const url = '/v1/refusals'
    const first = await send(key, `{"name":"${name}","code":"pms_rejected"}`, { url })
    const again = await send(key, `{ "code": "pms_rejected",\n "name": "${name}" }`, { url })
    assert.equal(again.text, first.text)
    assert.ok(again.cached)
  })

  it('runs every time without one', async () => {
    const { name } = fresh()
    assert.notEqual((await send(undefined, { name })).id, (await send(undefined, { name })).id)
    assert.equal(await things(db, name), 2)
  })

  it('may not be another one', async () => {
    const { key, name } = fresh()
    await send(key, { name })
    const others: [unknown, Call][] = [
      [{ name: `${name}!` }, {}],
      [{ name }, { url: '/v1/things?note=1' }],
      [{ name }, { url: '/v1/loose-things' }],
      [{ name }, { headers: { 'x-account-id': '7' } }],
    ]
    for (const [body, call] of others) {
      const other = await send(key, body, call)
      assert.equal(other.code, '422 idempotency_key_reused', other.text)
      assert.ok(!other.cached)
    }
    assert.equal(await things(db, name), 1)
    assert.equal(await things(db, `${name}!`), 0)
    assert.ok((await send(key, { name })).cached)
  })

  it('has nothing to do with the same key elsewhere', async () => {
    const { key, name } = fresh()
    const ids = new Set<string | undefined>()
    const callers: Call[] = [
      { apiKey: 'sk_live_first' },
      { apiKey: 'sk_test_first' },
      { apiKey: 'sk_live_second' },
    ]
    for (const call of callers) {
      const answer = await send(key, { name }, call)
      assert.equal(answer.code, '201 fine')
      assert.ok(!answer.cached)
      ids.add(answer.id)
    }
    assert.equal(ids.size, 3)
    const through = await send(key, { name }, { headers: { 'x-workspace-id': '2' } })
    assert.ok(through.cached, 'the parent repeats what the child asked')
    assert.equal(through.id, (await send(key, { name }, { apiKey: 'sk_live_second' })).id)
  })

  it('is forgotten after a day', async () => {
    const { key, name } = fresh()
    const first = await send(key, { name })
    clock.advance(24 * 3_600_000 - 1)
    assert.ok((await send(key, { name })).cached)
    clock.advance(1)
    const second = await send(key, { name })
    assert.ok(!second.cached)
    assert.notEqual(second.id, first.id)
    assert.ok((await send(key, { name })).cached)
    clock.advance(24 * 3_600_000)
    assert.equal((await send(key, { name: `${name}!` })).status, 201, 'another request after a day')
    clock.advance(24 * 3_600_000)
    assert.ok((await deleteExpired({ db, clock, log })) > 0)
    assert.deepEqual(await rowsOf(key), [])
  })

  it('is kept in a form that shows nothing', async () => {
    const { key, name } = fresh()
    await send(key, { name })
    const [row] = await rowsOf(key)
    assert.ok(row?.body && !row.body.includes(name))
    assert.ok(!row.request.includes(name))
  })

  it('outlives a new encryption key', async () => {
    const { key, name } = fresh()
    const first = await send(key, { name })
    const next = await thingsApp({ ...options, vault: createVault(`new:${newKeyRing()},${keyRing}`) })
    const again = await send(key, { name }, { app: next })
    assert.equal(again.text, first.text)
    assert.equal((await send(key, { name: 'other' }, { app: next })).code, '422 idempotency_key_reused')
    await sql`update idempotency_keys set state = 'running', status = null, headers = null, body = null
      where key = ${key}`.execute(db)
    assert.equal((await send(key, { name }, { app: next })).code, '409 idempotency_key_in_use')
    clock.advance(20_000)
    assert.equal((await send(key, { name }, { app: next })).code, '201 fine')
    await next.close()
  })
})

describe('the key', () => {
  it('is refused when it is empty, long or strange', async () => {
    for (const key of ['', 'x'.repeat(256), 'a\tb', 'clé']) {
      const answer = await send(key, { name: 'never' })
      assert.equal(answer.code, '400 invalid_params', key)
      assert.equal(answer.error?.field, 'Idempotency-Key')
    }
    assert.equal(await things(db, 'never'), 0)
    const { name } = fresh()
    assert.equal((await send('y'.repeat(255), { name })).status, 201)
  })

  it('means nothing where nothing is written', async () => {
    const { key, name } = fresh()
    const call = { url: '/v1/questions' }
    assert.notEqual((await send(key, { name }, call)).id, (await send(key, { name }, call)).id)
    assert.equal((await send('x'.repeat(300), { name }, call)).code, '200 fine')
    assert.deepEqual(await rowsOf(key), [])
  })

  it('is not used up by a dry run', async () => {
    const { key, name } = fresh()
    const dry = { url: '/v1/things?dry_run=true' }
    assert.equal((await send(key, { name }, dry)).id, '0')
    assert.ok(!(await send(key, { name }, dry)).cached)
    assert.deepEqual(await rowsOf(key), [])
    const real = await send(key, { name })
    assert.ok(real.status === 201 && !real.cached)
    assert.equal((await send(key, { name }, dry)).id, '0')
  })

  it('is told to the handler, except in a dry run', async () => {
    const { key, name } = fresh()
    const read = async (given: string | undefined, url: string) =>
      JSON.parse((await send(given, { name }, { url })).text) as { name: string }
    assert.equal((await read(key, '/v1/marks')).name, key)
    assert.equal((await read(undefined, '/v1/marks')).name, 'none')
    assert.equal((await read(key, '/v1/marks?dry_run=true')).name, 'none')
  })
})

describe('refusals', () => {
  const refuse = (key: string, name: string, code: ErrorCode) =>
    send(key, { name, code }, { url: '/v1/refusals' })

  const final: ErrorCode[] = [
    'pms_rejected',
    'not_found',
    'invalid_body',
    'pms_duplicate',
    'reservation_created_in_pms_only',
  ]
  for (const code of final) {
    it(`${code} is final`, async () => {
      const { key, name } = fresh()
      const first = await refuse(key, name, code)
      assert.equal(first.code, `${errorStatus(code)} ${code}`)
      const again = await refuse(key, name, code)
      assert.equal(again.text, first.text)
      assert.equal(again.status, first.status)
      assert.equal(again.headers['x-reason'], 'tested')
      assert.ok(again.cached)
      assert.equal(await things(db, name), 1)
    })
  }

  const open: ErrorCode[] = [
    'internal_error',
    'pms_error',
    'service_unavailable',
    'airbnb_rate_limited',
    'rate_limit_exceeded',
    'daily_limit_exceeded',
    'listing_inactive',
    'connection_reauth_required',
    'listings_limit_exceeded',
  ]
  for (const code of open) {
    it(`${code} leaves the key free`, async () => {
      const { key, name } = fresh()
      for (const count of [1, 2]) {
        const answer = await refuse(key, name, code)
        assert.equal(answer.code, `${errorStatus(code)} ${code}`)
        assert.ok(!answer.cached)
        assert.equal(await things(db, name), count)
        assert.deepEqual(await rowsOf(key), [])
      }
    })
  }

  it('of a body that breaks its schema are final, of one that is no JSON are not', async () => {
    const { key, name } = fresh()
    assert.equal((await send(key, '{"name":')).code, '400 invalid_json')
    const first = await send(key, { name, surprise: 1 })
    assert.equal(first.code, '400 invalid_body')
    assert.ok((await send(key, { name, surprise: 1 })).cached)
    assert.equal((await send(key, { name })).code, '422 idempotency_key_reused')
    assert.equal((await send(key, { name }, { apiKey: 'nonsense' })).code, '401 unauthorized')
  })

  it('that were returned are answered after the commit, and thrown ones roll back', async () => {
    const { key, name } = fresh()
    const url = '/v1/committed-refusals'
    const first = await send(key, { name, code: 'pms_rejected' }, { url })
    assert.equal(first.code, '422 pms_rejected')
    assert.ok((await send(key, { name, code: 'pms_rejected' }, { url })).cached)
    assert.equal(await things(db, name), 1)

    const fault = fresh()
    for (const count of [1, 2]) {
      const body = { name: fault.name, code: 'pms_error' }
      assert.equal((await send(fault.key, body, { url })).code, '502 pms_error')
      assert.equal(await things(db, fault.name), count)
      assert.deepEqual(await rowsOf(fault.key), [])
    }

    const thrown = fresh()
    steps.set(`inside ${thrown.name}`, () => {
      throw new Error('the disk is full')
    })
    assert.equal((await send(thrown.key, { name: thrown.name })).code, '500 internal_error')
    assert.equal(await things(db, thrown.name), 0)
    steps.clear()
    assert.equal((await send(thrown.key, { name: thrown.name })).code, '201 fine')
  })
})

describe('while the first runs', () => {
  it('the second is told so, and gets the answer afterwards', async () => {
    const { key, name } = fresh()
    const held = barrier('before', name)
    const first = send(key, { name })
    await held.reached
    const second = await send(key, { name })
    assert.equal(second.code, '409 idempotency_key_in_use')
    assert.equal(second.error?.retry_after, 1)
    assert.equal((await send(key, { name: 'x' })).code, '422 idempotency_key_reused')
    held.open()
    const { text, status } = await first
    assert.equal(status, 201)
    assert.equal((await send(key, { name })).text, text)
    assert.equal(await things(db, name), 1)
  })

  it('one that seems dead is taken over, and does nothing any more', async () => {
    const { key, name } = fresh()
    const held = barrier('before', name)
    const first = send(key, { name })
    await held.reached
    clock.advance(19_999)
    assert.equal((await send(key, { name })).code, '409 idempotency_key_in_use')
    clock.advance(1)
    assert.equal((await send(key, { name: 'x' })).code, '422 idempotency_key_reused')
    const second = await send(key, { name })
    assert.equal(second.code, '201 fine')
    held.open()
    assert.equal((await first).code, '409 idempotency_key_in_use')
    assert.equal(await things(db, name), 1)
    assert.equal((await send(key, { name })).text, second.text)
  })

  it('one that seems dead, and wrote without a transaction, changes nothing of the stored answer', async () => {
    const { key, name } = fresh()
    const url = '/v1/loose-things'
    const held = barrier('after', name)
    const first = send(key, { name }, { url })
    await held.reached
    clock.advance(20_000)
    const second = await send(key, { name }, { url })
    held.open()
    assert.equal((await first).status, 200)
    assert.equal((await send(key, { name }, { url })).text, second.text)
  })

  it('its lease is renewed', async () => {
    const { key, name } = fresh()
    const quick = await thingsApp({ ...options, leaseMs: 40 })
    const held = barrier('before', name)
    const first = send(key, { name }, { app: quick })
    await held.reached
    clock.advance(1_000)
    await until('a renewed lease', async () => {
      const { rows } = await sql<{ alive: boolean }>`
        select lease_until > ${clock.now()} as alive from idempotency_keys where key = ${key}`.execute(db)
      return rows[0]?.alive
    })
    assert.equal((await send(key, { name })).code, '409 idempotency_key_in_use')
    held.open()
    assert.equal((await first).status, 201)
    await quick.close()
  })

  it('a fault after the commit is answered as one, and the key knows better', async () => {
    const { key, name } = fresh()
    steps.set(`after ${name}`, () => {
      throw new Error('the line is cut')
    })
    assert.equal((await send(key, { name })).code, '500 internal_error')
    steps.clear()
    const again = await send(key, { name })
    assert.equal(again.code, '201 fine')
    assert.ok(again.cached)
    assert.equal(await things(db, name), 1)
  })
})

it('asks the database twice, and without a key not once more than the work needs', async () => {
  const asked: string[] = []
  const counted = createDatabase(database.url, { log, max: 1 })
  const { query } = (await counted.pool.connect().then((client) => {
    client.release()
    return client
  })) as unknown as { query: (...args: unknown[]) => unknown }
  counted.pool.on('acquire', (client) => {
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [first] = args as [string | { text: string }]
        asked.push((typeof first === 'string' ? first : first.text).trim().split(/\s+/)[0] ?? '')
        return query.apply(client, args)
      },
    })
  })
  const app = await thingsApp({ ...options, db: counted.kysely })
  const count = async (key: string | undefined, url: string) => {
    asked.length = 0
    const { name } = fresh()
    await send(key, { name }, { app, url })
    return asked.join(' ')
  }
  assert.equal(await count(undefined, '/v1/loose-things'), 'insert')
  assert.equal(await count(undefined, '/v1/things'), 'begin insert commit')
  assert.equal(await count(randomUUID(), '/v1/loose-things'), 'with insert update')
  assert.equal(await count(randomUUID(), '/v1/things'), 'with begin insert update commit')
  await app.close()
  await counted.close()
})
