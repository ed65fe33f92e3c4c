/** Vendors that give several calendars in one call are asked for several: with tight limits an import is as long as its calls. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator } from '../../simulators/index.ts'
import { beds24 } from '../../src/connectors/beds24/index.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from './world.ts'

const homes = 40
/** Reviews are the most of them: a call for each room type, property and page, which the vendor gives no other way. */
const mostCalls = 150
const path = '/v2/inventory/rooms/calendar'

test(`Beds24: the calendars of ${homes} listings come in a few calls, each stored by itself`, async () => {
  const simulator = await startSimulator('beds24', { listings: homes, reservations: 120, rateLimit: 'off' })
  const app = await startTestApp({
    now: new Date(simulator.clock.nowMs()).toISOString(),
    env: { VENDOR_BASE_URLS: `beds24=${simulator.url}` },
  })
  const worker = await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 })
  const rest = () =>
    until(
      'the sync engine to come to rest',
      async () => {
        const { rows } = await sql`
          select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
          app.db,
        )
        return rows.length === 0
      },
      { withinMs: 120_000 },
    )
  const calendarCalls = () => simulator.calls.list().filter((call) => call.path.startsWith(path)).length
  try {
    const { credentials } = simulator
    const connected = await app.post('/v1/connect/beds24/credentials', { credentials })
    assert.equal(connected.status, 200, connected.text)
    await rest()
    const { rows } = await sql<{ listings: number; read: number }>`
      select count(distinct l.id)::int as listings, count(distinct d.listing_id)::int as read
      from listings l left join calendar_days d on d.workspace_id = l.workspace_id and d.listing_id = l.id
      where l.workspace_id = ${app.workspace.id}`.execute(app.db)
    const { listings = 0, read } = rows[0] ?? {}
    assert.ok(listings >= homes)
    assert.equal(read, listings)
    const together = beds24.operations.calendar?.together?.listings ?? 1
    assert.equal(calendarCalls(), Math.ceil(listings / together))
    // Two windows of the vendor's allowance at most: 90 calls, five minutes, and the rest.
    const calls = simulator.calls.list().length
    assert.ok(calls <= mostCalls, `${calls} calls`)

    simulator.calls.clear()
    app.clock.advance(3_600_000)
    simulator.clock.advanceSeconds(3600)
    await rest()
    assert.equal(calendarCalls(), Math.ceil(listings / together), 'when an hour is over')
  } finally {
    await worker.stop()
    await app.close()
    await simulator.close()
  }
})
