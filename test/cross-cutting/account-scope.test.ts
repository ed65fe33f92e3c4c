/**
 * `X-Account-Id` on every route: records of another connection, or of none, answer like missing ones and are in no list
 * or total. A route this file cannot try fails.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { buildOpenApi } from '../../scripts/generate-openapi.ts'
import type { TestAnswer } from '../harness/app.ts'
import { makerOf, type RecordKind, type Records } from '../harness/fixtures.ts'
import {
  accountFiller,
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
  ofSessions,
  makeWorld,
  pathParams,
  queryOf,
  recordParams,
  type AnyRoute,
} from './world.ts'

const world = await makeWorld()
const { t, ask, own, foreign } = world
after(() => t.close())

const fillAccount = accountFiller(t, own)

interface Pair {
  mine: Account
  theirs: Account
}
const atPms: Pair = { mine: await fillAccount('7001001'), theirs: await fillAccount('7002002') }
const atAirbnb: Pair = {
  mine: await fillAccount('8801001', 'airbnb'),
  theirs: await fillAccount('8802002', 'airbnb'),
}
const atBooking: Pair = {
  mine: await fillAccount('8803001', 'booking'),
  theirs: await fillAccount('8804002', 'booking'),
}
const { mine, theirs } = atPms
/** Returns the accounts a route can concern. */
const accountsOf = ({ url }: AnyRoute): Pair => {
  if (/^\/v1\/channels\/booking\/(messaging|reviews)$/.test(url)) return atBooking
  return url.startsWith('/v1/channels/airbnb/') ? atAirbnb : atPms
}
/** Native listings belong to no account. */
const native: Records = own.active

const within = (account: Account | string) => ({
  'x-account-id': typeof account === 'string' ? account : account.id,
})
const narrowing = keyed.filter(({ account }) => account === undefined)
const keyFor = (route: AnyRoute) => (route.sandboxOnly ? t.sandboxKey : t.liveKey)

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
  'getAirbnbConnection',
  'listAirbnbAlterations',
  'requestAirbnbAlteration',
  'listAirbnbTransactions',
  'refreshAirbnbTransactions',
  'listBookingProperties',
  'getBookingAvailability',
  'setBookingAvailability',
  'listBookingReservations',
  'acknowledgeBookingReservations',
  'getBookingCharges',
  'setBookingCharges',
  'getBookingContent',
  'setBookingContent',
  'setUpBookingProperty',
  'getPlumguideWebhooks',
  'replacePlumguideWebhooks',
  'deletePlumguideWebhooks',
  'createGuest',
  'listEvents',
  'getReservationIntent',
  'listExposure',
  'getProviderConnection',
  'disconnectProvider',
  'getWritePolicy',
  'updateWritePolicy',
  'listSyncFailures',
]

const rowsOfTheirs = () => rowsOf(t, own, [theirs, atAirbnb.theirs])
const held = await rowsOfTheirs()

it('every route says how X-Account-Id is taken, and can be tried here', () => {
  const unknown = narrowing.filter(
    (route) =>
      !recordParams(route).some(({ kind }) => isOfAccount(kind)) &&
      idFilters(route).length === 0 &&
      bodyIds(route).length === 0 &&
      !(route.id in listed) &&
      !ownTests.includes(route.id),
  )
  assert.deepEqual(
    unknown.map(({ id }) => id),
    [],
  )
  // The record in its path narrows a history.
  const lists = narrowing.filter(
    (route) => isList(route) && !(route.id in listed) && !/\/:id\/(pricing\/)?history$/.test(route.url),
  )
  assert.deepEqual(
    lists.map(({ id }) => id).filter((id) => !ownTests.includes(id)),
    [],
  )
})

