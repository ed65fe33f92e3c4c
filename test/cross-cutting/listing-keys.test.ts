/**
 * Keys for single listings on every route: records of other listings answer like missing ones and are in no list or
 * total. Routes about accounts or the workspace refuse. A route this file cannot try fails.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { changedByHand } from '../harness/changed-by-hand.ts'
import type { RecordKind, Records } from '../harness/fixtures.ts'
import {
  accountFiller,
  addHome,
  assertMissing,
  bodyIds,
  isOfAccount,
  listed,
  rowsOf,
  withoutId,
  type Account,
} from './accounts.ts'
import {
  assertEnvelope,
  bodyWith,
  idFilters,
  isList,
  keyed,
  liveReads,
  makeWorld,
  pathParams,
  queryOf,
  recordParams,
  type AnyRoute,
} from './world.ts'

const world = await makeWorld()
const { t, ask, own, foreign } = world
after(() => t.close())

/** A listing of the key, and another one of the same account. */
interface Pair {
  mine: Account
  theirs: Account
}
const fillAccount = accountFiller(t, own)
async function pairAt(externalId: string, provider: string): Promise<Pair> {
  const mine = await fillAccount(externalId, provider)
  return { mine, theirs: await addHome(t, own, mine) }
}
const atPms = await pairAt('7001001', 'hostaway')
const atAirbnb = await pairAt('8801001', 'airbnb')
const atBooking = await pairAt('8803001', 'booking')
const pairs = [atPms, atAirbnb, atBooking]
/** A connection without any of the key's listings. */
const elsewhere = await fillAccount('7002002')
const { mine, theirs } = atPms

const pairOf = ({ url }: AnyRoute): Pair => {
  if (/^\/v1\/channels\/booking\/(messaging|reviews)$/.test(url)) return atBooking
  return url.startsWith('/v1/channels/airbnb/') ? atAirbnb : atPms
}

async function makeKey(restriction: object, key = t.liveKey): Promise<string> {
  const made = await t.post('/v1/keys', { name: 'Of listings', ...restriction }, { key })
  assert.equal(made.status, 201, made.text)
  return String(made.body['secret'])
}
const listingIds = pairs.flatMap((pair) => pair.mine.listing)
const key = await makeKey({ listingIds })
const sandboxKey = await makeKey({ listingIds: own.sandboxRecords.active.listing.slice(0, 1) }, t.sandboxKey)

const others = [...pairs.map((pair) => pair.theirs), elsewhere]
/** The key's listings belong to this account too. */
const rowsOfOthers = () =>
  rowsOf(
    t,
    own,
    others.map((one) => ({ ...one, connection: [elsewhere.id] })),
  )
const held = await rowsOfOthers()

const isRefused = ({ account, ofListings }: AnyRoute) => account !== undefined || ofListings === 'refused'
const narrowed = keyed.filter((route) => !isRefused(route))

/** These requests are narrowed without an id of a record; each has a test of its own below. */
const ownTests = [
  // Its listings stand in `items`: test/pricing/scope.test.ts.
  'decidePricingOfMany',
  // Its listing is `listingId`: test/markets/calendar.test.ts.
  'getMarketCalendar',
  // They show the workspace's own part of markets: test/markets/pages.test.ts.
  'listMarkets',
  'browseMarkets',
  'getMarket',
  // Its records stand in `input`: test/ai/scope.test.ts.
  'runAiOperation',
  // Records at Vrbo belong to own listings: test/channels/vrbo-feeds.test.ts.
  'listVrboListings',
  'listVrboReservations',
  'listEvents',
  'listExposure',
  'getReservationIntent',
  'listAirbnbAlterations',
  'requestAirbnbAlteration',
  'listBookingProperties',
]

it('every route that is not refused can be tried here', () => {
  const unknown = narrowed.filter(
    (route) =>
      !recordParams(route).some(({ kind }) => isOfAccount(kind)) &&
      idFilters(route).length === 0 &&
      bodyIds(route).length === 0 &&
      !(route.id in listed) &&
      !ownTests.includes(route.id),
  )
  const lists = narrowed.filter(
    (route) => isList(route) && !(route.id in listed) && !/\/:id\/(pricing\/)?history$/.test(route.url),
  )
  assert.deepEqual(
    [...unknown, ...lists].map(({ id }) => id).filter((id) => !ownTests.includes(id)),
    [],
  )
  assert.ok(narrowed.length > 90)
})

