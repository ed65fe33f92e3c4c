/** Tries `Idempotency-Key` on every route that can change something. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startSimulator } from '../../simulators/index.ts'
import { isErrorCode } from '../../src/contract/errors.ts'
import { isFinal, takesKey } from '../../src/http/idempotency-rules.ts'
import { ApiError } from '../../src/platform/api-error.ts'
import type { TestAnswer } from '../harness/app.ts'
import {
  assertEnvelope,
  bodyWith,
  keyed,
  makeWorld,
  queryOf,
  recordParams,
  switches,
  type AnyRoute,
  type ScenarioRequest,
} from './world.ts'

const simulator = await startSimulator('hostaway', { rateLimit: 'off', listings: 1, reservations: 0 })
const world = await makeWorld({ VENDOR_BASE_URLS: `hostaway=${simulator.url}` })
const { t, ask, own, child, foreign } = world
after(async () => {
  await t.close()
  await simulator.close()
})
// Nobody listens there, so what a test sends fails at once.
await sql`update webhooks set url = 'http://127.0.0.1:9/hook'`.execute(t.db)

/** These operations only ask, with a body because the question needs one. */
const askOnly: readonly string[] = [
  'checkMigrationCutover',
  'quoteReservation',
  'previewAgentAuthorization',
  'previewSpecialOffer',
  'previewVrboChange',
]

const writes = keyed.filter(takesKey)

interface Who {
  key: string
  records: ScenarioRequest['records']
  workspaceId: string
}
/** Returns the key and records for good requests of this route. */
const caller = (route: AnyRoute): Who =>
  route.sandboxOnly
    ? { key: t.sandboxKey, records: own.sandboxRecords.active, workspaceId: own.sandbox.workspaceId }
    : { key: t.liveKey, records: own.active, workspaceId: own.id }

function send(
  route: AnyRoute,
  idempotencyKey: string,
  request: ScenarioRequest & { who?: Who } = {},
): Promise<TestAnswer> {
  const { who = caller(route), query, records = who.records ?? own.active } = request
  return ask(route, {
    records,
    ...(query ? { query } : {}),
    call: {
      key: who.key,
      body: bodyWith(route, records),
      ...request.call,
      headers: { 'idempotency-key': idempotencyKey, ...request.call?.headers },
    },
  })
}

const isCached = ({ headers }: TestAnswer) => headers['idempotency-status'] === 'cached'
/** The request cannot do anything, and its refusal is final. */
const harmless = { query: { surprise: '1' } }

const rows = async (key: string) =>
  (
    await sql<{ workspace_id: string }>`select workspace_id from idempotency_keys where key = ${key}`.execute(
      t.db,
    )
  ).rows

function staysFinal({ status, body }: TestAnswer): boolean {
  const code = String(body['error']?.['code'])
  return status < 400 || (isErrorCode(code) && isFinal(new ApiError(code)))
}

it('applies to every operation but those that only ask', () => {
  const others = keyed.filter((route) => route.method !== 'GET' && !takesKey(route)).map(({ id }) => id)
  assert.deepEqual(others.toSorted(), askOnly.toSorted())
  assert.ok(writes.length > 10)
})

/** These routes check the record of a large body before they read it, and so before the key. */
const isLookedForFirst = ({ id }: { id: string }) =>
  ['addAirbnbPhotos', 'importMigrationRecords', 'rehearseMigrationCutover'].includes(id)

