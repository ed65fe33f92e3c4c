/** Whoever settles nights has them first and the workspace last; seeding and emptying a sandbox waits for them, and they for it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWrite } from '../../src/platform/outbox.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { sessionsView } from '../harness/sessions.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const key = () => ({ key: app.sandboxKey })

async function isWaitedFor(): Promise<boolean> {
  const { rows } = await sql`
    select from ${sessionsView()}
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows.length > 0
}

for (const what of ['seed', 'reset'])
  test(`POST /v1/sandbox/${what} waits for nights that are being settled`, async () => {
    const scope = app.workspace.sandbox
    const seeded = await app.post('/v1/sandbox/seed', undefined, key())
    const listings = seeded.body['listings'] as unknown as { ref: string; id: string }[]
    const id = listings.find(({ ref }) => ref === 'sbx-listing-oceanview')?.id
    const set = await app.call('PUT', `/v1/availability/${id}`, {
      ...key(),
      body: { dates: ['2026-07-30', '2026-07-31'], price: 222 },
    })
    assert.equal(set.status, 200, set.text)
    const asked = await app.db.transaction().execute(async (tx) => {
      const { rows } = await sql`
        select from calendar_pushes where workspace_id = ${scope.workspaceId} and listing_id = ${id}
        order by date for update`.execute(tx)
      assert.equal(rows.length, 2)
      const answer = app.post(`/v1/sandbox/${what}`, undefined, key())
      await until('the other waits', isWaitedFor)
      await sql`
        update calendar_days set price = 222
        where workspace_id = ${scope.workspaceId} and listing_id = ${id}`.execute(tx)
      await openWrite(tx, scope, app.clock.now())
      // Not awaited within: it waits for this transaction.
      return { answer }
    })
    const { status, text } = await asked.answer
    assert.equal(status, 200, text)
  })
