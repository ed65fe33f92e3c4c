/** A guest who was forgotten is in no table and in no file, and stays away. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { GuestSearch } from '../../src/contract/guest-search.ts'
import type { ReservationRecord } from '../../src/contract/records.ts'
import { storeTransactions } from '../../src/features/channels/airbnb/transactions/store-queries.ts'
import type { AirbnbTransactionRecord } from '../../src/features/channels/airbnb/transactions/transaction-record.ts'
import { applyReservations } from '../../src/records/reservations/store.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import type { MemoryObjects } from '../harness/objects.ts'
import { knownGuest, person, tablesNaming, traces, type KnownGuest } from './guest-traces.ts'
import { freshSpace } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const forget = async ({ send, guest }: KnownGuest) => {
  const { body } = await send('POST', `/v1/guests/${guest}/forget`, {})
  return body as unknown as { id: string; forgottenAt: string; erased: Record<string, number> }
}

/** As a reading of the account stores them. */
const storing =
  ({ connectionId, live: scope }: KnownGuest) =>
  (...records: ReservationRecord[]) =>
    app.db.transaction().execute((tx) =>
      applyReservations(
        {
          ...{ tx, scope, now: app.clock.now(), origin: 'test', runId: null },
          connection: {
            ...{ id: connectionId, provider: 'hostaway', accountId: null },
            ...{ connectedAt: new Date('2026-01-01'), importing: false },
          },
        },
        records,
      ),
    )

test('nothing names the guest any more, and everything else is still there', async () => {
  const space = await knownGuest(app)
  const { guest, stay, get } = space
  const named = await tablesNaming(app)
  for (const table of [
    ...['conversations', 'events', 'guest_contacts', 'guests', 'messages', 'record_history'],
    ...['reservations', 'reviews', 'sync_failures', 'vendor_acts'],
    ...['airbnb_transactions', 'calendar_days', 'message_sends', 'reconciliations'],
  ])
    assert.ok(named.includes(table), `the search finds the guest in ${table} before: ${named.join(', ')}`)
  assert.ok(named.some((table) => table.startsWith('delivery_attempts')))

  app.clock.advance(60_000)
  const { status, headers } = await get(`/files/${space.key}`)
  assert.equal(`${status} ${headers['cache-control']}`, '200 private, max-age=60, must-revalidate')
  const { erased } = await forget(space)
  assert.deepEqual(await tablesNaming(app), [])
  assert.equal((await get(`/files/${space.key}`)).status, 404)
  assert.deepEqual([erased['transactions'], erased['files'], erased['others']], [3, 1, 3])
  const notes = await sql<{ note: string | null }>`
    select note from calendar_days where workspace_id = ${space.live.workspaceId} and note is not null order by date`.execute(
    app.db,
  )
  assert.deepEqual(
    notes.rows.map(({ note }) => note),
    ['comes late', 'kept free, ask', 'new towels'],
  )
  for (const { bytes } of (app.services.objects as MemoryObjects).held.values())
    assert.ok(!traces.some((word) => bytes.toString('latin1').toLowerCase().includes(word)))
  assert.deepEqual(
    [
      'contacts',
      'guests',
      'reservations',
      'conversations',
      'messages',
      'reviews',
      'deliveries',
      'acts',
      'failures',
    ].map((kind) => [kind, erased[kind]]),
    [
      ...[
        ['contacts', 2],
        ['guests', 1],
        ['reservations', 1],
        ['conversations', 1],
        ['messages', 1],
        ['reviews', 1],
      ],
      ...[
        ['deliveries', 1],
        ['acts', 1],
        ['failures', 1],
      ],
    ],
  )
  assert.ok(Number(erased['events']) >= 2 && Number(erased['answers']) >= 1 && Number(erased['history']) >= 2)

  // Kept answers are encrypted: what they say shows when they are given again.
  const again = await space.send('POST', '/v1/guests', person, 'first-guest')
  assert.equal(again.headers['idempotency-status'], 'cached')
  assert.ok(!traces.some((word) => again.text.toLowerCase().includes(word)), again.text)

  const shown = await get(`/v1/reservations/${stay}`)
  assert.deepEqual(
    [shown.body['checkIn'], shown.body['guestId'], shown.body['guestName'], shown.body['totalPrice']],
    ['2026-07-01', guest, undefined, '270.00'],
  )
  assert.equal((await get(`/v1/guests/${guest}`)).body['displayName'], 'Guest')
  for (const url of [
    `/v1/reservations/${stay}/history`,
    `/v1/guests/${guest}/history`,
    '/v1/events?limit=100',
  ])
    assert.equal((await get(url)).status, 200)
})

