/** The health of the parts: true within seconds, the same for everybody, and cheap to ask for. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { countPushes } from '../../src/features/calendar/selling/push-count-queries.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { storedSession } from '../../src/upstream/session.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { makerOf, type Maker } from '../harness/fixtures.ts'

const minute = 60_000
const hour = 60 * minute
const channels = ['airbnb', 'booking', 'vrbo', 'plumguide']
const parts = ['auth', 'webhooks', ...channels.map((channel) => `channels/${channel}`)]

describe('the health of a part', () => {
  let app: TestApp
  let make: Maker
  before(async () => {
    app = await startTestApp()
    make = makerOf(app.db, app.scope)
  })
  after(() => app.close())

  const ago = (ms: number) => new Date(app.clock.now().getTime() - ms)
  /** As it is told once what was told before is forgotten. */
  async function healthOf(part: string) {
    app.clock.advance(5_000)
    const { status, body } = await app.get(`/v1/health/${part}`, { key: null })
    const health = body as unknown as Record<string, unknown>
    // Only of a channel the status of the answer tells it (interface/platform.md §1).
    const told = part.startsWith('channels/') && health['status'] !== 'ok' ? 503 : 200
    assert.equal(status, told, JSON.stringify(health))
    return health
  }
  const statusOf = async (part: string) => (await healthOf(part))['status']

  it('is asked for without a key, and says that all is well where nothing is', async () => {
    for (const part of parts) {
      const health = await healthOf(part)
      assert.equal(health['status'], 'ok', part)
      assert.equal(typeof health['message'], 'string')
      if (!part.startsWith('channels/')) continue
      assert.deepEqual([health['refresh_attempts_24h'], health['refresh_rejections_24h']], [0, 0])
      assert.equal('vrbo' in health, part.endsWith('vrbo'))
    }
    const unknown = await app.get('/v1/health/channels/nonsense', { key: null })
    assert.equal(unknown.status, 400)
    assert.deepEqual(unknown.body['error']?.['valid_values'], channels)
  })

  it('of a channel follows the accounts that are read', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) ids.push(await make.connection(`host-${n}`, 'airbnb'))
    const fail = async (count: number, failures: number) => {
      for (const [at, id] of ids.entries()) {
        await sql`
          insert into sync_schedule (workspace_id, connection_id, failures)
          values (${app.scope.workspaceId}, ${id}, ${at < count ? failures : 0})
          on conflict (workspace_id, connection_id) do update set failures = excluded.failures`.execute(
          app.db,
        )
      }
    }
    await fail(5, 2)
    assert.equal(await statusOf('channels/airbnb'), 'ok', 'a few failures pass')
    await fail(1, 9)
    assert.equal(await statusOf('channels/airbnb'), 'ok', 'one account is its own matter')
    await fail(2, 3)
    assert.equal(await statusOf('channels/airbnb'), 'degraded')
    await fail(5, 3)
    assert.equal(await statusOf('channels/airbnb'), 'down')
    assert.equal(await statusOf('channels/booking'), 'ok')
    // Accounts that are cut off are not read, and made-up ones say nothing of the channel.
    await sql`update connections set status = 'disconnected' where id <> ${ids[4]}`.execute(app.db)
    await fail(4, 3)
    assert.equal(await statusOf('channels/airbnb'), 'ok')
    const madeUp = await makerOf(app.db, app.workspace.sandbox).connection('made-up', 'booking')
    await sql`
      insert into sync_schedule (workspace_id, connection_id, failures)
      values (${app.workspace.sandbox.workspaceId}, ${madeUp}, 9)`.execute(app.db)
    assert.equal(await statusOf('channels/booking'), 'ok')
  })

  it('of a channel follows the nights that wait', async () => {
    const id = await make.connection('hotel-1', 'booking')
    const listingId = await make.listing()
    await sql`
      insert into listing_links (workspace_id, connection_id, external_id, listing_id)
      values (${app.scope.workspaceId}, ${id}, 'room', ${listingId})`.execute(app.db)
    await sql`
      insert into selling_links (workspace_id, connection_id, external_id, listing_id, since, wake_at)
      values (${app.scope.workspaceId}, ${id}, 'room', ${listingId}, now(), now())`.execute(app.db)
    const due = (at: Date) =>
      sql`
        insert into channel_nights (workspace_id, connection_id, external_id, date, available, units, min_nights,
          closed_to_arrival, closed_to_departure, stays, units_left, state, next_attempt_at)
        values (${app.scope.workspaceId}, ${id}, 'room', '2026-07-01', true, 1, 1, false, false, 0, 1, 'pending', ${at})
        on conflict (workspace_id, connection_id, external_id, date) do update set next_attempt_at = excluded.next_attempt_at`.execute(
        app.db,
      )
    await due(ago(179 * minute))
    assert.equal(await statusOf('channels/booking'), 'ok')
    await due(ago(181 * minute))
    assert.equal(await statusOf('channels/booking'), 'degraded')
    await sql`delete from channel_nights`.execute(app.db)
    assert.equal(await statusOf('channels/booking'), 'ok')
  })

  it('of a channel is judged by how nights ended that were sent, once there are enough', async () => {
    const status = async (finished: number, failed: number, at = app.clock.now()) => {
      await sql`delete from channel_push_counts`.execute(app.db)
      await countPushes(app.db, 'booking', { finished: finished - 1, failed: failed - 1, at })
      await countPushes(app.db, 'booking', { finished: 1, failed: 1, at })
      return statusOf('channels/booking')
    }
    assert.equal(await status(49, 49), 'ok', 'too few nights')
    assert.equal(await status(50, 4), 'ok', 'too few failures')
    assert.equal(await status(50, 5), 'degraded')
    assert.equal(await status(61, 6), 'ok', 'less than a tenth')
    assert.equal(await status(60, 6), 'degraded')
    assert.equal(await statusOf('channels/airbnb'), 'ok', 'another channel')
    assert.equal(await status(60, 60, ago(3 * hour + 10 * minute)), 'ok', 'before the window')
    assert.equal(await status(60, 60, ago(3 * hour - 11 * minute)), 'degraded')
    await countPushes(app.db, 'booking', { finished: 1, failed: 0, at: ago(-7 * hour) })
    const { rows } = await sql<{ finished: number }>`select finished from channel_push_counts`.execute(app.db)
    assert.deepEqual(rows, [{ finished: 1 }], 'old slots go')
    await sql`delete from channel_push_counts`.execute(app.db)
  })

  it('of the server for agents names its revisions and counts its tools', async () => {
    const { status, body } = await app.get('/v1/health/mcp', { key: null })
    assert.deepEqual([status, body['status']], [200, 'ok'])
    assert.deepEqual(body['revisions'], ['2026-07-28', '2025-11-25'])
  })

  it('of a channel counts how often access is renewed and refused', async () => {
    const { services } = app
    const connectionId = await make.connection('host-renewed', 'airbnb')
    const session = (scope = app.scope) =>
      storedSession({
        ...services,
        scope,
        connectionId,
        counted: { provider: 'airbnb', clock: app.clock },
      })
    const saving = async (one = session()) => one.lock(() => one.save('{}'))
    const refuse = (one = session()) =>
      assert.rejects(one.lock(() => Promise.reject(new VendorError('credentials', 'no token'))))
    const counts = async () => {
      const health = await healthOf('channels/airbnb')
      return [health['refresh_attempts_24h'], health['refresh_rejections_24h'], health['status']]
    }
    await saving()
    // Somebody else was faster: nothing was asked.
    await session().lock(async () => 'known')
    assert.deepEqual(await counts(), [1, 0, 'ok'])
    await assert.rejects(session().lock(() => Promise.reject(new VendorError('timeout', 'no answer'))))
    assert.deepEqual(await counts(), [2, 0, 'ok'])
    for (let n = 0; n < 4; n += 1) await refuse()
    assert.deepEqual(await counts(), [6, 4, 'ok'], 'some owners take their access back')
    await refuse()
    assert.deepEqual(await counts(), [7, 5, 'degraded'])
    assert.equal(await statusOf('auth'), 'degraded')
    assert.equal(await statusOf('channels/vrbo'), 'ok')
    // In the sandbox nobody is asked.
    await refuse(session(app.workspace.sandbox))
    assert.deepEqual(await counts(), [7, 5, 'degraded'])
    app.clock.advance(2 * hour)
    assert.deepEqual(await counts(), [7, 5, 'ok'])
    app.clock.advance(24 * hour)
    assert.deepEqual(await counts(), [0, 0, 'ok'])
  })

  it('of webhooks follows deliveries that nobody tries', async () => {
    const listingId = await make.listing()
    const webhookId = await make.webhook()
    await make.delivery(webhookId, listingId)
    const set = (due: Date, tried: Date | null, held: Date | null = null) =>
      Promise.all([
        sql`update deliveries set state = 'pending', next_attempt_at = ${due} where webhook_id = ${webhookId}`.execute(
          app.db,
        ),
        sql`update webhooks set last_delivered_at = ${tried}, held_until = ${held} where id = ${webhookId}`.execute(
          app.db,
        ),
      ])
    // `healthOf` lets five seconds pass first.
    await set(ago(4_000), null)
    assert.equal(await statusOf('webhooks'), 'ok')
    await set(ago(6_000), null)
    assert.equal(await statusOf('webhooks'), 'degraded')
    await set(ago(54_000), null)
    assert.equal(await statusOf('webhooks'), 'degraded')
    await set(ago(56_000), null)
    assert.equal(await statusOf('webhooks'), 'down')
    await set(ago(2 * hour), ago(4_000))
    assert.equal(await statusOf('webhooks'), 'ok', 'a receiver that fails is tried')
    const claim = (until: Date) =>
      sql`
        update deliveries set state = 'sending', claimed_until = ${until}, attempt_id = gen_random_uuid()
        where webhook_id = ${webhookId}`.execute(app.db)
    await set(ago(2 * hour), ago(hour))
    await claim(ago(-10_000))
    assert.equal(await statusOf('webhooks'), 'ok', 'an attempt is under way')
    await claim(ago(6_000))
    assert.equal(await statusOf('webhooks'), 'degraded', 'whoever made it is gone')
    await sql`
      update deliveries set state = 'pending', claimed_until = null, attempt_id = null
      where webhook_id = ${webhookId}`.execute(app.db)
    await set(ago(2 * hour), ago(hour))
    assert.equal(await statusOf('webhooks'), 'down')
    const turn = (number: number, until: Date) =>
      sql`
        insert into delivery_turns (workspace_id, webhook_id, holder, until, version, delivery_ids, numbers, claimed_at)
        select workspace_id, webhook_id, gen_random_uuid(), ${until}, 1, array[id], array[${number}::int], array[${until}::timestamptz]
        from deliveries where webhook_id = ${webhookId}
        on conflict (workspace_id, webhook_id) do update set numbers = excluded.numbers, until = excluded.until`.execute(
        app.db,
      )
    await turn(1, ago(-10_000))
    assert.equal(await statusOf('webhooks'), 'ok', 'a worker has it')
    await turn(1, ago(6_000))
    assert.equal(await statusOf('webhooks'), 'down', 'that worker is gone')
    await turn(0, ago(-10_000))
    assert.equal(await statusOf('webhooks'), 'down', 'what it had is over')
    await set(ago(2 * hour), ago(hour), ago(-minute))
    assert.equal(await statusOf('webhooks'), 'ok', 'a receiver asked to wait')
    await set(ago(-minute), ago(hour))
    assert.equal(await statusOf('webhooks'), 'ok')
  })

  it('of Vrbo says which accounts are out, which inboxes are late and how many nights wait', async () => {
    const id = await make.connection('advertiser-1', 'vrbo')
    const readAt = (time: Date) =>
      sql`
      insert into sync_schedule (workspace_id, connection_id, swept)
      values (${app.scope.workspaceId}, ${id}, ${JSON.stringify({ conversations: time.toISOString() })}::jsonb)
      on conflict (workspace_id, connection_id) do update set swept = excluded.swept`.execute(app.db)
    const vrbo = async () => {
      const { status, vrbo: block } = (await healthOf('channels/vrbo')) as {
        status: string
        vrbo: Record<string, number>
      }
      const { accounts_connected, accounts_signed_out, inbox_sync_late, calendar_queue_backlog } = block
      return [
        status,
        accounts_connected,
        accounts_signed_out,
        inbox_sync_late,
        calendar_queue_backlog,
      ].concat(block['calendar_oldest_wait_minutes'])
    }
    await readAt(ago(minute))
    assert.deepEqual(await vrbo(), ['ok', 1, 0, 0, 0, 0])
    await readAt(ago(31 * minute))
    assert.deepEqual(await vrbo(), ['degraded', 1, 0, 1, 0, 0])
    await readAt(ago(minute))
    const listingId = await make.listing()
    await sql`
      insert into listing_links (workspace_id, connection_id, external_id, listing_id)
      values (${app.scope.workspaceId}, ${id}, 'home-1', ${listingId})`.execute(app.db)
    await sql`
      insert into selling_links (workspace_id, connection_id, external_id, listing_id, since, wake_at)
      values (${app.scope.workspaceId}, ${id}, 'home-1', ${listingId}, now(), now())`.execute(app.db)
    await sql`
      insert into channel_nights (workspace_id, connection_id, external_id, date, available, units, min_nights,
        closed_to_arrival, closed_to_departure, stays, units_left, state, next_attempt_at)
      select ${app.scope.workspaceId}, ${id}, 'home-1', day, true, 1, 1, false, false, 0, 1, 'pending', ${ago(200 * minute)}
      from generate_series('2026-08-01'::date, '2026-08-03', '1 day') as day`.execute(app.db)
    assert.deepEqual(await vrbo(), ['degraded', 1, 0, 0, 3, 200])
    await sql`delete from channel_nights where connection_id = ${id}`.execute(app.db)
    await sql`update connections set status = 'error' where id = ${id}`.execute(app.db)
    assert.deepEqual(await vrbo(), ['down', 0, 1, 0, 0, 0])
    await sql`update connections set status = 'disconnected' where id = ${id}`.execute(app.db)
    assert.deepEqual(await vrbo(), ['ok', 0, 0, 0, 0, 0])
  })

  it('is looked at once for all who ask within seconds', async () => {
    app.clock.advance(5_000)
    for (const part of parts) await app.get(`/v1/health/${part}`, { key: null })
    const id = await make.connection('host-new', 'vrbo')
    await sql`
      insert into sync_schedule (workspace_id, connection_id, failures)
      values (${app.scope.workspaceId}, ${id}, 9)`.execute(app.db)
    const { db } = app.services
    // Whoever asked the database now would fail.
    app.services.db = undefined as unknown as typeof db
    try {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          app.get(`/v1/health/${parts[at % parts.length] ?? ''}`, { key: null }),
        ),
      )
      assert.ok(answers.every(({ status, body }) => status === 200 && String(body['status']) === 'ok'))
    } finally {
      app.services.db = db
    }
    assert.equal(await statusOf('channels/vrbo'), 'down')
  })

  it('tells of no workspace', async () => {
    for (const part of parts) {
      const text = JSON.stringify(await healthOf(part))
      assert.doesNotMatch(text, /host-|hotel-|workspace/)
    }
  })

  it('is down when the database does not answer', async () => {
    const { db } = app.services
    app.services.db = undefined as unknown as typeof db
    try {
      for (const part of parts) assert.equal(await statusOf(part), 'down', part)
    } finally {
      app.services.db = db
    }
  })
})
