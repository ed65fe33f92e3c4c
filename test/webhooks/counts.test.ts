/** Totals of deliveries are kept: exact after every kind of change, also of what is not shown. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { rotateAttempts, deleteOldWebhookRows } from '../../src/features/webhooks/retention.ts'
import { rowsOf } from '../api/rows.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { countDifferences, emit } from './events.ts'

const day = 24 * 3_600_000

describe('totals of deliveries', () => {
  let t: TestApp
  before(async () => {
    t = await startTestApp({ now: new Date().toISOString() })
  })
  after(() => t?.close())

  const subscribe = async () =>
    (await t.post('/v1/webhooks', { url: 'https://example.com/counts', events: ['*'] })).body['id'] as string
  const totals = async (id: string, key = t.liveKey) => {
    const list = async (status: string) => {
      const { body } = await t.get(`/v1/webhooks/${id}/deliveries?limit=100&status=${status}`, { key })
      const shown = (body['data'] as unknown[]).length
      assert.equal(body['pagination']!['total'], shown, status)
      return shown
    }
    return [await list('all'), await list('success'), await list('failure')]
  }
  /** An attempt of each delivery that has none. */
  const attempt = (id: string, outcome: string, startedAt = t.clock.now()) =>
    sql`
      insert into delivery_attempts (workspace_id, id, delivery_id, webhook_id, event_sequence, number, outcome, started_at,
        finished_at)
      select d.workspace_id, gen_random_uuid(), d.id, d.webhook_id, d.event_sequence, 1, ${outcome}, ${startedAt}, ${startedAt}
      from deliveries d
      where d.webhook_id = ${id} and not exists (
        select from delivery_attempts a where a.workspace_id = d.workspace_id and a.delivery_id = d.id)`.execute(
      t.db,
    )
  const noDifferences = async () => assert.deepEqual(await countDifferences(t.db), [])

  it('count each outcome, and an interrupted one anew when the truth comes', async () => {
    const id = await subscribe()
    for (const [count, outcome] of [
      [4, 'accepted'],
      [2, 'failed'],
      [3, 'interrupted'],
    ] as const) {
      await emit(
        t,
        t.scope,
        Array.from({ length: count }, () => ({})),
      )
      await attempt(id, outcome)
    }
    assert.deepEqual(await totals(id), [9, 4, 5])
    await sql`update delivery_attempts set outcome = 'accepted' where webhook_id = ${id} and outcome = 'interrupted'`.execute(
      t.db,
    )
    assert.deepEqual(await totals(id), [9, 7, 2])
    await noDifferences()
  })

  it('leave out what is about a listing that is switched off, and only as long as it is', async () => {
    const id = await subscribe()
    const make = rowsOf(t.db, t.scope)
    const [shown, hidden] = [await make.listing(), await make.listing()]
    await emit(t, t.scope, [
      { listingId: shown },
      { listingId: hidden },
      { listingId: hidden },
      { listingId: hidden, type: 'listing.suspended' },
      {},
    ])
    await attempt(id, 'accepted')
    await emit(t, t.scope, [{ listingId: hidden }])
    await attempt(id, 'failed')
    assert.deepEqual(await totals(id), [6, 5, 1])
    const set = (active: boolean) => t.post('/v1/listings/status', { listingIds: [hidden], active })
    await set(false)
    assert.deepEqual(await totals(id), [3, 3, 0])
    await set(true)
    const [all = 0, , failed] = await totals(id)
    assert.ok(all >= 6 && failed === 1)
    await noDifferences()
  })

  it('go with their partition and with rows that no partition was made for', async () => {
    const id = await subscribe()
    await emit(t, t.scope, [{}, {}])
    await rotateAttempts(t.services)
    await attempt(id, 'accepted')
    await emit(t, t.scope, [{}])
    await attempt(id, 'failed', new Date(t.clock.now().getTime() - 300 * day))
    assert.deepEqual(await totals(id), [3, 2, 1])
    await deleteOldWebhookRows(t.services)
    assert.deepEqual(await totals(id), [2, 2, 0])
    await noDifferences()
    t.clock.advance(60 * day)
    await rotateAttempts(t.services)
    assert.deepEqual(await totals(id), [0, 0, 0])
    await noDifferences()
  })
})

describe('totals of deliveries of a sandbox', () => {
  it('leave out what was about listings that a reset took away', async () => {
    const t = await startTestApp()
    try {
      const key = t.sandboxKey
      const { body } = await t.post('/v1/webhooks', { url: 'https://example.com/s', events: ['*'] }, { key })
      const id = body['id'] as string
      const make = rowsOf(t.db, t.workspace.sandbox)
      const listing = await make.listing()
      await emit(t, t.workspace.sandbox, [{ listingId: listing }, {}])
      await sql`
        insert into delivery_attempts (workspace_id, id, delivery_id, webhook_id, event_sequence, number, outcome, started_at,
          finished_at)
        select workspace_id, gen_random_uuid(), id, webhook_id, event_sequence, 1, 'accepted', now(), now() from deliveries
        where webhook_id = ${id}`.execute(t.db)
      const total = async () =>
        (await t.get(`/v1/webhooks/${id}/deliveries`, { key })).body['pagination']!['total'] as number
      assert.equal(await total(), 2)
      await t.post('/v1/sandbox/reset', {}, { key })
      const page = await t.get(`/v1/webhooks/${id}/deliveries`, { key })
      assert.equal(await total(), (page.body['data'] as unknown[]).length)
      assert.deepEqual(await countDifferences(t.db), [])
    } finally {
      await t.close()
    }
  })
})
