/** Readers from before they were wanted to be looked at: those that nobody has looked at, that read since, and that read no more. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { databaseBefore, type EarlierDatabase } from '../harness/before-migration.ts'

let before: EarlierDatabase | undefined
after(() => before?.close())

it('are looked at after the move, and no others', async () => {
  before = await databaseBefore('0386_looks_at_readers.sql', { checksReferences: false })
  const { pool } = before
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  for (const [n, isRevoked] of [
    [1, false],
    [2, false],
    [3, false],
    [4, true],
    [5, true],
  ] as const)
    await pool.query(
      `insert into ical_exports (workspace_id, id, listing_id, name, platform, token_hash, token_end, created_at, revoked_at)
       values (1, $1, 7, 'e', 'airbnb', $2, 'x', now(), case when $3 then now() end)`,
      [id(n), Buffer.from([n]), isRevoked],
    )
  await pool.query(
    `insert into vrbo_listings (workspace_id, account_id, listing_id, added_at, turned_at, removed_at, served)
     values (1, 'new', 7, now(), now(), null, '[]'), (1, 'kept', 7, now(), now(), now(), '[["2026-07-01", 1]]'),
            (1, 'over', 7, now(), now(), now(), '[]')`,
  )
  for (const [door, reader, exposed] of [
    ['ical', id(1), false],
    ['ical', id(2), true],
    ['ical', id(4), false],
    ['vrbo', 'kept', false],
    ['vrbo', 'over', false],
  ] as const)
    await pool.query(
      `insert into reader_looks (workspace_id, door, reader_id, listing_id, channel, name, interval_minutes, seen_version, look_after, exposed_since)
       values (1, $1, $2, 7, 'airbnb', 'e', 60, now(), now(), case when $3 then now() end)`,
      [door, reader, exposed],
    )
  await before.move()
  const { rows } = await pool.query<{ reader_id: string }>(
    'select reader_id from reader_looks where seen_version is null order by reader_id',
  )
  assert.deepEqual(
    rows.map(({ reader_id }) => reader_id),
    [id(2), id(3), id(4), 'new', 'over'],
  )
})