describe('what is about accounts or the workspace', () => {
  for (const route of keyed.filter(isRefused)) {
    it(`${route.id} is refused with the reason`, async () => {
      const records = route.sandboxOnly ? own.sandboxRecords.active : mine
      const call = { key: route.sandboxOnly ? sandboxKey : key, body: bodyWith(route, records) }
      const error = assertEnvelope(await ask(route, { records, call }), 403, 'forbidden', route.id)
      assert.equal(error['field'], 'listingIds')
      assert.match(String(error['message']), /single listings only/)
    })
  }
})

describe('records of other listings', () => {
  for (const route of narrowed) {
    const { mine, theirs } = pairOf(route)
    const strangers: [string, Records][] = [
      ['the same account', theirs],
      ['another account', elsewhere],
      ['no account', own.active],
      ['another workspace', foreign.active],
    ]
    const first = (kind: RecordKind) => mine[kind][0]
    const call = () => ({ key, body: bodyWith(route, mine) })
    for (const [whose, records] of strangers) {
      for (const { name, kind } of recordParams(route).filter((param) => isOfAccount(param.kind))) {
        const [id] = records[kind]
        if (id === undefined) continue
        it(`${route.id}: of ${whose} in the path as ${name}`, async () => {
          const at = (id: string) =>
            ask(route, { ids: (other, param) => (param === name ? id : first(other)), call: call() })
          await assertMissing(at, id, kind)
        })
      }
      for (const { filter, kind } of idFilters(route)) {
        it(`${route.id}: of ${whose} as ${filter}`, async () => {
          const at = (id: string) =>
            filter === 'property_id'
              ? ask(route, { ids: () => id, call: call() })
              : ask(route, { ids: first, query: { [filter]: id }, call: call() })
          await assertMissing(at, records[kind][0] ?? '', kind)
        })
      }
      for (const { field, kind, many } of bodyIds(route)) {
        it(`${route.id}: of ${whose} in the body as ${field}`, async () => {
          const at = (id: string) => {
            const body = {
              ...(bodyWith(route, mine) as object),
              [field]: many ? [first(kind), id] : id,
            }
            return ask(route, { ids: first, call: { key, body } })
          }
          await assertMissing(at, records[kind][0] ?? '', kind)
        })
      }
    }
  }

  it('were not changed', async () => {
    assert.equal(await rowsOfOthers(), held)
  })
})

describe('records of its listings', () => {
  for (const route of narrowed.filter(({ method, id }) => method === 'GET' && !liveReads.includes(id))) {
    it(`${route.id} shows them`, async () => {
      if (pathParams(route).some(({ kind }) => kind === 'intent')) return
      const answer = await ask(route, { records: pairOf(route).mine, call: { key } })
      assert.equal(answer.status, 200, answer.text)
    })
  }

  for (const route of narrowed.filter(({ id }) => id in listed)) {
    it(`${route.id} lists them alone, and counts them alone`, async () => {
      const kind = listed[route.id] as RecordKind
      const ofChannel = /channels\/(airbnb|booking)/.exec(route.url)?.[1]
      const isWithin = route.url.includes(':') || ofChannel !== undefined
      const shown = isWithin ? pairOf(route).mine[kind] : pairs.flatMap((pair) => pair.mine[kind])
      const hasStatus = 'status' in queryOf(route) && !['reservation', 'conversation'].includes(kind)
      const query = { limit: '100', ...(hasStatus ? { status: 'all' } : {}) }
      const answer = await ask(route, { records: pairOf(route).mine, query, call: { key } })
      assert.equal(answer.status, 200, answer.text)
      const ids = [...(answer.body['data'] ?? [])].map((row) => String(row['id']))
      assert.deepEqual(ids.toSorted(), shown.toSorted())
      assert.equal(answer.body['pagination']?.['total'], ids.length)
    })
  }

  it('are changed', async () => {
    const changed = await t.call('PATCH', `/v1/guests/${mine.guest[0]}`, { key, body: { language: 'de' } })
    assert.equal(changed.status, 200, changed.text)
    const status = await t.post('/v1/listings/status', { listingIds: mine.listing, active: true }, { key })
    assert.equal(status.status, 200, status.text)
  })
})

