/** Turns of a process that was killed, while another one claims beside the look for them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { claimDueDeliveries } from '../../src/features/webhooks/delivery/claim-queries.ts'
import type { DeliveryLease } from '../../src/features/webhooks/delivery/claimed-delivery.ts'
import { releaseEndpointLeases } from '../../src/features/webhooks/delivery/endpoint-lease-queries.ts'
import type { Queryable } from '../../src/platform/tenant.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { attemptsOf, claimedOf, emit } from './events.ts'
import { sessionsView } from '../harness/sessions.ts'

const killed = { id: '00000000-0000-4000-8000-000000000001', has: [] }
const leaseFrom = (now: Date): DeliveryLease => ({ now, until: new Date(now.getTime() + 15_000) })

describe('a turn of a killed process', () => {
  let t: TestApp
  before(async () => {
    t = await startTestApp({ now: new Date().toISOString() })
  })
  after(() => t?.close())

  const claim = (db: Queryable, now: Date, has: readonly string[] = [], holder = killed.id) =>
    claimDueDeliveries(
      db,
      { total: 10, perEndpoint: 10, perFailingEndpoint: 1, workspaceRooms: [], rooms: [] },
      { everywhere: true, onward: false, hot: [], told: [], toldSince: now },
      { id: holder, has },
      leaseFrom(now),
      false,
    )

  it('is told as interrupted also where the turn is being written at that moment', async () => {
    const { body } = await t.post('/v1/webhooks', { url: 'https://example.com/turns', events: ['*'] })
    const id = body['id'] as string
    const begun = t.clock.now()
    await emit(t, t.scope, [{}])
    const { claimed } = await claim(t.db, begun)
    const [interrupted] = claimed.map(({ deliveryId }) => deliveryId)
    assert.ok(interrupted)

    const later = new Date(begun.getTime() + 15_000)
    t.clock.set(later.toISOString())
    await emit(t, t.scope, [{}])
    const released = await t.db.transaction().execute(async (tx) => {
      await claim(tx, later, [interrupted])
      let isOver = false
      const release = releaseEndpointLeases(t.db, leaseFrom(later)).finally(() => (isOver = true))
      await until('the look to wait for the claim', async () => {
        if (isOver) return true
        const { rows } = await sql`
          select from ${sessionsView()} where datname = current_database() and wait_event_type = 'Lock'`.execute(
          t.db,
        )
        return rows.length > 0
      })
      return { release }
    })

    assert.equal(await released.release, 1)
    assert.deepEqual(
      (await attemptsOf(t.db, t.scope, id)).map((a) => [a.delivery_id, a.outcome]),
      [[interrupted, 'interrupted']],
    )
    const held = await claimedOf(t.db, t.scope, id)
    assert.equal(held.length, 1, 'what was claimed meanwhile stays in the turn')
    assert.ok(!held.includes(interrupted))
  })

  it('is taken over without what the silent process may still be sending', async () => {
    const { body } = await t.post('/v1/webhooks', { url: 'https://example.com/silent', events: ['*'] })
    const id = body['id'] as string
    const begun = t.clock.now()
    await emit(t, t.scope, [{}])
    const ofEndpoint = (claims: Awaited<ReturnType<typeof claim>>) =>
      claims.claimed.filter(({ webhookId }) => webhookId === id).map(({ deliveryId }) => deliveryId)
    const [underWay] = ofEndpoint(await claim(t.db, begun))
    assert.ok(underWay)
    await emit(t, t.scope, [{}])

    const other = '00000000-0000-4000-8000-000000000002'
    const soon = await claim(t.db, new Date(begun.getTime() + 1_000), [], other)
    assert.deepEqual(ofEndpoint(soon), [], 'the lease was used lately')
    const taken = await claim(t.db, new Date(begun.getTime() + 3_000), [], other)
    assert.equal(ofEndpoint(taken).length, 1)
    assert.ok(!ofEndpoint(taken).includes(underWay))
    assert.ok(taken.ofOthers.includes(underWay))
    const listed = await claimedOf(t.db, t.scope, id)
    assert.deepEqual(listed.toSorted(), [underWay, ...ofEndpoint(taken)].toSorted())
  })
})