test('`guest.forgotten` is told once, to the parent as well, and says nothing of who it was', async () => {
  const parent = await freshSpace(app)
  const space = await knownGuest(app, { parentId: parent.live.workspaceId })
  const told = async (of: { get: KnownGuest['get'] }) => {
    const { body } = await of.get('/v1/events?limit=100&type=guest.forgotten')
    return body['data'] as unknown as { data: unknown }[]
  }
  const named = await sql`
    select from events where workspace_id = ${parent.live.workspaceId} and data ilike '%zephyrine%'`.execute(
    app.db,
  )
  assert.ok(named.rows.length > 0, 'the parent has copies of what happened in its workspaces')
  app.clock.advance(60_000)
  const { forgottenAt } = await forget(space)
  await forget(space)
  const data = { guestId: space.guest, forgottenAt, reason: 'request' }
  assert.deepEqual(
    (await told(space)).map((event) => event.data),
    [data],
  )
  const copies = await sql<{ data: string; origin_workspace_id: string }>`
    select data, origin_workspace_id from events
    where workspace_id = ${parent.live.workspaceId} and type = 'guest.forgotten'`.execute(app.db)
  assert.deepEqual(
    copies.rows.map((copy) => [JSON.parse(copy.data), copy.origin_workspace_id]),
    [[data, space.live.workspaceId]],
  )
  assert.deepEqual(await tablesNaming(app), [])
})

test('a search by the person tells where they stand, and after forgetting that they stand nowhere', async () => {
  const space = await knownGuest(app)
  const search = async (body: unknown = { ...naming, emails: [person.email.toUpperCase()] }) => {
    const answer = await app.call('POST', '/v1/guests/search', { key: space.liveKey, body })
    return answer.body as unknown as GuestSearch
  }
  const naming = { firstName: person.firstName, lastName: person.lastName }
  const before = await search()
  assert.deepEqual(before.guestIds, [space.guest])
  const tables = before.found.map(({ table }) => table)
  for (const table of ['guests', 'guest_contacts', 'messages', 'events', 'calendar_days', 'vendor_acts'])
    assert.ok(tables.includes(table), `${table} is among ${tables.join(', ')}`)
  const byPhone = await search({ phones: ['020-79460958'] })
  assert.deepEqual(byPhone.guestIds, [space.guest])
  const numbers = [
    ...['020 7946 0958', '020-79460958', '+44 20 7946 0958', '00442079460958', '+44 (0)20.7946-0958'],
    // Spaces and dashes that do not break, as telephones and word processors put them in.
    ...['+44\u00a020\u00a07946\u00a00958', '+44\u202f20\u202f7946\u20110958', '020\u20137946\u20130958'],
  ]
  const others = ['12079460958123', '2027-07-94', '079460 is not 958', '0207946095']
  for (const [at, value] of [...numbers, ...others].entries())
    await app.call('PUT', `/v1/kv/number-${at}`, { key: space.liveKey, body: { value } })
  const written = await search({ phones: ['+442079460958'] })
  assert.equal(written.found.find(({ table }) => table === 'kv_entries')?.rows, numbers.length)
  await app.call('DELETE', '/v1/kv?prefix=number-', { key: space.liveKey })
  await app.call('PUT', '/v1/kv/first-guest', { key: space.liveKey, body: { value: person.email } })
  await forget(space)
  const after = await search()
  assert.deepEqual(
    [after.found, after.guestIds],
    [[{ table: 'kv_entries', rows: 1 }], []],
    'that one is yours',
  )
  assert.ok(after.tables > 60, `${after.tables} tables were searched`)
  await app.call('DELETE', '/v1/kv/first-guest', { key: space.liveKey })
  const other = await freshSpace(app)
  const elsewhere = await knownGuest(app)
  const theirs = await app.call('POST', '/v1/guests/search', { key: other.liveKey, body: { ...naming } })
  assert.equal(theirs.body['rows'], 0, 'nobody finds what others keep')
  await forget(elsewhere)
  const nothing = await app.call('POST', '/v1/guests/search', {
    key: space.liveKey,
    body: { firstName: 'Al' },
  })
  assert.deepEqual([nothing.status, nothing.body['error']!['field']] as unknown, [400, 'emails'])
  const dashes = await app.call('POST', '/v1/guests/search', {
    key: space.liveKey,
    body: { phones: ['-----'] },
  })
  assert.deepEqual([dashes.status, dashes.body['error']!['field']] as unknown, [400, 'phones[0]'])
  await app.logRequests()
  assert.deepEqual(
    (await tablesNaming(app)).filter((table) => ['request_log', 'audit_lines'].includes(table)),
    [],
  )
})

