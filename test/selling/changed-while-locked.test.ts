/** The selling worker waits for a link that a caller is changing, and then works with what the caller left. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { lockLink } from '../../src/features/calendar/selling/link-queries.ts'
import { sessionsView } from '../harness/sessions.ts'
import { until } from '../harness/until.ts'
import { startSellingWorld, type SellingWorld } from './world.ts'

let world: SellingWorld
before(async () => {
  world = await startSellingWorld()
})
after(() => world.close())

it('has the markup that was set while it waited', async () => {
  const { app, connectionId } = world
  const [sold] = world.homes
  assert.ok(sold)
  const mapped = await world.map({ airbnbId: sold.airbnbId, listingId: sold.id })
  assert.ok(mapped.status < 300, mapped.text)
  const first = await world.send('PUT', `/v1/listings/${sold.id}/markups`, {
    channel: 'airbnb',
    markupPercent: 5,
  })
  assert.equal(first.status, 200, first.text)
  await world.stopSelling()
  const scope = { workspaceId: app.workspace.id }

  const locked = Promise.withResolvers<void>()
  const isSet = Promise.withResolvers<void>()
  const setting = app.db.transaction().execute(async (tx) => {
    await sql`
      update selling_links set changed_from = '2031-01-01', changed_to = '2031-01-02', changed_since = ${app.clock.now()}
      where workspace_id = ${scope.workspaceId}`.execute(tx)
    locked.resolve()
    await isSet.promise
    await sql`
      update channel_links set markup_percent = 20 where workspace_id = ${scope.workspaceId} and listing_id = ${sold.id}`.execute(
      tx,
    )
  })
  await locked.promise
  const found = app.db.transaction().execute((tx) => lockLink(tx, scope, connectionId, sold.airbnbId))
  await until('the worker to wait', async () => {
    const { rows } = await sql`
      select from ${sessionsView()} where datname = current_database() and wait_event_type = 'Lock'`.execute(
      app.db,
    )
    return rows.length > 0
  })
  isSet.resolve()
  await setting
  assert.equal(Number((await found)?.markupPercent), 20)
})
