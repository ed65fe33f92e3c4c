/** Tries every route with every wrong key and every wrong id. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { hashApiKey } from '../../src/platform/crypto.ts'
import type { TestAnswer } from '../harness/app.ts'
import type { RecordKind, Records } from '../harness/fixtures.ts'
import {
  assertEnvelope,
  bodyWith,
  firstOf,
  idFilters,
  keyed,
  liveReads,
  ofSessions,
  queryOf,
  randomId,
  recordParams,
  routes,
  type AnyRoute,
  type World,
} from './world.ts'

/** Answers of a session that has claimed nothing, on a server without Booking.com access, and of signing in. */
const early: Record<string, number> = {
  listConnectListingOptions: 409,
  askForSignInLink: 202,
  redeemSignInLink: 401,
  listClaimedRooms: 425,
  mapClaimedRooms: 425,
  verifyBookingClaim: 503,
}

export function keyLoop({ t, ask, own }: World): void {
  describe('keys', () => {
    for (const route of keyed) {
      it(`${route.id} refuses a request without a key`, async () => {
        const answer = await ask(route, { call: { key: null } })
        assertEnvelope(answer, 401, 'unauthorized', route.id)
      })

      it(`${route.id} refuses a key that does not exist, is malformed or was revoked`, async () => {
        const unknown = `sk_live_${randomBytes(20).toString('hex')}`
        const revoked = `sk_live_${randomBytes(20).toString('hex')}`
        await sql`insert into api_keys (workspace_id, mode, prefix, hash, revoked_at)
          values (${t.workspace.id}, 'live', 'sk_live_', ${hashApiKey(revoked)}, now())`.execute(t.db)
        for (const key of [unknown, revoked, 'sk_live_', 'nonsense', t.liveKey.slice(0, -1)]) {
          assertEnvelope(await ask(route, { call: { key } }), 401, 'unauthorized', `${route.id} ${key}`)
        }
        const basic = { headers: { authorization: `Basic ${t.liveKey}` } }
        assertEnvelope(await ask(route, { call: { key: null, ...basic } }), 401, 'unauthorized', route.id)
      })

      it(`${route.id} knows the key in x-api-key as well`, async () => {
        // An unknown parameter keeps the request from doing anything.
        const call = { key: null, headers: { 'x-api-key': route.sandboxOnly ? t.sandboxKey : t.liveKey } }
        const answer = await ask(route, { call, query: { surprise: '1' } })
        assertEnvelope(answer, 400, 'unknown_params', route.id)
      })

      if (route.sandboxOnly) {
        it(`${route.id} refuses a live key`, async () => {
          assertEnvelope(await ask(route), 403, 'forbidden', route.id)
        })
      }
    }

    for (const route of routes.filter(({ auth }) => auth === 'none')) {
      it(`${route.id} needs no key and takes no offence at a wrong one`, async () => {
        const call = { body: bodyWith(route, own.active) }
        const without = await ask(route, { call: { ...call, key: null } })
        const wrong = await ask(route, { call: { ...call, key: 'nonsense' } })
        // The first request's effect may be in the second one's way.
        assert.equal(without.status, early[route.id] ?? 200, without.text)
        assert.notEqual(wrong.body?.['error']?.['code'], 'unauthorized', wrong.text)
      })
    }
  })
}

