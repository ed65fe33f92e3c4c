/** Stays that were stored before anybody looked for double sales. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { databaseBefore, type EarlierDatabase } from '../harness/before-migration.ts'

const migration = '0019_double_sales.sql'

let earlier: EarlierDatabase
before(async () => {
  earlier = await databaseBefore(migration)
})
after(() => earlier.close())

it('show whom they are in conflict with, of a room type about the last room, and nothing of what is over', async () => {
  const { pool } = earlier
  await pool.query(`insert into workspaces (id, name) values (1, 'One')`)
  await pool.query(
    `insert into listings (workspace_id, id, name, unit_count) values (1, 1, 'Home', 1), (1, 2, 'Room', 2)`,
  )
  const stay = (id: number, listing: number, from: number, to: number, status = 'confirmed') =>
    pool.query(
      `insert into reservations (workspace_id, id, listing_id, check_in, check_out, status, completes_at,
                                 confirmation_code, doc)
       values (1, $1, $2, current_date + $3::int, current_date + $4::int, $5, now(), 'x', '{"listingId":"1"}')`,
      [id, listing, from, to, status],
    )
  await stay(1, 1, 5, 8)
  await stay(2, 1, 7, 9)
  await stay(3, 1, 7, 9, 'cancelled')
  await stay(4, 1, 9, 12)
  await stay(5, 1, -9, -7)
  await stay(6, 1, -9, -7)
  for (const id of [7, 8, 9]) await stay(id, 2, 1, 4)
  assert.deepEqual(await earlier.move(), [migration])
  const { rows } = await pool.query<{ id: string; doc: string }>(
    'select id, doc from reservations order by id',
  )
  assert.deepEqual(
    rows.map(({ id, doc }) => [id, doc]),
    [['2'], ['1'], [], [], [], [], [], ['9'], ['8']].map((others, index) => [
      String(index + 1),
      `{"listingId":"1","conflictsWith":${JSON.stringify(others)}}`,
    ]),
  )
})
