/** A workspace as a file: every record in it, in order, of one moment, and recognisable when it is not whole. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { recordTypes } from '../../src/contract/export-file/index.ts'
import { columnOf, fieldsOf, tables } from '../../src/features/migrations/export/tables.ts'
import { exportLines } from '../../src/features/migrations/export/export.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { exported, ofType } from './lines.ts'
import { fillPortfolio } from './portfolio.ts'

const forgettable = { firstName: 'Zephyrine', lastName: 'Quillfeather', email: 'z.quill@forget-me.example' }

let app: TestApp
let child: TestWorkspace
before(async () => {
  app = await startTestApp()
  child = await app.addWorkspace({ parentId: app.workspace.id })
  await fillPortfolio(app.db, child.live, 1)
  await fillPortfolio(app.db, child.live, 2)
  await fillPortfolio(app.db, app.workspace.live, 3)
})
after(() => app.close())

describe('an export', () => {
  test('has records of every type, as many as its header says, what is referred to first', async () => {
    const { header, records, last } = await exported(app, child.id)
    assert.equal(header.workspaceId, child.id)
    assert.equal(header.after, null)
    const counts = Object.fromEntries(recordTypes.map((type) => [type, ofType(records, type).length]))
    assert.deepEqual(counts, header.counts)
    assert.ok(
      Object.values(counts).every((count) => count > 0),
      JSON.stringify(counts),
    )
    assert.deepEqual(last, { type: 'end', records: records.length })
    const places = records.map(({ type }) => recordTypes.indexOf(type as (typeof recordTypes)[number]))
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(records.map(({ type, id }) => `${type}:${id}`)).size, records.length)
  })

  test('covers the own workspace of who asks, and no stranger is found', async () => {
    const { header, records, last } = await exported(app, app.workspace.id)
    assert.equal(header.workspaceId, app.workspace.id)
    assert.ok(ofType(records, 'reservation').length > 0)
    assert.deepEqual(last, { type: 'end', records: records.length })
    const stranger = await app.addWorkspace()
    assert.equal((await app.get(`/v1/migrations/${stranger.id}/export`)).status, 404)
  })

  test('keeps money exact, rows within their record, and nothing of another workspace', async () => {
    const { records, text } = await exported(app, child.id)
    const [stay] = ofType(records, 'reservation').filter(({ confirmationCode }) => confirmationCode === 'D1')
    assert.equal(stay?.['totalPrice'], '642.5075')
    assert.equal(stay['currency'], 'EUR')
    assert.deepEqual((stay['financials'] as { host: unknown }).host, {
      accommodation: '600.1',
      taxes: [{ amount: '10.01', name: 'City' }],
    })
    assert.equal((stay['conflicts'] as unknown[]).length, 1)
    assert.deepEqual(
      (stay['nightChanges'] as { counted: boolean }[]).map(({ counted }) => counted),
      [false, true],
    )
    const [guest] = ofType(records, 'guest')
    assert.equal((guest?.['contacts'] as unknown[]).length, 2)
    assert.ok(!text.includes('host:3'))
    for (const secret of ['credentials', 'source_hash', 'sourceHash', '"doc"'])
      assert.ok(!text.includes(secret))
  })

  test('goes on behind any line, and the parts are the whole', async () => {
    const whole = await exported(app, child.id)
    const firstOf = recordTypes.map((type) => whole.records.findIndex((line) => line.type === type))
    for (const at of [...firstOf, whole.records.length - 1]) {
      const line = whole.records[at]
      assert.ok(line)
      const rest = await exported(app, child.id, `?after=${encodeURIComponent(`${line.type}:${line.id}`)}`)
      assert.deepEqual(rest.records, whole.records.slice(at + 1))
      assert.deepEqual(rest.header.counts, whole.header.counts)
      assert.equal(rest.header.state, whole.header.state)
      assert.deepEqual(rest.last, whole.last)
    }
  })

  test('refuses places that no line can have', async () => {
    for (const after of [
      'nonsense',
      'listing:',
      'listing:x',
      'night:1',
      'night:1:2026-02-30',
      'guests:1',
      ':1',
      'header',
    ]) {
      const answer = await app.get(`/v1/migrations/${child.id}/export?after=${encodeURIComponent(after)}`)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.body['error']?.['code'], 'invalid_params')
      assert.equal(answer.body['error']?.['value_received'], after)
    }
  })

  test('is had in every state, and by whoever began the migration only', async () => {
    for (const column of ['cut_over_at', 'deactivated_at']) {
      await sql`update workspaces set ${sql.ref(column)} = now() where id = ${child.id}`.execute(app.db)
      assert.equal((await exported(app, child.id)).last.type, 'end')
    }
    await sql`update workspaces set cut_over_at = null, deactivated_at = null where id = ${child.id}`.execute(
      app.db,
    )
    const foreign = await app.addWorkspace()
    for (const [id, key] of [
      [child.id, foreign.liveKey],
      [child.id, app.sandboxKey],
      ['123456789', app.liveKey],
    ] as const) {
      const answer = await app.get(`/v1/migrations/${id}/export`, { key })
      assert.equal(answer.status, 404, answer.text)
      assert.equal(answer.body['error']?.['code'], 'not_found')
    }
  })

  test('is of one moment: what changes while it is read is not in it', async () => {
    const scope = { workspaceId: child.id }
    const lines = exportLines(app.services, scope, { name: 'Test', after: null })
    const first = await lines.next()
    const before = await exported(app, child.id)
    await sql`update guests set first_name = 'Changed' where workspace_id = ${child.id}`.execute(app.db)
    let text = String(first.value)
    for await (const more of lines) text += more
    const body = (whole: string) => whole.slice(whole.indexOf('\n'))
    assert.equal(body(text), body(before.text))
    assert.notEqual(body((await exported(app, child.id)).text), body(before.text))
  })

  test('carries nobody who was forgotten while it was read, and is whole again when it is asked for anew', async () => {
    const scope = { workspaceId: child.id }
    const of = await app.post('/v1/guests', forgettable, { headers: { 'x-workspace-id': child.id } })
    assert.equal(of.status, 201, of.text)
    const lines = exportLines(app.services, scope, { name: 'Test', after: null })
    let text = String((await lines.next()).value)
    const id = String(of.body['id'])
    const forgotten = await app.post(
      `/v1/guests/${id}/forget`,
      {},
      { headers: { 'x-workspace-id': child.id } },
    )
    assert.equal(forgotten.status, 200, forgotten.text)
    for await (const more of lines) text += more
    assert.ok(!/Zephyrine|Quillfeather|z\.quill/i.test(text), 'what was sent after names the guest')
    const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '{}') as Record<string, unknown>
    assert.deepEqual([last['type'], last['code']], ['error', 'invalid_state'])
    assert.match(String(last['message']), /forgotten/)
    const anew = await exported(app, child.id)
    assert.equal(anew.last.type, 'end')
    assert.ok(!/Zephyrine|Quillfeather|z\.quill/i.test(anew.text))
    assert.equal(app.services.pool.idleCount, app.services.pool.totalCount)
  })

  test('goes on although other things happen', async () => {
    const lines = exportLines(app.services, { workspaceId: child.id }, { name: 'Test', after: null })
    let text = String((await lines.next()).value)
    await app.post('/v1/guests', { firstName: 'Later' }, { headers: { 'x-workspace-id': child.id } })
    for await (const more of lines) text += more
    assert.match(text, /"type":"end"/)
    assert.ok(!text.includes('Later'))
  })

  test('that breaks half way says so in its last line, and keeps no connection', async () => {
    const scope = { workspaceId: child.id }
    const broken = {
      ...app.services,
      db: new Proxy(app.services.db, {
        get(db, name) {
          if (name !== 'startTransaction') return Reflect.get(db, name) as unknown
          return () => breaking(app.services.db.startTransaction())
        },
      }),
    }
    let text = ''
    for await (const more of exportLines(broken, scope, { name: 'Test', after: null })) text += more
    const lines = text.trimEnd().split('\n')
    const last = JSON.parse(lines.at(-1) ?? '{}') as { type: string; code: string }
    assert.equal(last.type, 'error')
    assert.equal(last.code, 'internal_error')
    assert.ok(lines.length > 1)
    assert.ok(!lines.some((line) => line.includes('"type":"end"')))
    assert.equal(app.services.pool.idleCount, app.services.pool.totalCount)
  })

  test('too many at once are refused until one has ended', async () => {
    const open = async () =>
      app.raw({
        method: 'GET',
        url: `/v1/migrations/${child.id}/export`,
        headers: { authorization: `Bearer ${app.liveKey}` },
        payloadAsStream: true,
      })
    await sql`insert into guests (workspace_id, id, first_name) select ${child.id}, next_id(${child.id}, 'guests_id'), repeat('x', 2000)
      from generate_series(1, 400)`.execute(app.db)
    const held = [await open(), await open(), await open()]
    const refused = await open()
    assert.equal(refused.statusCode, 429)
    assert.equal(refused.headers['retry-after'], '30')
    // Once they are read there is room again.
    for (const answer of held) for await (const _ of answer.stream());
    const last = await open()
    assert.equal(last.statusCode, 200)
    for await (const _ of last.stream());
  })
})

/** Fails at the third statement that is sent. */
function breaking(builder: ReturnType<TestApp['services']['db']['startTransaction']>): typeof builder {
  return new Proxy(builder, {
    get(target, name) {
      const member = Reflect.get(target, name) as (...args: unknown[]) => unknown
      if (name !== 'execute')
        return (...args: unknown[]) => breaking(member.apply(target, args) as typeof builder)
      return async () => {
        const tx = await target.execute()
        let sent = 0
        const executor = tx.getExecutor()
        const compile = executor.executeQuery.bind(executor)
        executor.executeQuery = async (...args) => {
          sent += 1
          if (sent > 3) throw new Error('the disk is full')
          return compile(...args)
        }
        tx.getExecutor = () => executor
        return tx
      }
    },
  })
}

