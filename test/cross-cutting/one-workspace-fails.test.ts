/** Cleanups continue with other workspaces if the rows of one cannot be deleted. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { deleteOldHistory } from '../../src/features/guests/history/retention.ts'
import { deleteOldWebhookRows } from '../../src/features/webhooks/retention.ts'
import { forgetOldLines } from '../../src/platform/audit-retention.ts'
import { createLog } from '../../src/platform/log.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { emit } from '../webhooks/events.ts'

const day = 24 * 3_600_000

describe('a round of retention', () => {
  let app: TestApp
  let [bad, good]: TestWorkspace[] = []
  const lines: string[] = []

  before(async () => {
    const destination = { write: (line: string) => void lines.push(line) }
    app = await startTestApp({
      // The database's own clock counts, since it refuses to delete recent rows.
      now: new Date().toISOString(),
      env: { HISTORY_RETENTION_DAYS: '31' },
      log: createLog({ level: 'warn', destination }),
    })
  })
  beforeEach(async () => {
    lines.length = 0
    ;[bad, good] = [await app.addWorkspace(), await app.addWorkspace()]
  })
  after(() => app?.close())

  const both = () => [bad, good].filter((one) => one !== undefined)

  /** Makes the database keep the first workspace's rows of a table. */
  async function keepRows(table: string): Promise<void> {
    const body = sql.lit(
      `begin if old.workspace_id = ${Number(bad?.id)} then raise exception 'kept'; end if; return old; end`,
    )
    await sql`create function keeps() returns trigger language plpgsql as ${body}`.execute(app.db)
    await sql`create trigger aaa_keeps before delete on ${sql.table(table)} for each row execute function keeps()`.execute(
      app.db,
    )
  }
  const letGo = () => sql`drop function keeps cascade`.execute(app.db)

  /** Returns how many rows each of the two workspaces has. */
  const rowsOf = (table: string) =>
    Promise.all(
      both().map(async ({ id }) => {
        const { rows } = await sql`select from ${sql.table(table)} where workspace_id = ${id}`.execute(app.db)
        return rows.length
      }),
    )

  async function goesOn(table: string, round: () => Promise<number>, words: string): Promise<void> {
    await keepRows(table)
    const held = await rowsOf(table)
    try {
      assert.ok((await round()) > 0)
    } finally {
      await letGo()
    }
    assert.deepEqual(await rowsOf(table), [held[0], 0])
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.deepEqual(
      told.map(({ level, workspaceId, msg }) => ({ level, workspaceId, msg })),
      [{ level: 'warn', workspaceId: bad?.id, msg: words }],
    )
  }

  it('of events and deliveries goes on', async () => {
    for (const { live } of both()) await emit(app, live, [{}])
    app.clock.advance(100 * day)
    try {
      const words = 'old events and deliveries of a workspace stay for now'
      await goesOn('events', () => deleteOldWebhookRows(app.services), words)
    } finally {
      app.clock.advance(-100 * day)
    }
  })

  it('of the audit log goes on', async () => {
    for (const [index, { id }] of both().entries()) {
      await sql`
        insert into audit_lines (workspace_id, id, at, actor, action, targets, outcome)
        values (${id}, gen_random_uuid(), ${app.clock.now()}::timestamptz - interval '500 days', 'cli', 'aged', '{}', 'done')`.execute(
        app.db,
      )
      // The workspace with the oldest lines comes first.
      await sql`
        update retention set audit_from = ${app.clock.now()}::timestamptz - make_interval(days => ${600 - index})
        where workspace_id = ${id}`.execute(app.db)
    }
    await goesOn(
      'audit_lines',
      () => forgetOldLines(app.services),
      'old audit lines of a workspace stay for now',
    )
  })

  it('of histories goes on', async () => {
    for (const [index, { id, liveKey: key }] of both().entries()) {
      const made = await app.post('/v1/guests', { firstName: 'Ada' }, { key })
      assert.equal(made.status, 201, made.text)
      // The workspace checked longest ago comes first.
      await sql`
        update retention set history_looked_at = ${app.clock.now()}::timestamptz - make_interval(days => ${600 - index})
        where workspace_id = ${id}`.execute(app.db)
    }
    app.clock.advance(100 * day)
    const words = 'old changes of a workspace stay for now'
    await goesOn('record_history', () => deleteOldHistory(app.services), words)
  })
})
