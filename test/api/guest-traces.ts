/** A guest who left traces in every table and file where a guest can, and the search for them. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { TestApp } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'
import { freshSpace } from './rows.ts'

export const person = {
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  email: 'z.quill@forget-me.example',
  phone: '+44 20 7946 0958',
}
/** Words of the guest, as they may stand anywhere. */
export const traces = ['zephyrine', 'quillfeather', 'z.quill@forget-me', '442079460958', '20 7946 0958']

/** Every table in which any of these stands in any column, whatever its type: a new table is searched as it is. */
export async function tablesNaming(app: TestApp, words: readonly string[] = traces): Promise<string[]> {
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

export type KnownGuest = Awaited<ReturnType<typeof knownGuest>>

const attachment = {
  id: 'a-1',
  url: 'https://files.example/zephyrine-quillfeather-passport.jpg',
  contentType: 'image/jpeg',
}

/** Somebody who left traces wherever a guest can. */
export async function knownGuest(app: TestApp, { parentId }: { parentId?: string } = {}) {
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
  // Far from the stay a name alone may be anybody's.
  await sql`
    insert into calendar_days (workspace_id, listing_id, date, available, available_units, note)
    values (${live.workspaceId}, ${listing}, '2026-07-01', false, 0, 'Zephyrine comes late'),
      (${live.workspaceId}, ${listing}, '2026-09-01', false, 0, 'kept free, ask z.quill@forget-me.example'),
      (${live.workspaceId}, ${listing}, '2026-09-02', true, 1, 'new towels')
    on conflict (workspace_id, listing_id, date) do update set note = excluded.note`.execute(db)
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