describe('who and what else there is', () => {
  const histories = narrowed.filter(({ url }) => url.endsWith('/:id/history'))

  it('is not named in histories to a key that may not read keys and members', async () => {
    assert.ok(histories.length >= 4)
    const { rows: named } = await sql<{ id: string }>`
      insert into api_keys (workspace_id, mode, prefix, hash, name)
      values (${own.id}, 'live', 'rk_live_other', sha256('other'), 'Key of the accountant') returning id`.execute(
      t.db,
    )
    const { rows: people } = await sql<{ id: string }>`
      insert into members (workspace_id, id, email, role, created_by, created_at)
      values (${own.id}, gen_random_uuid(), 'accountant@example.com', 'manager', 'operator', now()) returning id`.execute(
      t.db,
    )
    const [keyId, memberId] = [named[0]?.id, people[0]?.id]
    const scoped = await makeKey({
      scopes: ['listings:read', 'reservations:read', 'guests:read', 'conversations:read'],
    })
    const ofAccount = await makeKey({ connectionIds: [mine.id] })
    for (const route of histories) {
      const kind = recordParams(route)[0]?.kind
      assert.ok(kind !== undefined && kind in mine, route.id)
      const [id = ''] = mine[kind]
      for (const [revision, cause] of [{ keyId }, { keyId, memberId }].entries()) {
        await sql`
          insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, cause, created_at)
          values (${own.id}, ${kind}, ${id}, ${9_000 + revision}, 'updated', '{"firstName": "Before"}', 'api',
                  ${JSON.stringify({ kind: 'request', ...cause })}, now())`.execute(t.db)
      }
      const told = async (asking: string) => (await t.get(route.url.replace(':id', id), { key: asking })).text
      for (const restricted of [key, ofAccount, scoped]) {
        const text = await told(restricted)
        assert.ok(text.includes(`"id":"${keyId}","name":null`), text)
        assert.doesNotMatch(text, /accountant/, route.id)
      }
      assert.match(await told(t.liveKey), /Key of the accountant.*|accountant@example\.com/)
    }
  })

  it('is in no answer about a guest who was elsewhere too', async () => {
    const [guestId = ''] = mine.guest
    const [stay = ''] = mine.reservation
    const url = `/v1/guests/${guestId}`
    const before = (await t.get(url, { key })).body
    await sql`
      update guests set country = 'undisclosed land', notes = '[{"id": "1", "body": "undisclosed word"}]', blacklisted_reason = 'undisclosed reason',
             is_blacklisted = true, flags = '[{"type": "warning", "note": "undisclosed flag"}]', updated_at = now()
      where workspace_id = ${own.id} and id = ${guestId}`.execute(t.db)
    await sql`
      insert into guest_contacts (workspace_id, guest_id, type, value, created_at)
      values (${own.id}, ${guestId}, 'email', 'undisclosed@example.com', now()),
             (${own.id}, ${guestId}, 'email', 'shown@example.com', now()),
             (${own.id}, ${guestId}, 'phone', '+385911234567', now())`.execute(t.db)
    await sql`
      update guest_contacts set is_primary = value not like 'undisclosed%'
      where workspace_id = ${own.id} and guest_id = ${guestId}`.execute(t.db)
    await changedByHand(t.db, t.scope)
    const words = /undisclosed/
    // While the guest has stays at the key's listings only, everything is shown.
    assert.match((await t.get(url, { key })).text, words)
    await sql`
      insert into reservations
      select copy.* from reservations r, jsonb_populate_record(r, jsonb_build_object(
        'id', nextval('reservations_id'), 'external_id', 'elsewhere-1', 'listing_id', ${theirs.listing[0]}::text,
        'confirmation_code', 'ELSEWHERE1')) copy
      where r.workspace_id = ${own.id} and r.id = ${stay}`.execute(t.db)
    await changedByHand(t.db, t.scope)
    for (const route of narrowed.filter(({ method, id }) => method === 'GET' && !liveReads.includes(id))) {
      if (pathParams(route).some((param) => param.kind === 'intent')) continue
      const answer = await ask(route, { records: pairOf(route).mine, call: { key } })
      assert.doesNotMatch(answer.text, words, route.id)
    }
    const shown = (await t.get(url, { key })).body
    for (const field of ['totalReservations', 'totalRevenue', 'reservationsSummary'])
      assert.deepEqual(shown[field], before[field], field)
    const changed = await t.call('PATCH', url, { key, body: { language: 'fr' } })
    assert.equal(changed.status, 200, changed.text)
    assert.doesNotMatch(changed.text, words)
    for (const q of ['undisclosed@example.com', '+385 91 123'])
      assert.equal(
        (await t.get(`/v1/guests?q=${encodeURIComponent(q)}`, { key })).body['pagination']?.['total'],
        q.startsWith('u') ? 0 : 1,
      )
    assert.match((await t.get(url)).text, words)
  })
})