describe('every column', () => {
  /** With the reason for which it is not in the file. */
  const leftOut: Record<string, readonly string[]> = {
    // Secrets, and how the account is read.
    connections: [
      'status',
      'credentials',
      'credentials_key_id',
      'session',
      'write_policy',
      'inbound_token_hash',
      'inbound',
      'retired_inbound',
      'watermarks',
      'action_reason',
      'action_message',
      'updated_at',
      'disconnected_at',
      'first_import_at',
      'last_success_at',
      'last_full_at',
      'deactivated_listings',
      'inbound_due',
      'last_reconciled_at',
      'reconciliation_wanted_at',
      'import_wanted',
      'history_from',
      'granted',
      'vendor_deprecations',
    ],
    // Made of the rest; what tells questions apart that come late; and that it was known by an id of this server.
    // Where it is sold is said by its links.
    listings: ['on_channels', 'on_hosts'],
    reservations: ['doc', 'listed_under', 'inquiry_external_id', 'was_record'],
    // Whom it was is gone, and hashes of one server tell another nothing.
    guests: ['forgotten_at'],
    // Names runs and connections by their ids.
    record_history: ['origin', 'run_id', 'cause'],
    // Places in a series that other workspaces take part in; whether there is one is in the file.
    night_changes: ['taken', 'changed'],
  }
  // What a row is counted as is made of the rest.
  const everywhere = ['workspace_id', 'source_hash', 'listed_as']

  test('of what is exported is in the file, or left out for a reason', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public'`.execute(app.db)
    const missing: string[] = []
    for (const type of recordTypes) {
      const { table, key, columns, fixed = {}, within = {} } = tables[type]
      const fields = fieldsOf(type)
      const own = [
        ...Object.keys(fields.own).map((field) => columnOf(field, columns)),
        ...key.map(([name]) => name),
      ]
      const looked = [
        { table, known: [...own, ...Object.keys(fixed)] },
        ...Object.entries(within).map(([name, rowsOf]) => ({
          table: rowsOf.table,
          known: [...Object.keys(fields.within[name] ?? {}).map((field) => columnOf(field)), rowsOf.of],
        })),
      ]
      for (const { table: name, known } of looked) {
        const all = rows.filter((row) => row.table === name).map(({ column }) => column)
        assert.ok(all.length > 0, name)
        const expected = new Set([...known, ...everywhere, ...(leftOut[name] ?? [])])
        missing.push(...all.filter((column) => !expected.has(column)).map((column) => `${name}.${column}`))
      }
    }
    assert.deepEqual(missing, [])
  })
})