it('the header is described exactly where it narrows', async () => {
  const document = await buildOpenApi()
  for (const route of keyed) {
    const operation = document.paths[route.url.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    const offered = operation?.parameters.some(
      (parameter) => '$ref' in parameter && parameter.$ref === '#/components/parameters/AccountId',
    )
    assert.equal(offered, route.account === undefined, route.id)
  }
})

describe('an account that is none', () => {
  for (const route of keyed) {
    it(`${route.id} answers 404 to it, and names the header`, async () => {
      const ids = [
        '',
        'abc',
        '0',
        '-1',
        '999999999',
        '1e3',
        foreign.active.connection[0] ?? '',
        mine.id + '0'.repeat(12),
      ]
      const others = route.sandboxOnly
        ? [mine.id]
        : (own.sandboxRecords.active.connection.slice(0, 1) as string[])
      for (const id of [...ids, ...others]) {
        const call = { key: keyFor(route), headers: within(id), body: bodyWith(route, mine) }
        const answer = await ask(route, { records: mine, call })
        const error = assertEnvelope(answer, 404, 'not_found', `${route.id} ${id}`)
        assert.equal(error['field'], 'X-Account-Id')
      }
    })
  }
})

describe('routes that reach beyond an account', () => {
  for (const route of keyed.filter(({ account }) => account === 'refused')) {
    it(`${route.id} is not there within one`, async () => {
      const records = route.sandboxOnly ? own.sandboxRecords.active : mine
      const call = {
        key: keyFor(route),
        headers: within(records.connection[0] ?? ''),
        body: bodyWith(route, mine),
      }
      const error = assertEnvelope(await ask(route, { records, call }), 404, 'not_found', route.id)
      assert.equal(error['field'], 'X-Account-Id')
    })
  }

  for (const route of keyed.filter(
    ({ account, method, id }) => account === 'ignored' && method === 'GET' && !ofSessions.includes(id),
  )) {
    it(`${route.id} answers as without the header`, async () => {
      const plain = await ask(route)
      const asked = await ask(route, { call: { headers: within(mine) } })
      assert.deepEqual([asked.status, asked.text], [plain.status, plain.text])
    })
  }
})

describe('records of others', () => {
  for (const route of narrowing) {
    const { mine, theirs } = accountsOf(route)
    const strangers: [string, Records][] = [
      ['another account', theirs],
      ['no account', native],
    ]
    const first = (kind: RecordKind) => mine[kind][0]
    const call = () => ({ headers: within(mine), body: bodyWith(route, mine) })
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
            return ask(route, { ids: first, call: { headers: within(mine), body } })
          }
          await assertMissing(at, records[kind][0] ?? '', kind)
        })
      }
    }
  }

  it('were not changed', async () => {
    assert.equal(await rowsOfTheirs(), held)
  })
})