describe('without an id of a record', () => {
  it('events of its listings alone are read', async () => {
    const { body } = await t.get('/v1/events?limit=500', { key })
    const rows = [...(body['data'] ?? [])]
    const { rows: known } = await sql<{ id: string }>`
      select id from events where workspace_id = ${own.id} and listing_id = any(${listingIds}::bigint[])`.execute(
      t.db,
    )
    assert.ok(rows.length >= pairs.length)
    assert.deepEqual(
      rows.map((row) => String(row['eventId'])).toSorted(),
      known.map(({ id }) => id).toSorted(),
    )
  })

  it('a write to a PMS is found of its listings only', async () => {
    assert.equal((await t.get('/v1/reservations/intents/key-7001001', { key })).status, 200)
    for (const theirKey of ['other-key-7001001', 'key-7002002']) {
      const [other, none] = [
        await t.get(`/v1/reservations/intents/${theirKey}`, { key }),
        await t.get('/v1/reservations/intents/key-none', { key }),
      ]
      assertEnvelope(other, 404, 'not_found', 'an intent')
      assert.deepEqual(withoutId(other, theirKey), withoutId(none, 'key-none'))
    }
  })

  it('changes of bookings of its listings alone are shown and asked for', async () => {
    const changes = await t.get('/v1/channels/airbnb/alterations?type=all', { key })
    assert.deepEqual(
      [...(changes.body['data'] ?? [])].map((row) => row['id']),
      atAirbnb.mine.alteration,
    )
    const asked = (code: string) =>
      t.call('POST', '/v1/channels/airbnb/alterations?dry_run=true', {
        key,
        body: { confirmation_code: code, number_of_guests: 1 },
      })
    const [code = ''] = atAirbnb.theirs.code
    const [found, missing] = [await asked(code), await asked('HMZZZZZZZ9')]
    assertEnvelope(missing, 404, 'not_found', 'a booking')
    assert.deepEqual(withoutId(found, code), withoutId(missing, 'HMZZZZZZZ9'))
  })

  it('of the hosts and properties those of its listings are shown, with its listings', async () => {
    const own = await makeKey({ listingIds: atBooking.mine.listing })
    const { body } = await t.get('/v1/channels/booking/properties?status=all', { key: own })
    const shown = JSON.stringify(body['data'])
    assert.equal([...(body['data'] ?? [])].length, 1)
    assert.ok(shown.includes(atBooking.mine.externalId), shown)
    for (const id of atBooking.theirs.listing) assert.ok(!shown.includes(`"${id}"`), shown)
    const none = await t.get('/v1/channels/airbnb/listings?account_id=8801001', { key: own })
    assert.deepEqual(assertEnvelope(none, 404, 'not_found', 'a host')['valid_values'], [])
  })

  it('listExposure shows its channel listings alone', async () => {
    const sells = async ({ id }: Account, [listingId = '']: string[], externalId: string) => {
      await sql`
        insert into listing_links (workspace_id, connection_id, external_id, listing_id)
        values (${own.id}, ${id}, ${externalId}, ${listingId})`.execute(t.db)
      await sql`
        insert into selling_links (workspace_id, connection_id, external_id, listing_id, since, wake_at)
        values (${own.id}, ${id}, ${externalId}, ${listingId}, now(), now())`.execute(t.db)
      await sql`
        insert into channel_nights (workspace_id, connection_id, external_id, date, available, units, units_left,
                                    min_nights, closed_to_arrival, closed_to_departure, stays, state, differs_since)
        values (${own.id}, ${id}, ${externalId}, '2999-01-01', false, 0, 0, 1, false, false, 0, 'refused', now())`.execute(
        t.db,
      )
    }
    await sells(mine, mine.listing, 'sold')
    await sells(theirs, theirs.listing, 'sold-too')
    const { body } = await t.get('/v1/exposure', { key })
    const rows = body['data'] as unknown as { listingId: string }[]
    assert.deepEqual([rows.map((row) => row.listingId), body['total']], [mine.listing, 1])
  })
})

