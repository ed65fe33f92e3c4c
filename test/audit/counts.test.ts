/** The audit log: lists by every filter show what matches, newest first, with the exact total, and the counts are those of the lines. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addUpAuditChanges } from '../../src/platform/audit-queries.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { rowsOf } from '../reads/lists.ts'

let app: TestApp
let of: TestWorkspace
before(async () => {
  app = await startTestApp()
  app.clock.set('2026-06-15T12:00:00Z')
  of = await app.addWorkspace()
})
after(() => app.close())

const values: Record<string, string[]> = {
  action: ['updateListing', 'sendMessage'],
  actor: ['key:900001', 'system'],
  target: ['listing:3'],
  outcome: ['done', 'failed', 'begun'],
  from: [
    '2026-06-15T10:20:00Z',
    '2026-06-01T00:00:00Z',
    '2026-03-31T22:10:00Z',
    '2027-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ],
  to: [
    '0001-01-01T00:00:00Z',
    '2026-06-15T10:40:00Z',
    '2026-06-14T13:00:00Z',
    '2026-05-01T00:00:00Z',
    '2026-06-15T10:20:00.001Z',
  ],
}
const column: Record<string, (value: string) => ReturnType<typeof sql>> = {
  action: (value) => sql`l.action = ${value}`,
  actor: (value) => sql`l.actor = ${value}`,
  target: (value) => sql`${value} = any(l.targets)`,
  outcome: (value) => sql`l.outcome = ${value}`,
  from: (value) => sql`l.at >= ${value}::timestamptz`,
  to: (value) => sql`l.at < ${value}::timestamptz`,
}

async function assertAsked(asked: Record<string, string>): Promise<void> {
  const conditions = Object.entries(asked).map(([name, value]) => column[name]?.(value) ?? sql`true`)
  const { rows } = await sql<{ id: string }>`
    select l.id from audit_lines l where l.workspace_id = ${of.id} and ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by l.at desc, l.id desc`.execute(app.db)
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ ...asked, limit: '60', ...(cursor ? { cursor } : {}) }).toString()
    const { status, body } = await app.get(`/v1/audit?${query}`, { key: of.liveKey })
    assert.equal(status, 200, JSON.stringify(body))
    const { total, nextCursor } = body['pagination'] as unknown as {
      total: number
      nextCursor: string | null
    }
    assert.equal(total, rows.length, JSON.stringify(asked))
    found.push(...rowsOf(body).map((row) => String(row['id'])))
    cursor = nextCursor
  }
  assert.deepEqual(
    found,
    rows.map(({ id }) => id),
    JSON.stringify(asked),
  )
}

it('shows and counts what matches after whatever was done', async () => {
  await sql`
    insert into audit_lines (workspace_id, id, at, actor, action, targets, outcome)
    select ${of.id}, gen_random_uuid(), timestamptz '2026-06-15T11:00:00Z' - n * n * interval '17 minutes 3 seconds',
      (array['key:900001', 'key:900002', 'system'])[1 + n % 3], (array['updateListing', 'sendMessage', 'deleteKey'])[1 + n / 3 % 3],
      array['listing:' || n % 5], (array['done', 'failed', 'begun', 'done'])[1 + n % 4]
    from generate_series(1, 110) n`.execute(app.db)
  const steps = [
    () => addUpAuditChanges(app.db, 1000),
    () =>
      sql`update audit_lines set outcome = 'refused' where workspace_id = ${of.id} and outcome = 'begun' and at < '2026-05-01'`.execute(
        app.db,
      ),
    () => addUpAuditChanges(app.db, 3),
    () => sql`select forget_audit_lines(${of.id}, '2026-04-10', 1000)`.execute(app.db),
    () => addUpAuditChanges(app.db, 1000),
  ]
  for (const step of steps) {
    app.clock.advance(61_000)
    await step()
    const { rows } = await sql`select * from audit_count_differences(${of.id}::bigint)`.execute(app.db)
    assert.deepEqual(rows, [])
    await assertAsked({})
    const names = Object.keys(values)
    for (const [n, name] of names.entries())
      for (const value of values[name] ?? []) {
        await assertAsked({ [name]: value })
        const other = names[(n + 1) % names.length] ?? ''
        await assertAsked({ [name]: value, [other]: values[other]?.[1] ?? values[other]?.[0] ?? '' })
      }
    for (const from of values['from'] ?? [])
      for (const to of values['to'] ?? []) await assertAsked({ from, to, action: 'updateListing' })
  }
})

it('refuses moments that no clock here shows, and those of years with five digits', async () => {
  for (const from of [
    '2026-12-31T23:59:60Z',
    '9999-12-31T23:59:59-12:00',
    '0000-12-31T23:59:59Z',
    '2026-02-30T00:00:00Z',
  ]) {
    const { status, body } = await app.get(`/v1/audit?from=${from}`, { key: of.liveKey })
    assert.deepEqual([status, body['error']?.['field']], [400, 'from'], from)
  }
})
