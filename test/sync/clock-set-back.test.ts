/** A clock that ran ahead and was set back: nothing waits until it is there again. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { dueColumns } from '../../src/features/observability/clock-repair/columns.ts'
import { repairDueTimes } from '../../src/features/observability/clock-repair/repair-due-times.ts'
import { startDeliveries } from '../../src/features/webhooks/delivery/worker.ts'
import { fakeClock } from '../../src/platform/clock.ts'
import { forgetOldLines } from '../../src/platform/audit-retention.ts'
import { createIdempotencyKeys } from '../../src/platform/idempotency.ts'
import { errorOf, startPmsWorld, type PmsWorld } from '../bookings/pms-world.ts'
import { until } from '../harness/until.ts'
import { deliveriesOf, emit } from '../webhooks/events.ts'
import { startReceiver } from '../webhooks/receiver.ts'

const twoDays = 2 * 24 * 3_600_000

describe('after a clock that was two days ahead', () => {
  let world: PmsWorld
  before(async () => {
    world = await startPmsWorld()
  })
  after(() => world.close())

  const repair = () => repairDueTimes(world.services)
  /** The round of a process whose clock is ahead, as it comes once a minute. */
  const mark = () =>
    repairDueTimes({
      ...world.services,
      clock: fakeClock(new Date(world.app.clock.now().getTime() + twoDays)),
    })
  async function setBack<T>(work: () => Promise<T>): Promise<T> {
    await mark()
    world.app.clock.jump(twoDays)
    const result = await work()
    world.app.clock.jump(-twoDays)
    return result
  }

  it('accounts are read on', async () => {
    await setBack(world.settle)
    const row = world.simulator.operations.createReservation({}) as unknown as { id: number }
    const known = async () => {
      const { rows } = await sql`
        select from reservations where external_id = ${String(row.id)}`.execute(world.app.db)
      return rows.length > 0
    }
    await world.pass(61)
    assert.equal(await known(), false, 'the clock is not there yet')
    const pulled = await repair()
    assert.ok(Number(pulled['sync_schedule.wake_at'] ?? 0) + Number(pulled['sync_schedule.swept'] ?? 0) > 0)
    await world.pass(61)
    assert.equal(await known(), true)
    assert.deepEqual(await repair(), {}, 'one turn was enough')
  })

  it('a write to a PMS without a known outcome is found out', async () => {
    world.fault('timeout', 'POST', '/v1/reservations')
    world.fault('500', 'GET', '/v1/reservations', 100)
    await setBack(async () => {
      errorOf(await world.book({ totalPrice: 300 }, 'ahead'), 502, 'pms_error')
    })
    world.simulator.faults.clear()
    await world.resolve(120)
    assert.equal((await world.intent('ahead'))['state'], 'unknown')
    assert.ok((await repair())['vendor_acts.next_look_at'])
    await world.resolve(1)
    assert.equal((await world.intent('ahead'))['state'], 'succeeded')
  })

  it('a failed delivery is sent again', async () => {
    const { app } = world
    const answers: Parameters<typeof startReceiver>[0] = { '/hook': 500 }
    const receiver = await startReceiver(answers)
    const { body } = await app.post('/v1/webhooks', { url: receiver.url('/hook'), events: ['*'] })
    const id = String(body['id'])
    const worker = startDeliveries(world.services, { random: () => 0.5 })
    try {
      await setBack(async () => {
        await emit(app, app.scope, [{}])
        await until('the delivery to fail', async () => {
          const [delivery] = await deliveriesOf(app.db, app.scope, id)
          return delivery?.failures === 1 && delivery.state === 'pending'
        })
      })
      answers['/hook'] = 204
      assert.ok((await repair())['deliveries.next_attempt_at'])
      await until('the delivery to arrive', async () => {
        const [delivery] = await deliveriesOf(app.db, app.scope, id)
        return delivery?.state === 'succeeded'
      })
    } finally {
      await worker.stop()
      await receiver.close()
    }
  })

  it('the key of a request whose process died is free', async () => {
    const { services, app } = world
    const keys = createIdempotencyKeys(services)
    const request = { key: 'died', operation: 'createGuest', request: 'the same' }
    const died = await setBack(() => keys.claim(app.scope, request))
    assert.ok('claim' in died)
    died.claim.end()
    app.clock.advance(60_000)
    await assert.rejects(keys.claim(app.scope, request), { code: 'idempotency_key_in_use' })
    assert.ok((await repair())['idempotency_keys.lease_until'])
    const again = await keys.claim(app.scope, request)
    assert.ok('claim' in again)
    again.claim.end()
    await again.claim.release(app.db)
  })

  it('calls to a vendor are allowed again, by the clock of the database', async () => {
    await sql`
      insert into upstream_budgets (key, blocked_until, holds)
      values ('ahead', clock_timestamp() + interval '2 days',
              array[clock_timestamp() + interval '1 minute', clock_timestamp() + interval '2 days'])`.execute(
      world.app.db,
    )
    // What a round would have marked: the database's own clock cannot be set here.
    await sql`
      update clock_marks set latest = clock_timestamp() + interval '2 days' where clock = 'database'`.execute(
      world.app.db,
    )
    const pulled = await repair()
    assert.deepEqual([pulled['upstream_budgets.blocked_until'], pulled['upstream_budgets.holds']], [1, 1])
    const { rows } = await sql<{ free: boolean; holds: number }>`
      select blocked_until <= clock_timestamp() as free, cardinality(holds) as holds
      from upstream_budgets where key = 'ahead'`.execute(world.app.db)
    assert.deepEqual(rows, [{ free: true, holds: 1 }])
  })

  it('the audit log is looked at again after its keeping time', async () => {
    const { db, clock } = world.app
    // Whose log is empty has no line from before now, as that clock had it.
    await setBack(() => forgetOldLines(world.services))
    assert.ok((await repair())['retention.audit_from'])
    const { rows } = await sql`select from retention where audit_from > ${clock.now()}`.execute(db)
    assert.deepEqual(rows, [])
  })

  it('what a clock that is a few minutes ahead wrote stays as it is', async () => {
    // A turn that began while the clock was ahead writes down when it began.
    await world.settle()
    await mark()
    await repair()
    await mark()
    const { app } = world
    await sql`update sync_schedule set wake_at = ${new Date(app.clock.now().getTime() + 5 * 60_000)}`.execute(
      app.db,
    )
    await sql`update connections set last_full_at = ${new Date(app.clock.now().getTime() + 5 * 60_000)}`.execute(
      app.db,
    )
    assert.deepEqual(await repair(), {})
  })

  /** Moments that end or tell something, and that nothing waits for; a new column belongs here or into `dueColumns`. */
  const nothingWaits: Record<string, string> = {
    'api_keys.expires_at': 'ends a key when its maker said',
    'api_keys.token_until': 'ends a token of an agent, later than it should',
    'agent_plans.expires_at': 'ends a plan, which is compared with what is then',
    'agent_secrets.expires_at': 'ends what an agent gives for a token, later than it should',
    'api_keys.previous_until': 'ends a replaced secret, later than it should',
    'kv_entries.expires_at': 'ends an entry when its writer said',
    'connect_sessions.expires_at': 'ends a link, later than it should',
    'member_links.expires_at': 'ends a link that was mailed, later than it should',
    'idempotency_keys.expires_at': 'ends the keeping of an answer, later than it should',
    'webhooks.previous_secret_until': 'ends a second signature, later than it should',
    'inquiries.lapses_at': 'told by the source',
    'inquiries.respond_by': 'told by the source',
    'reservations.lapses_at': 'told by the source',
    'reservations.respond_by': 'told by the source',
    'reservations.completes_at': 'follows from the day of departure',
    'airbnb_bookings.completes_at': 'of its reservation',
    'airbnb_bookings.lapses_at': 'of its reservation',
    'reviews.expires_at': 'told by the channel',
    'special_offers.expires_at': 'told by the channel',
  }
  const waits =
    /^(next_|wake_|due_|holds)|(_until|wake_at|due_at|settles_at|expires_at|lapses_at|completes_at|respond_by|wanted_at)$/

  it('is mended in every column that something can wait for', async () => {
    const { rows } = await sql<{ name: string; column: string }>`
      select c.table_name || '.' || c.column_name as name, c.column_name as column
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and (c.udt_name in ('timestamptz', '_timestamptz'))`.execute(world.app.db)
    const there = new Set(rows.map(({ name }) => name))
    const due = rows.filter(({ column }) => waits.test(column)).map(({ name }) => name)
    const listed = new Set(dueColumns.map(({ table, column }) => `${table}.${column}`))
    assert.deepEqual(due.filter((name) => !listed.has(name) && !(name in nothingWaits)).toSorted(), [])
    const gone = [...listed, ...Object.keys(nothingWaits)].filter((name) => !there.has(name))
    // Not of that type: moments by name.
    assert.deepEqual(gone, ['sync_schedule.swept'])
  })
})
