/** An account that has written bookings before they were acts like every other. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { databaseBefore, type EarlierDatabase } from '../harness/before-migration.ts'

const moving = '0017_one_engine_of_acts.sql'

let earlier: EarlierDatabase
before(async () => {
  earlier = await databaseBefore(moving, { checksReferences: false })
})
after(() => earlier.close())

it('open ones go on where they were, ended ones are remembered', async () => {
  const intents = [
    ['a', 'create', 'started', null, null],
    ['b', 'create', 'sent', null, null],
    ['c', 'modify', 'unknown', { code: 'pms_error', message: 'no answer' }, 'X1'],
    ['d', 'accept', 'made', { code: 'reservation_update_failed', message: 'not yet', errors: [] }, 'X2'],
    ['e', 'create', 'succeeded', { errors: [{ section: 'guest' }] }, 'X3'],
    ['f', 'cancel', 'refused', { code: 'pms_rejected', message: 'no' }, 'X4'],
  ] as const
  for (const [key, kind, state, outcome, externalId] of intents) {
    const isOpen = state !== 'succeeded' && state !== 'refused'
    await earlier.pool.query(
      `insert into reservation_intents (workspace_id, key, kind, connection_id, provider, listing_id, external_id, marker,
         request, request_hash, state, attempts, outcome, next_search_at, created_at, updated_at)
       values (1, $1, $2, 1, 'hostaway', 1, $3, 'm', $4, '\\x01', $5, 2, $6, $7, '2026-01-01Z', '2026-01-02Z')`,
      [key, kind, externalId, isOpen ? { kind } : null, state, outcome, isOpen ? '2026-01-03Z' : null],
    )
  }
  await earlier.pool.query(
    `insert into vendor_acts (workspace_id, id, key, kind, connection_id, request_hash, state, asked_at, settles_at, updated_at)
     values (1, '00000000-0000-4000-8000-000000000001', 'e', 'send_offer', 1, '\\x02', 'done', now(), now(), now())`,
  )
  assert.deepEqual(await earlier.move(), [moving])
  const { rows } = await earlier.pool.query(
    `select key, kind, state, result, outcome, outcome_code, attempts, request, next_look_at is null as is_over
     from vendor_acts where created_at = '2026-01-01Z' order by key`,
  )
  const done = (externalId: string, errors: object[]) => ({ externalId, errors })
  assert.deepEqual(
    rows.map((row) => [row.key, row.kind, row.state, row.result, row.outcome, row.outcome_code, row.is_over]),
    [
      ['a', 'create_reservation', 'started', null, null, null, false],
      ['b', 'create_reservation', 'asking', null, null, null, false],
      ['c', 'modify_reservation', 'unknown', null, 'no answer', 'pms_error', false],
      ['d', 'accept_request', 'done', done('X2', []), 'not yet', 'reservation_update_failed', false],
      ['e', 'create_reservation', 'done', done('X3', [{ section: 'guest' }]), null, null, true],
      ['f', 'cancel_reservation', 'refused', null, 'no', 'pms_rejected', true],
    ],
  )
  assert.deepEqual([rows[1].request, rows[4].request, rows[1].attempts], [{ kind: 'create' }, null, 2])
  const { rows: offers } = await earlier.pool.query(`select key from vendor_acts where kind = 'send_offer'`)
  assert.deepEqual(offers, [{ key: 'before-bookings:00000000-0000-4000-8000-000000000001:e' }])
})