describe('a key that is for connections', () => {
  const keys = new Map<string, string>()
  async function keyFor(mode: 'live' | 'sandbox', ...connectionIds: string[]): Promise<string> {
    const known = keys.get(connectionIds.join())
    if (known !== undefined) return known
    const made = await t.post(
      '/v1/keys',
      { name: 'Of connections', connectionIds },
      { key: mode === 'live' ? t.liveKey : t.sandboxKey },
    )
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(made.body['connectionIds'], connectionIds)
    keys.set(connectionIds.join(), String(made.body['secret']))
    return String(made.body['secret'])
  }
  /** These parts differ between answers. */
  const moving = /"request_id":"[^"]+"|"nextCursor":"[^"]+"/g
  const plain = ({ status, text }: TestAnswer) => ({ status, text: text.replaceAll(moving, '') })

  for (const route of keyed) {
    const mode = route.sandboxOnly ? ('sandbox' as const) : ('live' as const)
    const [sandboxConnection = ''] = own.sandboxRecords.active.connection
    const { mine, theirs } = accountsOf(route)
    const id = mode === 'live' ? mine.id : sandboxConnection

    if (route.account !== undefined) {
      it(`${route.id} is refused, being about the whole workspace`, async () => {
        const key = await keyFor(mode, id)
        const answer = await ask(route, { records: mine, call: { key, body: bodyWith(route, mine) } })
        const error = assertEnvelope(answer, 403, 'forbidden', route.id)
        assert.equal(error['field'], 'connectionIds')
      })
      continue
    }

    it(`${route.id} answers it as others with the header, and knows no other account or workspace`, async () => {
      const key = await keyFor(mode, id)
      const sets: Records[] = [
        theirs,
        native,
        ...(route.method === 'GET' && !liveReads.includes(route.id) ? [mine] : []),
      ]
      const hasOwnIds = recordParams(route).some(({ kind }) => isOfAccount(kind)) || bodyIds(route).length > 0
      for (const records of hasOwnIds || route.method === 'GET' ? sets : []) {
        const body = bodyWith(route, records)
        const header = await ask(route, { records, call: { headers: within(mine), body } })
        const restricted = await ask(route, { records, call: { key, body } })
        assert.deepEqual(plain(restricted), plain(header))
        if (records !== mine && hasOwnIds) assert.ok(header.status >= 400, header.text)
      }
      const call = { key, body: bodyWith(route, mine) }
      const unknown = { records: mine, query: { surprise: '1' } }
      const other = await ask(route, { ...unknown, call: { ...call, headers: within(theirs) } })
      assert.equal(assertEnvelope(other, 404, 'not_found', route.id)['field'], 'X-Account-Id')
      const child = { 'x-workspace-id': world.child.id }
      const elsewhere = await ask(route, { ...unknown, call: { ...call, headers: child } })
      assert.equal(assertEnvelope(elsewhere, 404, 'not_found', route.id)['field'], 'X-Workspace-Id')
    })
  }

  it('lists what is of its connection only, and nothing is replayed to it from outside', async () => {
    const key = await keyFor('live', mine.id)
    const listings = await t.get('/v1/listings?limit=100', { key })
    assert.deepEqual(
      [...listings.body['data']].map((row) => String(row['id'])).toSorted(),
      [...mine.listing].toSorted(),
    )
    const [foreignGuest = ''] = theirs.guest
    const headers = { 'idempotency-key': 'restricted-replay' }
    const change = { headers, body: { language: 'fr' } }
    const first = await t.call('PATCH', `/v1/guests/${foreignGuest}`, change)
    const replay = await t.call('PATCH', `/v1/guests/${foreignGuest}`, { ...change, key })
    assert.equal(first.status, 200, first.text)
    assertEnvelope(replay, 422, 'idempotency_key_reused', 'a replay')
  })

  for (const route of narrowing) {
    it(`${route.id} knows the records of all its connections, and of no other`, async () => {
      const { mine, theirs } = accountsOf(route)
      const key = await keyFor('live', atPms.mine.id, atAirbnb.mine.id, atBooking.mine.id)
      const isRead = route.method === 'GET' && !liveReads.includes(route.id)
      const isIntent = pathParams(route).some(({ kind }) => kind === 'intent')
      if (isRead && !isIntent) {
        const query = 'accountId' in queryOf(route) ? { accountId: mine.externalId } : {}
        const answer = await ask(route, { records: mine, query, call: { key } })
        assert.equal(answer.status, 200, answer.text)
      }
      for (const { name, kind } of recordParams(route).filter((param) => isOfAccount(param.kind))) {
        const [id] = theirs[kind]
        if (id === undefined) continue
        const ids = (id: string) => (other: RecordKind, param: string) =>
          param === name ? id : mine[other][0]
        const call = { key, body: bodyWith(route, mine) }
        await assertMissing((id) => ask(route, { ids: ids(id), call }), id, kind)
      }
    })
  }

  for (const route of narrowing.filter(({ id, url }) => id in listed && !url.includes(':'))) {
    it(`${route.id} lists what is of all its connections alone, and counts it alone`, async () => {
      const kind = listed[route.id] as RecordKind
      const known = [atPms.mine, atAirbnb.mine, atBooking.mine]
      const ofChannel = /channels\/(airbnb|booking)/.exec(route.url)?.[1]
      const shown =
        ofChannel === undefined
          ? known
          : known.filter((one) => one === (ofChannel === 'airbnb' ? atAirbnb : atBooking).mine)
      const key = await keyFor('live', ...known.map(({ id }) => id))
      const status = 'status' in queryOf(route) && !['reservation', 'conversation', 'run'].includes(kind)
      const answer = await ask(route, {
        query: { limit: '100', ...(status ? { status: 'all' } : {}) },
        call: { key },
      })
      assert.equal(answer.status, 200, answer.text)
      const ids = [...(answer.body['data'] ?? [])].map((row) => String(row['id']))
      assert.deepEqual(ids.toSorted(), shown.flatMap((one) => one[kind]).toSorted())
      assert.equal(answer.body['pagination']?.['total'], ids.length)
    })
  }

  it('of several has to say for which a guest without a stay is made', async () => {
    const key = await keyFor('live', atPms.mine.id, atAirbnb.mine.id, atBooking.mine.id)
    const refused = await t.post('/v1/guests', { firstName: 'Ines' }, { key })
    const error = assertEnvelope(refused, 400, 'invalid_body', 'a guest')
    assert.deepEqual(error['valid_values'], [atPms.mine.id, atAirbnb.mine.id, atBooking.mine.id])
    const headers = within(mine)
    const made = await t.call('POST', '/v1/guests?dry_run=true', {
      key,
      headers,
      body: { firstName: 'Ines' },
    })
    assert.equal(made.status, 200, made.text)
  })

  it('opens nothing once its connection is gone', async () => {
    const gone = await makerOf(t.db, own.live).connection('7009009')
    const key = await keyFor('live', gone)
    assert.equal((await t.get('/v1/listings', { key })).status, 200)
    await sql`delete from connections where workspace_id = ${own.id} and id = ${gone}`.execute(t.db)
    t.clock.advance(5_000)
    assertEnvelope(await t.get('/v1/listings', { key }), 403, 'forbidden', 'a connection that is gone')
  })

  it('is made for a connection of the workspace only', async () => {
    for (const connectionId of [foreign.active.connection[0], '999999999']) {
      const answer = await t.post('/v1/keys', { name: 'Of others', connectionIds: [mine.id, connectionId] })
      const error = assertEnvelope(answer, 404, 'not_found', 'a connection')
      assert.deepEqual([error['field'], error['value_received']], ['connectionIds', connectionId])
    }
  })
})

