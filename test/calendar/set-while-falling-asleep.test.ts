/** Nights that are set in the moment in which a worker finds that it has nothing left to do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { freePlaces } from '../../src/platform/fairness/turns-sql.ts'
import {
  duePushConnections,
  queuePushes,
  sleepUntilPushDue,
  wakePushConnections,
} from '../../src/features/calendar/selling/push-queries.ts'
import { until } from '../harness/until.ts'
import { startCalendarWorld } from './world.ts'
import { sessionsView } from '../harness/sessions.ts'

test('nights that are being set while a worker goes to sleep wake it', async () => {
  const { world, ids, connectionId, put, rest, stopPushes, close } = await startCalendarWorld()
  const { db, scope, clock } = world.app
  try {
    await put(ids.A, { dates: ['2026-09-01'], price: 100 })
    await rest()
    await stopPushes()
    const at = clock.now()
    const [areSet, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const setting = db.transaction().execute(async (tx) => {
      await queuePushes(tx, scope, { listingIds: [ids.A], dates: ['2026-09-02'], at }, { price: '110' })
      await wakePushConnections(tx, scope, [connectionId], at)
      areSet.resolve()
      await mayCommit.promise
    })
    await areSet.promise
    const sleeping = sleepUntilPushDue(db, scope, connectionId, null)
    await until('the worker to wait for who sets nights', async () => {
      const { rows } = await sql`
        select from ${sessionsView()}
        where datname = current_database() and wait_event_type = 'Lock' and query like '%calendar_push_turns%'`.execute(
        db,
      )
      return rows.length > 0
    })
    mayCommit.resolve()
    await Promise.all([setting, sleeping])
    const due = await duePushConnections(db, at, freePlaces(10))
    assert.deepEqual(
      due.map((turn) => turn.connectionId),
      [connectionId],
    )
  } finally {
    await close()
  }
})