/** Removes an id from an answer. */
const withoutId = (answer: TestAnswer, id: string) => ({
  status: answer.status,
  body: JSON.parse(
    answer.text
      // An id inside another id stays.
      .replaceAll(new RegExp(`(?<![\\w-])${id}(?![\\w-])`, 'g'), '<id>')
      .replaceAll(/"request_id":"[^"]+"/g, '"request_id":"<request>"')
      // Accounts are read in the background, so a reading may end between the two requests.
      .replaceAll(/"lastSyncedAt":(?:null|"[^"]+")/g, '"lastSyncedAt":"<read>"'),
  ) as unknown,
})

/** Ids of other callers, by their owner. */
const strangers = ({ foreign, child, own }: World): Record<string, Records> => ({
  'another workspace': foreign.active,
  'an inactive listing of another workspace': foreign.inactive,
  'a child workspace': child.active,
  'the sandbox of the same workspace': own.sandboxRecords.active,
})

export function foreignIdLoop(world: World): void {
  const { ask, own, foreign, t } = world

  describe('ids of others', () => {
    for (const route of keyed) {
      const call = () => ({
        body: bodyWith(route, own.active),
        key: route.sandboxOnly ? t.sandboxKey : t.liveKey,
      })
      for (const { name, kind } of recordParams(route)) {
        const mine = firstOf(route.sandboxOnly ? own.sandboxRecords.active : own.active)
        const at = (id: string) => (other: RecordKind, param: string) => (param === name ? id : mine(other))
        for (const [whose, records] of Object.entries(strangers(world))) {
          it(`${route.id}: an id of ${whose} as \`${name}\` is answered like one that does not exist`, async () => {
            const [theirs = ''] = records[kind]
            const unknown = randomId(kind)
            const found = await ask(route, { ids: at(theirs), call: call() })
            const missing = await ask(route, { ids: at(unknown), call: call() })
            assertEnvelope(missing, 404, 'not_found', route.id)
            assert.deepEqual(withoutId(found, theirs), withoutId(missing, unknown))
          })
        }
        it(`${route.id}: a live id as \`${name}\` does not exist for a sandbox key`, async () => {
          const answer = await ask(route, {
            ids: at(own.active[kind][0] ?? ''),
            call: { ...call(), key: t.sandboxKey },
          })
          assertEnvelope(answer, 404, 'not_found', route.id)
        })
      }

      for (const { filter, kind } of idFilters(route)) {
        it(`${route.id}: an id of another workspace as \`${filter}\` is answered like one that does not exist`, async () => {
          const [theirs = ''] = foreign.active[kind]
          const unknown = randomId(kind)
          const found = await ask(route, { query: { [filter]: theirs } })
          const missing = await ask(route, { query: { [filter]: unknown } })
          assert.deepEqual(withoutId(found, theirs), withoutId(missing, unknown))
        })
      }
    }

    it('leave the records of the others as they were', async () => {
      for (const route of keyed.filter(isStored)) {
        const answer = await ask(route, { records: foreign.active, call: { key: foreign.liveKey } })
        if (!route.sandboxOnly) assert.equal(answer.status, 200, `${route.id}: ${answer.text}`)
      }
    })
  })
}

const isStored = ({ method, id }: AnyRoute) =>
  method === 'GET' && !liveReads.includes(id) && !ofSessions.includes(id)

const idsOf = (answer: TestAnswer) =>
  [...(answer.body['data'] ?? [])].map((row) => String(row['id'] ?? row['workspaceId'] ?? row['externalId']))

export function sandboxLoop({ ask, t }: World): void {
  describe('sandbox and live', () => {
    for (const route of keyed.filter(isOwnList)) {
      it(`${route.id} shows each key its own space only`, async () => {
        const live = await ask(route)
        assert.equal(live.status, 200, live.text)
        const ids = idsOf(live).filter((id) => /^\d+$/.test(id))
        assert.ok(
          ids.every((id) => BigInt(id) < 900_000_000n),
          live.text,
        )
        // Live and sandbox keys share one number sequence.
        if (recordParams(route).length > 0 || ['listKeys', 'listMemberSessions'].includes(route.id)) return
        const sandbox = await ask(route, { call: { key: t.sandboxKey } })
        assert.equal(sandbox.status, 200)
        assert.ok(
          idsOf(sandbox).every(
            (id) => !ids.includes(id) && (!/^\d+$/.test(id) || BigInt(id) >= 900_000_000n),
          ),
        )
      })
    }
  })
}

const isOwnList = (route: AnyRoute) => route.method === 'GET' && 'cursor' in queryOf(route)
