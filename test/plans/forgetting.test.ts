/** What is left of plans when a guest is forgotten, and after a week. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { deleteOldPlans } from '../../src/features/agents/plans/cleanup.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { errorOf, planSpace, stay } from './space.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

describe('plans', () => {
  it('name nobody once a guest is forgotten, and still count for their key', async () => {
    const own = await planSpace(app)
    const key = await own.agentKey({ kinds: ['booking', 'closure'], writes_per_day: 2 })
    const booking = await own.plan({ kind: 'booking', listingId: own.listing, ...stay }, key)
    const done = await own.confirm(booking, key)
    const open = await own.plan({ kind: 'closure', listing_id: own.listing, dates: ['2026-08-01'] }, key)
    const forgotten = await own.send(
      'POST',
      `/v1/guests/${String(done.body['result']?.['guestId'])}/forget`,
      {},
    )
    assert.ok(forgotten.status < 300, forgotten.text)
    const { rows } = await sql<{ left: string }>`
      select p::text as left from agent_plans p where workspace_id = ${own.id}`.execute(app.db)
    assert.doesNotMatch(rows.map(({ left }) => left).join(), /Ada|Lovelace|ada@/)
    const { body } = await own.get(`/v1/plans/${open.id}`)
    assert.deepEqual([body['status'], body['summary'], body['changes']], ['erased', null, []])
    errorOf(await own.confirm(open, key), 404, 'not_found')
    const next = await own.plan({ kind: 'closure', listing_id: own.listing, dates: ['2026-08-02'] }, key)
    assert.equal((await own.confirm(next, key)).status, 200)
    const over = await own.ask({ kind: 'closure', listing_id: own.listing, dates: ['2026-08-03'] }, key)
    errorOf(over, 403, 'agent_limit_exceeded')
  })

  it('are deleted after a week', async () => {
    const own = await planSpace(app)
    const plan = await own.plan({ kind: 'closure', listing_id: own.listing, dates: ['2026-08-01'] })
    await deleteOldPlans(app.services)
    assert.equal((await own.get(`/v1/plans/${plan.id}`)).status, 200)
    app.clock.advance(7 * 86_400_000 + 600_001)
    await deleteOldPlans(app.services)
    errorOf(await own.get(`/v1/plans/${plan.id}`), 404, 'not_found')
  })

  it('and their confirmations stand in the audit log with their key, beside the operation', async () => {
    const own = await planSpace(app)
    const plan = await own.plan({ kind: 'closure', listing_id: own.listing, dates: ['2026-08-01'] })
    await own.confirm(plan)
    await app.services.audit.flush()
    const { rows } = await sql<{
      action: string
      actor: string
      outcome: string
      targets: string[]
      details: unknown
    }>`
      select action, actor, outcome, targets, details from audit_lines
      where workspace_id = ${own.id} order by at, id`.execute(app.db)
    const lines = rows.map(
      ({ action, outcome, details }) => `${action} ${outcome} ${JSON.stringify(details)}`,
    )
    assert.deepEqual(lines.toSorted(), [
      'confirmPlan done null',
      'createPlan done null',
      'updateAvailability done {"dryRun":true,"nights":["2026-08-01..2026-08-01"],"available":false}',
      'updateAvailability done {"nights":["2026-08-01..2026-08-01"],"available":false}',
    ])
    assert.equal(new Set(rows.map(({ actor }) => actor)).size, 1)
    assert.match(rows[0]?.actor ?? '', /^key:\d+$/)
    const confirmed = rows.find(({ action }) => action === 'confirmPlan')
    assert.equal(confirmed?.targets[0], `plan:${plan.id}`)
    const made = rows.find(({ action }) => action === 'createPlan')
    assert.ok(made?.targets.includes(`listing:${own.listing}`))
  })
})
