/** Each use of a secret is told: once for each target, use and hour; and that access is kept or deleted, each time. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startDeliveries } from '../../src/features/webhooks/delivery/worker.ts'
import { forgetLines } from '../../src/platform/audit-queries.ts'
import { forgetOldLines } from '../../src/platform/audit-retention.ts'
import { storedSession } from '../../src/upstream/session.ts'
import { hour, startWatchWorld, type WatchWorld } from '../migrations/watch-world.ts'
import { until } from '../harness/until.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'

let world: WatchWorld
let receiver: Receiver
before(async () => {
  world = await startWatchWorld()
  receiver = await startReceiver()
})
after(async () => {
  await receiver.close()
  await world.close()
})

async function usesOf(workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select distinct action || ' ' || array_to_string(targets, ' ') as line from audit_lines
    where workspace_id = ${workspaceId} and action like 'secret.%' and outcome = 'done' and actor = 'system'
    order by 1`.execute(world.app.db)
  return rows.map(({ line }) => line)
}

describe('the use of a secret', () => {
  it('of an account is told when it is read, renewed, watched, kept and deleted', async () => {
    const id = await world.imported()
    const { rows } = await sql<{ id: string }>`
      select id from connections where workspace_id = ${id}`.execute(world.app.db)
    const connection = `connection:${rows[0]?.id ?? ''}`
    const lines = (...uses: string[]) => uses.map((use) => `secret.${use} ${connection}`)
    assert.deepEqual(await usesOf(id), lines('credentials.sync'))
    const session = storedSession({
      ...world.app.services,
      scope: { workspaceId: id },
      connectionId: rows[0]?.id ?? '',
    })
    for (const token of ['one', 'two']) await session.save(token)
    assert.deepEqual(await usesOf(id), lines('access.renew', 'credentials.sync'))
    assert.equal((await world.cutover(id, { watch: true })).status, 200)
    assert.equal(await world.look(), 1)
    const watched = [
      'access.renew',
      'credentials.kept',
      'credentials.request',
      'credentials.sync',
      'credentials.watch',
    ]
    const known = await usesOf(id)
    assert.deepEqual(
      known.filter((line) => !line.includes('credentials.disconnect')),
      lines(...watched),
    )
    world.later(73 * hour)
    await world.look()
    assert.ok((await usesOf(id)).includes(`secret.credentials.deleted ${connection}`))
    const deleted = await sql`
      select from audit_lines where workspace_id = ${id} and action = 'secret.credentials.deleted'`.execute(
      world.app.db,
    )
    assert.equal(deleted.rows.length, 1)
  })

  it('of a webhook is told when deliveries are signed, once an hour', async () => {
    const { app } = world
    const made = await app.post('/v1/webhooks', { url: receiver.url('/'), events: ['*'] })
    assert.equal(made.status, 201, made.text)
    const { id } = made.body as unknown as { id: string }
    const worker = startDeliveries(app.services, { random: () => 0.5 })
    try {
      for (let n = 0; n < 3; n += 1) await app.post(`/v1/webhooks/${id}/test/listing.updated`)
      await until('deliveries', () => receiver.at('/').length >= 3)
    } finally {
      await worker.stop()
    }
    const { rows } = await sql`
      select from audit_lines where action = 'secret.webhook.sign' and targets = array[${`webhook:${id}`}]`.execute(
      app.db,
    )
    assert.equal(rows.length, 1)
  })
})

describe('the end of the keeping time', () => {
  it('takes old lines in batches, of every workspace, and nothing else can', async () => {
    const { app } = world
    const { db, config, log } = app.services
    const { workspaceId } = app.scope
    // By the clock of the database, which says what is young.
    const now = new Date()
    let stops = 0
    const put = (days: number, count: number) =>
      sql`
      insert into audit_lines (workspace_id, id, at, actor, action, targets, outcome)
      select ${workspaceId}::bigint, gen_random_uuid(), ${now}::timestamptz - make_interval(days => ${days}), 'cli',
             ${`aged ${days}`}::text, '{}', 'done'
      from generate_series(1, ${count}::integer)`.execute(db)
    await put(1, 2)
    await put(30, 2)
    await put(39, 2)
    await put(41, 6_001)
    const aged = async () => {
      const { rows } = await sql<{ action: string; lines: number }>`
        select action, count(*)::int as lines from audit_lines where action like 'aged %' group by 1 order by 1`.execute(
        db,
      )
      return Object.fromEntries(rows.map(({ action, lines }) => [action, lines]))
    }
    const daysLater = (days: number) => ({
      ...app.services.clock,
      now: () => new Date(now.getTime() + days * 24 * 3_600_000),
    })
    const needed = { db, clock: daysLater(0), log, config: { ...config, auditRetentionDays: 40 } }
    const from = async () => {
      const { rows } = await sql<{ days: number }>`
        select round(extract(epoch from ${now}::timestamptz - audit_from) / 86400)::int as days from retention
        where workspace_id = ${workspaceId} and isfinite(audit_from)`.execute(db)
      return rows[0]?.days
    }
    // Who dies before they are all gone leaves the rest to the next round.
    assert.equal(await forgetOldLines(needed, () => stops++ > 0), 5_000)
    assert.equal(await from(), undefined)
    assert.ok((await forgetOldLines(needed)) >= 1_001)
    assert.deepEqual(await aged(), { 'aged 1': 2, 'aged 30': 2, 'aged 39': 2 })
    assert.equal(await from(), 39)
    assert.equal(await forgetOldLines(needed), 0)
    // A shorter time than any setting allows is refused by the database.
    const before = new Date(now.getTime() - 20 * 24 * 3_600_000)
    await assert.rejects(forgetLines(db, { workspaceId, before, limit: 5_000 }), { code: '42501' })
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await sql`set local lodgewire.forgets_audit_lines = 'yes'`.execute(tx)
        await sql`delete from audit_lines where action = 'aged 1'`.execute(tx)
      }),
      { code: '42501' },
    )
    assert.deepEqual(await aged(), { 'aged 1': 2, 'aged 30': 2, 'aged 39': 2 })
    // The oldest that is left says when its workspace is asked again.
    assert.equal(await forgetOldLines({ ...needed, clock: daysLater(2) }), 2)
    assert.deepEqual(await aged(), { 'aged 1': 2, 'aged 30': 2 })
    assert.equal(await from(), 30)
  })
})
