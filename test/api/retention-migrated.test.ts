/** Workspaces of before each of them had a row that says when it is looked through. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { databaseBefore, type EarlierDatabase } from '../harness/before-migration.ts'

const rounds = '0395_rounds_of_retention.sql'

let earlier: EarlierDatabase
before(async () => {
  earlier = await databaseBefore(rounds)
})
after(() => earlier.close())

it('have one, with what they said, and are looked through anew where nobody has yet; later ones begin with one', async () => {
  await earlier.pool.query(`insert into workspaces (id, name) values (1, 'Silent'), (2, 'Said'), (3, 'Seen')`)
  await earlier.pool.query(
    `insert into retention (workspace_id, history_days, history_looked_at)
     values (2, 40, null), (3, null, '2026-01-01T00:00:00Z')`,
  )
  assert.deepEqual(await earlier.move(), [rounds])
  await earlier.pool.query(`insert into workspaces (id, name) values (4, 'New')`)
  const { rows } = await earlier.pool.query(
    `select workspace_id as id, history_days as days, isfinite(history_looked_at) as seen, isfinite(audit_from) as audited
     from retention order by 1`,
  )
  assert.deepEqual(rows, [
    { id: '1', days: null, seen: false, audited: false },
    { id: '2', days: 40, seen: false, audited: false },
    { id: '3', days: null, seen: true, audited: false },
    { id: '4', days: null, seen: false, audited: false },
  ])
  await earlier.pool.query('delete from workspaces where id = 4')
  assert.equal((await earlier.pool.query('select from retention')).rows.length, 3)
})
