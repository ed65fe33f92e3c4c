/** A guest who was forgotten is in no table and in no file, and stays away. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { ReservationRecord } from '../../src/contract/records.ts'
import { storeTransactions } from '../../src/features/channel-airbnb/transactions/store-queries.ts'
import type { Transaction } from '../../src/features/channel-airbnb/transactions/transaction.ts'
import { applyReservations } from '../../src/records/reservations/store.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'
import type { MemoryObjects } from '../harness/objects.ts'
import { freshSpace } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const person = {
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  email: 'z.quill@forget-me.example',
  phone: '+44 20 7946 0958',
}
const traces = ['zephyrine', 'quillfeather', 'z.quill@forget-me', '442079460958', '20 7946 0958']

/** Every table in which any of these stands in any column, whatever its type: a new table is searched as it is. */
async function tablesNaming(words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as "table", c.column_name as "column", c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(app.db)
  assert.ok(columns.length > 500, `only ${columns.length} columns are searched`)
  const patterns = words.map((word) => `%${word}%`)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const found = await Promise.all(
    [...tables].map(async ([table, of]) => {
      const texts = of.map(({ column, type }) =>
        type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`,
      )
      const { rows } = await sql`
        select from ${sql.table(table)} where concat_ws(' ', ${sql.join(texts)}) ilike any(${patterns}::text[])
        limit 1`.execute(app.db)
      return rows.length > 0 ? [table] : []
    }),
  )
  return found.flat().toSorted()
}

type Space = Awaited<ReturnType<typeof known>>

const attachment = {
  id: 'a-1',
  url: 'https://files.example/zephyrine-quillfeather-passport.jpg',
  contentType: 'image/jpeg',
}

/** Somebody who left traces wherever a guest can. */
async function known({ parentId }: { parentId?: string } = {}) {
  const own = await freshSpace(app, parentId === undefined ? {} : { parentId })
  const { db } = app
  if (parentId !== undefined) {
    await makerOf(db, { workspaceId: parentId }).webhook()
    await sql`update webhooks set events = '{*}' where workspace_id = ${parentId}`.execute(db)
  }
  const { live, liveKey, rows } = own
  const send = async (method: string, url: string, body: unknown, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const answer = await app.call(method, url, { key: liveKey, headers, body })
    assert.ok(answer.status < 300, answer.text)
    return answer
  }
  const hook = await makerOf(db, live).webhook()
  const { connectionId } = await rows.account('hostaway', '64127')
  const listing = await rows.listing({
    currency: 'EUR',
    default_nightly_price: '90.00',
    time_zone: 'Europe/Zagreb',
  })
  const kept = await rows.listing({
    connection_id: connectionId,
    external_id: 'home-1',
    time_zone: 'Europe/Zagreb',
  })
  await send('POST', '/v1/guests', person, 'first-guest')
  const booked = await send(
    'POST',
    '/v1/reservations',
    { listingId: listing, checkIn: '2026-07-01', checkOut: '2026-07-04', guest: person },
    'first-booking',
  )
  const stay = String(booked.body['id'])
  const shown = await own.get(`/v1/reservations/${stay}`)
  const guest = String(shown.body['guestId'])
  app.clock.advance(60_000)
  await send('PATCH', `/v1/guests/${guest}`, { lastName: 'Quillfeather-Byron' })
  app.clock.advance(60_000)
  await send('PATCH', `/v1/guests/${guest}`, { lastName: person.lastName })
  const thread = await rows.conversation({
    ...{ listing_id: listing, guest_id: guest, reservation_id: stay, subject: 'Zephyrine asks for a cot' },
    ...{
      last_message_preview: 'Dear host, Zephyrine here',
      connection_id: connectionId,
      external_id: 'thread-1',
    },
  })
  const message = await rows.message(thread, '2026-06-15T11:00:00.000Z')
  const at = app.clock.now()
  const text = `${person.firstName} ${person.lastName}`
  await sql`
    update messages set body = ${`Dear ${text}`}, sender_name = ${text}, sender_avatar = ${attachment.url},
      attachments = ${JSON.stringify([attachment])}::jsonb
    where id = ${message}`.execute(db)
  await rows.review({
    listing_id: listing,
    guest_id: guest,
    guest_name: text,
    public_review: `${text} was here`,
  })
  await sql`
    insert into events (workspace_id, sequence, type, object_type, object_id, data, created_at)
    select ${live.workspaceId}, max(sequence) + 1, 'reservation.message.received', 'message', ${message},
      ${JSON.stringify({ body: `Dear ${text}`, from: { type: 'guest', name: text }, attachments: [attachment] })}, ${at}
    from events where workspace_id = ${live.workspaceId}`.execute(db)
  await sql`update workspace_heads set sequence = sequence + 1 where workspace_id = ${live.workspaceId}`.execute(
    db,
  )
  await sql`
    with queued as (
      insert into deliveries (workspace_id, webhook_id, event_sequence, state, next_attempt_at, created_at)
      select workspace_id, ${hook}, sequence, 'succeeded', ${at}, ${at} from events
      where workspace_id = ${live.workspaceId} and object_type = 'message' and object_id = ${message}
      returning workspace_id, id, event_sequence
    )
    insert into delivery_attempts (workspace_id, id, delivery_id, webhook_id, event_sequence, number, outcome, status_code,
      response_body, started_at, finished_at)
    select workspace_id, gen_random_uuid(), id, ${hook}, event_sequence, 1, 'failed', 500, ${`no ${text}`}, ${at}, ${at}
    from queued`.execute(db)
  await sql`
    insert into vendor_acts (workspace_id, key, kind, connection_id, request_hash, state, request, result, asked_at,
      settles_at, created_at, updated_at)
    values (${live.workspaceId}, 'act-1', 'create_guest', ${connectionId}, '\\x00', 'done', ${JSON.stringify(person)}::jsonb,
      ${JSON.stringify({ externalId: 'g-1', ...person })}::jsonb, ${at}, ${at}, ${at}, ${at})`.execute(db)
  await sql`
    insert into sync_failures (workspace_id, connection_id, entity, external_id, message, excerpt)
    values (${live.workspaceId}, ${connectionId}, 'reservations', 'r-9', 'is no date',
      ${JSON.stringify({ guestName: text, phone: '20 7946 0958', mail: person.email })})`.execute(db)
  const codes = await sql<{ code: string }>`
    select confirmation_code as code from reservations where workspace_id = ${live.workspaceId} and id = ${stay}`.execute(
    db,
  )
  const line = (id: string, code: string | null, name: string, description: string | null) =>
    sql`
    insert into airbnb_transactions (workspace_id, connection_id, id, status, type, is_payout, date, payout_id_synthetic,
      confirmation_code, guest_name, description, synced_at)
    values (${live.workspaceId}, ${connectionId}, ${id}, 'COMPLETED', 'Reservation', false, '2026-07-02', false, ${code},
      ${name}, ${description}, ${at})`.execute(db)
  await line('t-1', codes.rows[0]?.code ?? '', 'Zephyrine Q.', 'Quillfeather, 3 nights')
  // Of a stay that is not known here.
  await line('t-2', 'HMELSEWHERE', text, null)
  await sql`
    insert into sync_runs (workspace_id, id, connection_id, kind, strategy, state, entities, started_at)
    values (${live.workspaceId}, 1, ${connectionId}, 'reconciliation', 'full', 'completed', '{reservations}', ${at})`.execute(
    db,
  )
  await sql`
    insert into reconciliations (workspace_id, run_id, connection_id, from_date, started_at, differences)
    values (${live.workspaceId}, 1, ${connectionId}, '2026-06-15', ${at},
      ${JSON.stringify([{ externalId: 'R1', field: 'guest.name', ours: 'ada', theirs: text.toLowerCase() }])}::jsonb)`.execute(
    db,
  )
  const key = `${live.workspaceId}/messages/${'x'.repeat(8)}${connectionId}.txt`
  await app.services.objects.put(key, Buffer.from(`Contract with ${text}`), 'text/plain')
  await sql`
    insert into message_sends (workspace_id, key, conversation_id, connection_id, request_hash, files, created_at)
    values (${live.workspaceId}, 'send-1', ${thread}, ${connectionId}, '\\x00', ${JSON.stringify([{ key, filename: 'quillfeather.txt' }])}::jsonb,
      ${at})`.execute(db)
  return { ...own, send, guest, stay, thread, connectionId, kept, key }
}

const forget = async ({ send, guest }: Space) => {
  const { body } = await send('POST', `/v1/guests/${guest}/forget`, {})
  return body as unknown as { id: string; forgottenAt: string; erased: Record<string, number> }
}

test('nothing names the guest any more, and everything else is still there', async () => {
  const space = await known()
  const { guest, stay, get } = space
  const named = await tablesNaming(traces)
  for (const table of [
    ...['conversations', 'events', 'guest_contacts', 'guests', 'messages', 'record_history'],
    ...['reservations', 'reviews', 'sync_failures', 'vendor_acts'],
    ...['airbnb_transactions', 'message_sends', 'reconciliations'],
  ])
    assert.ok(named.includes(table), `the search finds the guest in ${table} before: ${named.join(', ')}`)
  assert.ok(named.some((table) => table.startsWith('delivery_attempts')))

  app.clock.advance(60_000)
  assert.equal((await get(`/files/${space.key}`)).status, 200)
  const { erased } = await forget(space)
  assert.deepEqual(await tablesNaming(traces), [])
  assert.equal((await get(`/files/${space.key}`)).status, 404)
  assert.deepEqual([erased['transactions'], erased['files'], erased['others']], [3, 1, 1])
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
  const space = await known({ parentId: parent.live.workspaceId })
  const told = async (of: { get: Space['get'] }) => {
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
  assert.deepEqual(await tablesNaming(traces), [])
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
  assert.deepEqual(await tablesNaming(['zephyrine', 'quillfeather', 'z.quill@forget-me']), [])
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

test('where a file cannot be deleted nothing is forgotten, and the next try forgets', async () => {
  const space = await known()
  const { objects } = app.services
  app.services.objects = { ...objects, delete: () => Promise.reject(new Error('the bucket is away')) }
  const failed = await app.call('POST', `/v1/guests/${space.guest}/forget`, { key: space.liveKey, body: {} })
  app.services.objects = objects
  assert.deepEqual([failed.status, failed.body['error']!['code']] as unknown, [503, 'service_unavailable'])
  assert.ok((await tablesNaming(traces)).includes('guests'))
  assert.equal((await forget(space)).erased['files'], 1)
  assert.deepEqual(await tablesNaming(traces), [])
})

test('what a file of payments tells again names nobody whose stay is known', async () => {
  const space = await known()
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
  } as unknown as Transaction
  await storeTransactions(app.db, space.live, space.connectionId, [again], app.clock.now())
  assert.deepEqual(await tablesNaming(traces), [])
})

test('a second time erases nothing more, and nobody writes to a forgotten guest', async () => {
  const space = await known()
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
  const space = await known()
  const { connectionId, live, get, guest } = space
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
  const store = (...records: ReservationRecord[]) =>
    app.db.transaction().execute((tx) =>
      applyReservations(
        {
          ...{ tx, scope: live, now: now(), origin: 'test', runId: null },
          connection: {
            ...{ id: connectionId, provider: 'hostaway', accountId: null },
            ...{ connectedAt: new Date('2026-01-01'), importing: false },
          },
        },
        records,
      ),
    )
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
  assert.deepEqual(await tablesNaming(traces), [])
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