describe('records of the account', () => {
  for (const route of narrowing.filter(({ method, id }) => method === 'GET' && !liveReads.includes(id))) {
    const { mine } = accountsOf(route)
    it(`${route.id} shows them`, async () => {
      // The intent's key in these loops belongs to another account.
      if (pathParams(route).some(({ kind }) => kind === 'intent')) return
      const query = 'accountId' in queryOf(route) ? { accountId: mine.externalId } : {}
      const answer = await ask(route, { records: mine, query, call: { headers: within(mine) } })
      assert.equal(answer.status, 200, answer.text)
    })
  }

  for (const route of narrowing.filter(({ id }) => id in listed)) {
    const { mine } = accountsOf(route)
    it(`${route.id} lists them alone, and counts them alone`, async () => {
      const kind = listed[route.id] as RecordKind
      const query = {
        limit: '100',
        ...('status' in queryOf(route) && kind !== 'run' ? { status: 'all' } : {}),
      }
      const known = ['reservation', 'conversation'].includes(kind) ? { limit: '100' } : query
      const answer = await ask(route, { records: mine, query: known, call: { headers: within(mine) } })
      assert.equal(answer.status, 200, answer.text)
      const ids = [...(answer.body['data'] ?? [])].map((row) => String(row['id']))
      assert.deepEqual(ids.toSorted(), mine[kind].toSorted())
      assert.equal(answer.body['pagination']?.['total'], ids.length)
    })
  }

  it('listExposure shows the channel listings of the account alone', async () => {
    const differing = async ({ id, listing }: typeof mine) => {
      const [listingId = ''] = listing
      await sql`
        insert into listing_links (workspace_id, connection_id, external_id, listing_id)
        values (${own.id}, ${id}, 'sold', ${listingId})`.execute(t.db)
      await sql`
        insert into selling_links (workspace_id, connection_id, external_id, listing_id, since, wake_at)
        values (${own.id}, ${id}, 'sold', ${listingId}, now(), now())`.execute(t.db)
      await sql`
        insert into channel_nights (workspace_id, connection_id, external_id, date, available, units, units_left,
                                    min_nights, closed_to_arrival, closed_to_departure, stays, state, differs_since)
        values (${own.id}, ${id}, 'sold', '2999-01-01', false, 0, 0, 1, false, false, 0, 'refused', now())`.execute(
        t.db,
      )
    }
    await differing(mine)
    await differing(theirs)
    const { body } = await t.call('GET', '/v1/exposure', { headers: within(mine) })
    assert.deepEqual(
      [(body['data'] as unknown as { connectionId: string }[]).map((row) => row.connectionId), body['total']],
      [[mine.id], 1],
    )
    for (const table of ['channel_nights', 'selling_links', 'listing_links']) {
      await sql`delete from ${sql.table(table)} where workspace_id = ${own.id} and external_id = 'sold'`.execute(
        t.db,
      )
    }
  })

  it('a cursor goes on within its account only', async () => {
    const first = await t.get('/v1/connections/' + native.connection[0] + '/runs?limit=1')
    const cursor = String(first.body['pagination']?.['nextCursor'])
    const answer = await t.get(
      `/v1/connections/${native.connection[0]}/runs?cursor=${encodeURIComponent(cursor)}`,
      {
        headers: within(native.connection[0] ?? ''),
      },
    )
    assert.equal(answer.status, 422, answer.text)
  })
})

