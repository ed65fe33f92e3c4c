import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { actKinds } from '../../src/features/act-kinds.ts'
import { deleteEndedActs, keptDays } from '../../src/upstream/acts/cleanup.ts'
import { insertAct, updateAct, type ActKind } from '../../src/upstream/acts/act-queries.ts'
import type { ActState } from '../../src/upstream/acts/act-state.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

it('what ended is forgotten after its time, what is open or must be remembered is not', async () => {
  const { db, scope, clock } = app
  const connectionId = await makerOf(db, scope).connection('acts')
  const at = clock.now()
  const act = async (key: string, kind: ActKind, state: ActState, next: Date | null) => {
    const given = { key, kind, connectionId, request: null, state: 'asking' as const, at, settlesAt: at }
    const stored = await insertAct(db, scope, { ...given, hash: Buffer.from(key) })
    assert.ok(stored)
    await updateAct(db, scope, stored, { ...stored, state, next_look_at: next, at })
  }
  await act('booked', 'create_reservation', 'done', null)
  await act('refused', 'send_offer', 'refused', null)
  await act('absent', 'send_message', 'absent', null)
  await act('to be recorded', 'create_reservation', 'done', at)
  await act('not known', 'create_guest', 'unknown', null)
  await act('photo', 'add_photo', 'done', null)
  clock.advance((keptDays - 1) * 86_400_000)
  assert.equal(await deleteEndedActs(app.services, actKinds), 0)
  clock.advance(2 * 86_400_000)
  assert.equal(await deleteEndedActs(app.services, actKinds), 3)
  const { rows } = await sql<{ key: string }>`select key from vendor_acts order by key`.execute(db)
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['not known', 'photo', 'to be recorded'],
  )
})