describe('Idempotency-Key', () => {
  for (const route of writes) {
    it(`${route.id} refuses a key that is empty, long or strange`, async () => {
      for (const key of ['', 'x'.repeat(256), 'a\tb']) {
        const error = assertEnvelope(await send(route, key), 400, 'invalid_params', `${route.id} ${key}`)
        assert.equal(error['field'], 'Idempotency-Key')
      }
    })

    it(`${route.id} replays a final answer to the byte, and refuses another request with the key`, async () => {
      const key = randomUUID()
      const first = await send(route, key, harmless)
      assertEnvelope(first, 400, 'unknown_params', route.id)
      assert.ok(!isCached(first))
      const again = await send(route, key, harmless)
      assert.equal(again.text, first.text)
      assert.equal(again.status, first.status)
      assert.ok(isCached(again))
      const other = await send(route, key, { query: { surprise: '2' } })
      assertEnvelope(other, 422, 'idempotency_key_reused', route.id)
      const account = await send(route, key, { ...harmless, call: { headers: { 'x-account-id': '1' } } })
      // Some records do not exist within an account, whatever the key.
      if (route.account === 'refused' || isLookedForFirst(route))
        assertEnvelope(account, 404, 'not_found', route.id)
      else assertEnvelope(account, 422, 'idempotency_key_reused', route.id)
    })

    it(`${route.id} says that the first is still running, until its lease is over`, async () => {
      const key = randomUUID()
      await send(route, key, harmless)
      await sql`update idempotency_keys set state = 'running', status = null, headers = null, body = null,
        lease_until = ${new Date(t.clock.now().getTime() + 1)} where key = ${key}`.execute(t.db)
      const second = await send(route, key, harmless)
      const error = assertEnvelope(second, 409, 'idempotency_key_in_use', route.id)
      assert.equal(error['retry_after'], 1)
      assert.equal(second.headers['retry-after'], undefined)
      await sql`update idempotency_keys set lease_until = ${t.clock.now()} where key = ${key}`.execute(t.db)
      const third = await send(route, key, harmless)
      assertEnvelope(third, 400, 'unknown_params', route.id)
      assert.ok(!isCached(third))
    })

    it(`${route.id} knows nothing of the keys of other workspaces`, async () => {
      const key = randomUUID()
      const spaces: Who[] = route.sandboxOnly
        ? [caller(route)]
        : [
            caller(route),
            { key: t.sandboxKey, records: own.sandboxRecords.active, workspaceId: own.sandbox.workspaceId },
            { key: foreign.liveKey, records: foreign.active, workspaceId: foreign.id },
          ]
      for (const who of spaces) assert.ok(!isCached(await send(route, key, { ...harmless, who })))
      if (!route.sandboxOnly) {
        const headers = { 'x-workspace-id': child.id }
        assert.ok(!isCached(await send(route, key, { ...harmless, call: { headers } })))
        const direct = { key: child.liveKey, records: own.active, workspaceId: child.id }
        const through = await send(route, key, { ...harmless, who: direct })
        // An answer with a secret is repeated only to the API key that asked.
        if (route.answersTo === 'key') assertEnvelope(through, 422, 'idempotency_key_reused', route.id)
        else if (isLookedForFirst(route)) {
          assertEnvelope(through, 404, 'not_found', route.id)
          return
        } else assert.ok(isCached(through), 'the child itself')
      }
      const stored = new Set((await rows(key)).map((row) => row.workspace_id))
      assert.equal(stored.size, spaces.length + (route.sandboxOnly ? 0 : 1))
    })

    it(`${route.id} stores nothing that was decided before`, async () => {
      const key = randomUUID()
      assertEnvelope(await send(route, key, { call: { key: null } }), 401, 'unauthorized', route.id)
      const headers = { 'x-workspace-id': '123456789' }
      assertEnvelope(await send(route, key, { call: { headers } }), 404, 'not_found', route.id)
      const broken = await send(route, key, { call: { rawBody: '{' } })
      assertEnvelope(broken, 400, 'invalid_json', route.id)
      assert.deepEqual(await rows(key), [])
    })

    if (recordParams(route).some(({ kind }) => kind === 'listing') && !switches.includes(route.id)) {
      it(`${route.id} runs again once the listing is active`, async () => {
        const key = randomUUID()
        const asked = { records: own.inactive }
        for (const _ of [1, 2]) {
          const answer = await send(route, key, asked)
          assertEnvelope(answer, 403, 'listing_inactive', route.id)
          assert.ok(!isCached(answer))
        }
        assert.deepEqual(await rows(key), [])
      })
    }

    if ('dry_run' in queryOf(route)) {
      it(`${route.id} uses no key in a dry run`, async () => {
        const key = randomUUID()
        for (const _ of [1, 2]) {
          assert.ok(!isCached(await send(route, key, { query: { dry_run: 'true' } })))
        }
        assert.deepEqual(await rows(key), [])
      })
    }
  }

  // These run last, because they really change something.
  for (const route of writes) {
    it(`${route.id} answers a good request twice, and carries it out once`, async () => {
      const key = randomUUID()
      const first = await send(route, key)
      const again = await send(route, key)
      assert.ok(!isCached(first))
      assert.equal(isCached(again), staysFinal(first), first.text)
      if (!staysFinal(first)) return assert.deepEqual(await rows(key), [])
      assert.equal(again.text, first.text)
      assert.equal(again.status, first.status)
    })
  }
})