test('the log of requests never knew the guest', async () => {
  const { get } = await freshSpace(app)
  await get('/v1/guests?q=Zephyrine%20Quillfeather')
  await get('/v1/guests/z.quill@forget-me.example')
  await get('/v1/zephyrine/z.quill@forget-me.example')
  await app.logRequests()
  const { rows } = await sql<{
    path: string
  }>`select path from request_log order by created_at desc limit 20`.execute(app.db)
  assert.ok(
    rows.some(({ path }) => path === '/v1/guests?q'),
    rows.map(({ path }) => path).join(),
  )
  assert.deepEqual(await tablesNaming(app, ['zephyrine', 'quillfeather', 'z.quill@forget-me']), [])
})

test('a guest whose names are words of JSON leaves JSON behind', async () => {
  const { live, rows, post, get } = await freshSpace(app)
  const { connectionId } = await rows.account('hostaway', '64128')
  const create = () => post('/v1/guests', nobody, { headers: { 'idempotency-key': 'null-guest' } })
  const nobody = { firstName: 'Null', lastName: 'Price', phone: '+44 20 7946 0959' }
  const made = await create()
  const act = { name: 'Null Price', price: 7, note: null, phone: 442079460959, told: ['Dear Null'] }
  await sql`
    insert into vendor_acts (workspace_id, key, kind, connection_id, request_hash, state, result, asked_at, settles_at,
      created_at, updated_at)
    select ${live.workspaceId}, 'act-null', 'create_guest', ${connectionId}, '\\x00', 'done', ${JSON.stringify(act)}::jsonb, at, at, at, at
    from (select ${app.clock.now()}::timestamptz as at) t`.execute(app.db)
  const id = String(made.body['id'])
  const { status, body, text } = await post(`/v1/guests/${id}/forget`, {})
  assert.equal(status, 200, text)
  const erased = body['erased'] as unknown as Record<string, number>
  assert.deepEqual([erased['acts'], erased['answers']], [1, 1])
  const { rows: acts } = await sql<{ result: unknown }>`
    select result from vendor_acts where workspace_id = ${live.workspaceId}`.execute(app.db)
  assert.deepEqual(acts[0]?.result, { name: ' ', price: 7, note: null, phone: null, told: ['Dear '] })
  assert.equal((await create()).body['id'], id)
  assert.equal((await get(`/v1/guests/${id}`)).status, 200)
})