describe('without an id of a record', () => {
  const headers = within(mine)

  it('events of the account alone are read', async () => {
    const { body } = await t.get('/v1/events?limit=500', { headers })
    const accounts = [...(body['data'] ?? [])].map((row) => String(row['account']?.['externalAccountId']))
    assert.ok(accounts.length > 0)
    assert.deepEqual(new Set(accounts), new Set([mine.externalId]))
  })

  it('a write to a PMS is found in its account only', async () => {
    assert.equal((await t.get('/v1/reservations/intents/key-7001001', { headers })).status, 200)
    const other = await t.get('/v1/reservations/intents/key-7002002', { headers })
    const none = await t.get('/v1/reservations/intents/key-none', { headers })
    assertEnvelope(other, 404, 'not_found', 'an intent')
    assert.deepEqual(withoutId(other, 'key-7002002'), withoutId(none, 'key-none'))
  })

  it('of several accounts of a provider this one is meant', async () => {
    const { body } = await t.get('/v1/connect/hostaway', { headers })
    assert.equal(body['id'], mine.id)
    assert.deepEqual(
      [...(body['accounts'] ?? [])].map((row) => String(row['externalAccountId'])),
      [mine.externalId],
    )
    assert.equal((await t.get('/v1/connect/guesty', { headers })).body['connected'], false)
    for (const [method, path, sent] of [
      ['GET', 'hostaway/write-policy', undefined],
      ['PATCH', 'hostaway/write-policy', {}],
      ['DELETE', 'hostaway', undefined],
    ] as const) {
      const at = (accountId: string) =>
        t.call(method, `/v1/connect/${path}?accountId=${accountId}`, {
          headers,
          ...(sent ? { body: sent } : {}),
        })
      const [other, none] = [await at(theirs.externalId), await at('7009009')]
      assertEnvelope(none, 404, 'not_found', path)
      assert.deepEqual(withoutId(other, theirs.externalId), withoutId(none, '7009009'))
    }
    assert.equal((await t.get('/v1/connect/hostaway/write-policy', { headers })).status, 200)
  })

  it('of several hosts this one is shown', async () => {
    const { body } = await t.get('/v1/channels/airbnb/connection', { headers: within(atAirbnb.mine) })
    const { hosts } = body['data'] as unknown as { hosts: { airbnbUserId: string }[] }
    assert.deepEqual(
      hosts.map(({ airbnbUserId }) => airbnbUserId),
      [atAirbnb.mine.externalId],
    )
  })

  it('a property of Booking.com that another account is, is none', async () => {
    const make = makerOf(t.db, own.live)
    await make.connection('8810', 'booking')
    const within8811 = { headers: within(await make.connection('8811', 'booking')) }
    const about = '/v1/channels/booking'
    const update = { roomId: '1', rateId: '2', dateRange: { start: '2026-07-01', end: '2026-07-01' } }
    const updates = [{ ...update, availableRooms: 1 }]
    for (const id of ['8810', '8819']) {
      const section = { type: 'settings', property_id: id, content: {} }
      const asked = [
        t.get(`${about}/availability?property_id=${id}`, within8811),
        t.call('PUT', `${about}/availability`, {
          ...within8811,
          body: { type: 'availability', property_id: id, updates },
        }),
        t.get(`${about}/reservations?hotel_id=${id}`, within8811),
        t.get(`${about}/charges?property_id=${id}`, within8811),
        t.call('PUT', `${about}/charges`, { ...within8811, body: { property_id: id } }),
        t.get(`${about}/content?type=settings&property_id=${id}`, within8811),
        t.post(`${about}/content`, section, within8811),
        t.post(`${about}/setup`, { action: 'check-readiness', property_id: id }, within8811),
      ]
      for (const answer of await Promise.all(asked)) {
        const error = assertEnvelope(answer, 404, 'not_found', id)
        assert.deepEqual(error['valid_values'], ['8811'])
      }
    }
    // A booking of another account counts as missing too.
    const acknowledged = (code: string) =>
      t.post(`${about}/reservations`, { reservation_ids: [code] }, { headers: within(atBooking.mine) })
    const [code = ''] = atBooking.theirs.code
    const [found, missing] = [await acknowledged(code), await acknowledged('4127999999')]
    assertEnvelope(missing, 404, 'not_found', 'a booking')
    assert.deepEqual(withoutId(found, code), withoutId(missing, '4127999999'))
  })

  it('of several hosts the changes of bookings of this one are shown and asked for', async () => {
    const { mine: host, theirs: other } = atAirbnb
    const at = within(host)
    const changes = await t.get('/v1/channels/airbnb/alterations?type=all', { headers: at })
    assert.deepEqual(
      [...(changes.body['data'] ?? [])].map((row) => row['id']),
      host.alteration,
    )
    const ask = (code: string) =>
      t.call('POST', '/v1/channels/airbnb/alterations?dry_run=true', {
        headers: at,
        body: { confirmation_code: code, number_of_guests: 1 },
      })
    const [code = ''] = other.code
    const [found, missing] = [await ask(code), await ask('HMZZZZZZZ9')]
    assertEnvelope(missing, 404, 'not_found', 'a booking')
    assert.deepEqual(withoutId(found, code), withoutId(missing, 'HMZZZZZZZ9'))
    const paid = await t.get('/v1/channels/airbnb/transactions', { headers: at })
    const accounts = (rows: unknown) => (rows as { accountId: string }[]).map(({ accountId }) => accountId)
    assert.deepEqual(accounts(paid.body['data']), [host.externalId])
    const read = await t.call('POST', '/v1/channels/airbnb/transactions', { headers: at, body: {} })
    assert.deepEqual(accounts(read.body['accounts']), [host.externalId])
  })

  it('of several properties of Booking.com this one is shown', async () => {
    const make = makerOf(t.db, own.live)
    const [shown] = [await make.connection('8801', 'booking'), await make.connection('8802', 'booking')]
    const { body } = await t.get('/v1/channels/booking/properties', { headers: within(shown) })
    assert.deepEqual(
      [[...(body['data'] ?? [])].map((row) => row['hotelId']), body['pagination']?.['total']],
      [['8801'], 1],
    )
  })

  it('of several hosts of Plum Guide this one is asked, and no other is one', async () => {
    const make = makerOf(t.db, own.live)
    const [shown] = [
      await make.connection('host-1', 'plumguide'),
      await make.connection('host-2', 'plumguide'),
    ]
    const url = '/v1/channels/plumguide/webhooks'
    const body = { endpoints: { bookings: null } }
    for (const [method, given] of [
      ['PUT', { body }],
      ['DELETE', {}],
    ] as const) {
      const other = await t.call(method, `${url}?account_id=host-2`, { headers: within(shown), ...given })
      assertEnvelope(other, 404, 'not_found', method)
    }
    // The route asks accounts of Plum Guide only.
    const none = await t.get(url, { headers: within(atAirbnb.mine) })
    assert.deepEqual([none.status, none.body['data']], [200, []])
  })

  it('a guest is made in the account, though another account knows the same person', async () => {
    const [known = ''] = theirs.guest
    await sql`
      insert into guest_contacts (workspace_id, guest_id, type, value)
      values (${own.id}, ${known}, 'email', 'ida@example.com')`.execute(t.db)
    const guest = { firstName: 'Ida', email: 'ida@example.com' }
    const made = await t.post('/v1/guests', guest, { headers })
    assert.equal(made.status, 201, made.text)
    const id = String(made.body['id'])
    assert.notEqual(id, known)
    assert.equal((await t.get(`/v1/guests/${id}`, { headers })).status, 200)
    assert.equal((await t.get(`/v1/guests/${id}`, { headers: within(theirs) })).status, 404)
    assert.equal((await t.get(`/v1/guests/${id}`)).status, 200)
  })

  it('what hangs on a shared Booking.com property is not changed from within one account', async () => {
    for (const [listing] of [mine.listing, theirs.listing]) {
      await sql`
        insert into channel_links (workspace_id, listing_id, platform, external_id, hotel_id)
        values (${own.id}, ${listing}, 'booking', ${`888-${listing}`}, '888')`.execute(t.db)
    }
    const path = `/v1/listings/${mine.listing[0]}/markups`
    const body = { channel: 'booking', markupPercent: 12 }
    assertEnvelope(await t.call('PUT', path, { headers, body }), 404, 'not_found', 'a shared property')
    const shown = await t.get(path, { headers })
    assert.equal(shown.status, 200)
    assert.ok(!shown.text.includes(`"${theirs.listing[0]}"`), shown.text)
    assert.equal((await t.call('PUT', path, { body })).status, 200)
  })
})