describe('beside the header and other restrictions', () => {
  it('an account of its listings narrows further, and another is none', async () => {
    const headers = { 'x-account-id': mine.id }
    const { body } = await t.get('/v1/listings?status=all', { key, headers })
    assert.deepEqual(
      [...(body['data'] ?? [])].map((row) => row['id']),
      mine.listing,
    )
    const other = await t.get('/v1/listings', { key, headers: { 'x-account-id': elsewhere.id } })
    assert.equal(assertEnvelope(other, 404, 'not_found', 'an account')['field'], 'X-Account-Id')
    const child = await t.get('/v1/listings', { key, headers: { 'x-workspace-id': world.child.id } })
    assert.equal(assertEnvelope(child, 404, 'not_found', 'a child')['field'], 'X-Workspace-Id')
  })

  it('listings and connections of one key both hold', async () => {
    const both = await makeKey({ listingIds, connectionIds: [mine.id, elsewhere.id] })
    const { body } = await t.get('/v1/listings?status=all', { key: both })
    assert.deepEqual(
      [[...(body['data'] ?? [])].map((row) => row['id']), body['pagination']?.['total']],
      [mine.listing, 1],
    )
  })

  it('is made for listings of the workspace only', async () => {
    for (const id of [foreign.active.listing[0], '999999999', own.sandboxRecords.active.listing[0]]) {
      const answer = await t.post('/v1/keys', { name: 'Of others', listingIds: [...mine.listing, id] })
      const error = assertEnvelope(answer, 404, 'not_found', 'a listing')
      assert.deepEqual([error['field'], error['value_received']], ['listingIds', id])
    }
  })

  it('is narrowed, widened and lifted later, and what others were answered is not replayed to it', async () => {
    const made = await t.post('/v1/keys', {
      name: 'Changed',
      listingIds: [...mine.listing, ...theirs.listing],
    })
    const [id, secret] = [String(made.body['id']), String(made.body['secret'])]
    const shown = async () =>
      [...((await t.get('/v1/listings?status=all&limit=100', { key: secret })).body['data'] ?? [])].length
    assert.equal(await shown(), 2)
    const headers = { 'idempotency-key': 'of-a-listing' }
    const body = { language: 'fr' }
    const guest = `/v1/guests/${theirs.guest[0]}`
    assert.equal((await t.call('PATCH', guest, { key: secret, headers, body })).status, 200)
    const narrow = await t.call('PATCH', `/v1/keys/${id}`, { body: { listingIds: mine.listing } })
    assert.deepEqual(narrow.body['listingIds'], mine.listing)
    t.clock.advance(1_000)
    assert.equal(await shown(), 1)
    assertEnvelope(
      await t.call('PATCH', guest, { key: secret, headers, body }),
      422,
      'idempotency_key_reused',
      'a replay',
    )
    const foreignId = foreign.active.listing[0]
    const refused = await t.call('PATCH', `/v1/keys/${id}`, { body: { listingIds: [foreignId] } })
    assertEnvelope(refused, 404, 'not_found', 'a listing')
    await t.call('PATCH', `/v1/keys/${id}`, { body: { listingIds: null } })
    t.clock.advance(1_000)
    assert.ok((await shown()) > 2)
  })
})