test('days, ids, amounts and addresses of others stay, whatever number or address the guest gave', async () => {
  const { live, rows, post, get } = await freshSpace(app)
  const { connectionId } = await rows.account('hostaway', '64131')
  const listingId = await rows.listing({ currency: 'EUR' })
  const body = {
    ...{ listingId, checkIn: '2026-09-08', checkOut: '2026-09-11' },
    guest: { firstName: 'Ottilie', lastName: 'Bystander', email: 'ottilie.b@others.example' },
  }
  const send = (path: string, sent: object, key: string) =>
    post(path, sent, { headers: { 'idempotency-key': key } })
  const booked = await send('/v1/reservations', body, 'others-stay')
  assert.equal(booked.status, 201, booked.text)
  const other = { firstName: 'Ottilie', lastName: 'Bystander', email: 'b@others.example.org' }
  const made = await send('/v1/guests', other, 'others-guest')
  const told = {
    ...{
      arrival: '2026-09-08T10:00:00.123Z',
      externalId: '20260908',
      hotel_id: 20260908,
      total: '202609.08',
    },
    ...{ longer: '202609081', also: '120260908', email: 'ottilie.b@others.example' },
  }
  const storeAct = (key: string, result: object) =>
    sql`
    insert into vendor_acts (workspace_id, key, kind, connection_id, request_hash, state, result, asked_at, settles_at,
      created_at, updated_at)
    select ${live.workspaceId}, ${key}, 'create_guest', ${connectionId}, '\\x00', 'done', ${JSON.stringify(result)}::jsonb, at, at, at, at
    from (select ${app.clock.now()}::timestamptz as at) t`.execute(app.db)
  await storeAct('others', told)
  await storeAct('own', {
    phone: '20 26-09.08',
    mobile: '+4520260908',
    fax: '0045 20260908',
    mail: 'B@Others.example',
  })
  const contacts = { phone: '20260908', email: 'b@others.example' }
  const { body: guest } = await post('/v1/guests', { firstName: 'Mortimer', lastName: 'Lorry', ...contacts })

  const { body: forgotten, text } = await post(`/v1/guests/${String(guest['id'])}/forget`, {})
  const erased = forgotten['erased'] as unknown as Record<string, number>
  assert.deepEqual([erased['acts'], erased['answers']], [1, 0], text)
  const { rows: acts } = await sql<{ key: string; result: unknown }>`
    select key, result from vendor_acts where workspace_id = ${live.workspaceId} order by key`.execute(app.db)
  assert.deepEqual(acts, [
    { key: 'others', result: told },
    { key: 'own', result: { phone: '', mobile: '', fax: '', mail: '' } },
  ])
  assert.deepEqual((await send('/v1/reservations', body, 'others-stay')).body, booked.body)
  assert.deepEqual((await send('/v1/guests', other, 'others-guest')).body, made.body)
  assert.equal((await get(`/v1/guests/${String(made.body['id'])}`)).status, 200)
})

test('what a guest was called before is forgotten with the rest', async () => {
  const { live, liveKey, rows, post } = await freshSpace(app)
  const { connectionId } = await rows.account('hostaway', '64129')
  const maiden = { firstName: 'Perpetua', lastName: 'Maidenhall' }
  const create = () => post('/v1/guests', maiden, { headers: { 'idempotency-key': 'maiden' } })
  const id = String((await create()).body['id'])
  for (const change of [{ lastName: 'Betrothed' }, { firstName: 'Pia' }, { lastName: 'Wedlock' }]) {
    app.clock.advance(60_000)
    const answer = await app.call('PATCH', `/v1/guests/${id}`, { key: liveKey, body: change })
    assert.equal(answer.status, 200, answer.text)
  }
  await sql`
    insert into sync_failures (workspace_id, connection_id, entity, external_id, message, excerpt)
    values (${live.workspaceId}, ${connectionId}, 'reservations', 'r-1', 'no dates', '{"guest":"Pia Betrothed"}')`.execute(
    app.db,
  )
  assert.equal((await post(`/v1/guests/${id}/forget`, {})).status, 200)
  assert.deepEqual(await tablesNaming(app, ['perpetua', 'maidenhall', 'betrothed', 'wedlock']), [])
  const again = await create()
  assert.equal(again.headers['idempotency-status'], 'cached')
  assert.deepEqual([again.body['firstName'], again.body['lastName']], ['', ''])

  const listingId = await rows.listing({ currency: 'EUR' })
  const stay = { listingId, checkIn: '2026-08-01', checkOut: '2026-08-03', guest: { firstName: 'Ada' } }
  const booked = await post('/v1/reservations', { ...stay, guestId: id })
  assert.deepEqual(
    [booked.status, booked.body['error']?.['field'], booked.body['error']?.['message']],
    [404, 'guestId', `Guest ${id} was forgotten.`],
  )
})

test('a name is known as a whole where a dot or a picture begins or ends it', async () => {
  const { live, rows, post } = await freshSpace(app)
  const { connectionId } = await rows.account('hostaway', '64130')
  for (const [firstName, lastName] of [
    ['Philomena', 'V.'],
    ['Ottoline🏡', 'Brackenbury Jr.'],
    ['(Ludo)', 'Marchbanks'],
  ] as const) {
    const id = String((await post('/v1/guests', { firstName, lastName })).body['id'])
    const naming = { firstName, lastName }
    const search = async () =>
      (await post('/v1/guests/search', naming)).body as unknown as Pick<GuestSearch, 'guestIds' | 'rows'>
    assert.deepEqual((await search()).guestIds, [id])
    await sql`
      insert into sync_failures (workspace_id, connection_id, entity, external_id, message, excerpt)
      values (${live.workspaceId}, ${connectionId}, 'reservations', ${id}, 'no dates',
        ${JSON.stringify({ guest: `${firstName} ${lastName}`, namesake: `x${firstName} ${lastName}x` })})`.execute(
      app.db,
    )
    assert.equal((await post(`/v1/guests/${id}/forget`, {})).status, 200)
    assert.equal((await search()).rows, 0)
    const { rows: kept } = await sql<{ excerpt: string }>`
      select excerpt from sync_failures where external_id = ${id}`.execute(app.db)
    assert.match(kept[0]?.excerpt ?? '', /"namesake":"x/)
  }
})

test('of a stay that somebody else took over, what it told of the guest goes, and what it tells of the other stays', async () => {
  const space = await knownGuest(app)
  const store = storing(space)
  const other = { firstName: 'Ada', lastName: 'Byron', email: 'ada@byron.example' }
  const record = (guest: object, checkOut: string, remark: string) =>
    ({
      ...{ kind: 'reservation', externalId: 'R1', listingExternalId: 'home-1', confirmationCode: 'R1' },
      ...{ status: 'confirmed', sourceStatus: 'ok', source: 'direct', checkIn: '2026-08-01', checkOut },
      ...{ totalPrice: '100', currency: 'EUR', bookedAt: '2026-06-01T10:00:00.000Z', guest },
      guestDetails: { remark },
    }) as unknown as ReservationRecord
  for (const change of [
    record(person, '2026-08-03', 'Zephyrine comes late'),
    record(person, '2026-08-03', 'Zephyrine comes early'),
    record(other, '2026-08-03', 'Ada comes early'),
    record(other, '2026-08-04', 'Ada comes late'),
  ]) {
    app.clock.advance(60_000)
    await store(change)
  }
  const list = (await space.get('/v1/reservations')).body['data'] as unknown as Record<string, unknown>[]
  const taken = list.find(({ listingId }) => listingId === space.kept)
  assert.deepEqual([taken?.['guestName'], taken?.['guestId'] === space.guest], ['Ada Byron', false])
  const told = async () => {
    const url = `/v1/reservations/${String(taken?.['id'])}/history`
    return (await space.get(url)).body['data'] as unknown as Record<string, Record<string, unknown>>[]
  }
  const before = await told()
  assert.match(JSON.stringify(before), /Zephyrine comes early/)

  app.clock.advance(60_000)
  await forget(space)
  assert.deepEqual(await tablesNaming(app), [])
  const after = await told()
  const [last, took] = after
  const first = after.at(-1)
  assert.deepEqual(last, before[0], 'of the time of the other nothing goes')
  assert.deepEqual(took?.['after']?.['guestName'], 'Ada Byron')
  const then = await space.get(`/v1/reservations/${String(taken?.['id'])}?as_of=${String(first?.['at'])}`)
  assert.deepEqual(
    [then.body['guestId'], then.body['primaryGuest'], then.body['guestName'], then.body['guestDetails']],
    [space.guest, undefined, null, undefined],
  )
  const events = (await space.get('/v1/events?limit=100&type=reservation.updated')).text
  assert.match(events, /Ada comes late/)
})

test('where a file cannot be deleted nothing is forgotten, and the next try forgets', async () => {
  const space = await knownGuest(app)
  const { objects } = app.services
  app.services.objects = { ...objects, delete: () => Promise.reject(new Error('the bucket is away')) }
  const failed = await app.call('POST', `/v1/guests/${space.guest}/forget`, { key: space.liveKey, body: {} })
  app.services.objects = objects
  assert.deepEqual([failed.status, failed.body['error']!['code']] as unknown, [503, 'service_unavailable'])
  assert.ok((await tablesNaming(app)).includes('guests'))
  assert.equal((await forget(space)).erased['files'], 1)
  assert.deepEqual(await tablesNaming(app), [])
})

test('what a file of payments tells again names nobody whose stay is known', async () => {
  const space = await knownGuest(app)
  const { rows } = await sql<Record<string, string>>`
    select confirmation_code as code from airbnb_transactions
    where workspace_id = ${space.live.workspaceId} and id = 't-1'`.execute(app.db)
  await forget(space)
  const again = {
    ...{
      transactionId: 't-3',
      status: 'COMPLETED',
      type: 'Reservation',
      isPayout: false,
      date: '2026-07-03',
    },
    ...{ payoutIdSynthetic: false, confirmationCode: rows[0]?.['code'], guestName: 'Zephyrine Q.' },
  } as unknown as AirbnbTransactionRecord
  await storeTransactions(app.db, space.live, space.connectionId, [again], app.clock.now())
  assert.deepEqual(await tablesNaming(app), [])
})

test('a second time erases nothing more, and nobody writes to a forgotten guest', async () => {
  const space = await knownGuest(app)
  const { guest, liveKey } = space
  const first = await forget(space)
  app.clock.advance(60_000)
  const second = await forget(space)
  assert.equal(second.forgottenAt, first.forgottenAt)
  assert.ok(Object.values(second.erased).every((count) => count === 0))
  const answer = await app.call('PATCH', `/v1/guests/${guest}`, {
    key: liveKey,
    body: { firstName: 'Zephyrine' },
  })
  assert.equal(answer.status, 404, answer.text)
  const other = await freshSpace(app)
  const theirs = await app.call('POST', `/v1/guests/${guest}/forget`, { key: other.liveKey, body: {} })
  assert.equal(theirs.status, 404, theirs.text)
})

test('what a provider tells again brings nobody back; a booking that is made later is another guest', async () => {
  const space = await knownGuest(app)
  const { get, guest } = space
  const now = () => app.clock.now()
  const record = (
    externalId: string,
    bookedAt: string | undefined,
    checkIn: string,
    checkOut: string,
  ): ReservationRecord =>
    ({
      ...{ kind: 'reservation', externalId, listingExternalId: 'home-1', confirmationCode: externalId },
      ...{ status: 'confirmed', sourceStatus: 'ok', source: 'direct', checkIn, checkOut },
      ...{ totalPrice: '100', currency: 'EUR', ...(bookedAt === undefined ? {} : { bookedAt }) },
      guest: { ...person, externalId: 'g-77' },
      guestDetails: { remark: `${person.firstName} comes late` },
    }) as unknown as ReservationRecord
  const store = storing(space)
  await store(record('R1', '2026-06-01T10:00:00.000Z', '2026-08-01', '2026-08-03'))
  app.clock.advance(60_000)
  const { erased } = await forget(space)
  assert.equal(erased['reservations'], 2, 'the same person: found by address and name')
  app.clock.advance(60_000)
  // The same stay, changed; one of before that was not known; one that does not say when it was booked.
  await store(
    record('R1', '2026-06-01T10:00:00.000Z', '2026-08-01', '2026-08-04'),
    record('R2', '2026-06-02T10:00:00.000Z', '2026-09-01', '2026-09-04'),
    record('R3', undefined, '2026-10-01', '2026-10-04'),
  )
  assert.deepEqual(await tablesNaming(app), [])
  const stays = (await get('/v1/reservations')).body['data'] as unknown as Record<string, unknown>[]
  assert.deepEqual(
    stays
      .filter(({ listingId }) => listingId === space.kept)
      .map(({ checkOut, guestId }) => [checkOut, guestId]),
    [
      ['2026-08-04', guest],
      ['2026-09-04', guest],
      ['2026-10-04', guest],
    ],
  )
  await store(record('R4', new Date(now().getTime() + 1000).toISOString(), '2026-11-01', '2026-11-04'))
  const again = (await get('/v1/reservations')).body['data'] as unknown as Record<string, unknown>[]
  const last = again.find(({ checkOut }) => checkOut === '2026-11-04')
  assert.ok(last?.['guestId'] !== guest && String(last?.['guestName']).startsWith('Zephyrine'))
})
