/**
 * The nightly price look is killed in the middle. The next process continues, and every price of `auto` listings is
 * applied exactly once.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pricedWorkspace } from '../../bench/pricing/priced-workspace.ts'
import { insertPricedListing } from '../../src/features/markets/pricing/queries.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

const listings = 40
const kills = 3

let database: TestDatabase
let own: Database
const place = testFolder()
before(async () => {
  database = await createTestDatabase()
  own = createDatabase(database.url, { log: createLog({ level: 'silent' }), max: 2 })
})
after(async () => {
  await own.close()
  await database.drop()
  place.remove()
})

interface State {
  looked: number
  applied: number
  due: number
}
async function state(): Promise<State> {
  const { rows } = await sql<State>`
    select (select count(*)::int from priced_listings where priced_at is not null) as looked,
           (select count(*)::int from price_recommendations where applied_by = 'auto') as applied,
           (select count(*)::int from priced_listings where due_at <= now()) as due`.execute(own.kysely)
  const [row] = rows
  assert.ok(row)
  return row
}

test('goes on where it was, and applies each price once', async () => {
  const db = own.kysely
  const today = new Date().toISOString().slice(0, 10)
  const start = () => startServerProcess(place.folder, { DATABASE_URL: database.url })
  // It makes the first workspace and ends, so the homes arrive while nobody looks.
  await (await start()).stop()
  const { scope, ids } = await pricedWorkspace(db, { listings, today })
  await sql`
    create table price_changes (listing_id bigint, date date, old_price numeric, new_price numeric);
    create function note_price_change() returns trigger language plpgsql as $$
      begin
        insert into price_changes values (new.listing_id, new.date, old.price, new.price);
        return null;
      end $$;
    create trigger note_price_change after update on calendar_days for each row
      when (old.price is distinct from new.price) execute function note_price_change()`.execute(db)
  await insertPricedListing(db, scope, ids, new Date())
  await sql`
    update priced_listings set settings = '{"mode": "auto", "minPrice": "40"}'
    where workspace_id = ${scope.workspaceId} and listing_id % 2 = 0`.execute(db)

  let server: ServerProcess
  let before = await state()
  let inside = 0
  for (let round = 0; round < kills; round += 1) {
    server = await start()
    // Kills alternate between right after a committed look and the middle of applying.
    const what = round % 2 === 0 ? 'looked' : 'applied'
    const now = await until(
      `more to be ${what}`,
      async () => {
        const one = await state()
        return one[what] > before[what] || one.due === 0 ? one : null
      },
      { everyMs: 1 },
    )
    await server.kill()
    if (now.due > 0) inside += 1
    // Releases the dead process's claim as five minutes would.
    await sql`update priced_listings set claimed_until = now() where claimed_until is not null`.execute(db)
    before = await state()
  }
  assert.ok(inside > 1, `it was killed in the middle ${inside} times`)
  server = await start()
  try {
    await until('every listing to be looked at', async () => (await state()).due === 0)
  } finally {
    await server.stop()
  }
  const { rows } = await sql<{
    looked: number
    pending: number
    beyond: number
    twice: number
    changes: number
  }>`
    select (select count(*)::int from priced_listings where priced_on is not null) as looked,
           (select count(*)::int from price_recommendations r join priced_listings p using (workspace_id, listing_id)
            where p.settings->>'mode' = 'auto' and r.status = 'pending'
              and r.recommended_price is distinct from r.current_price) as pending,
           (select count(*)::int from price_changes where abs(new_price / old_price - 1) > 0.1501) as beyond,
           (select count(*)::int from (select from price_changes group by listing_id, date having count(*) > 1) again) as twice,
           (select count(*)::int from price_changes) as changes`.execute(db)
  const [result] = rows
  assert.ok(result && result.changes > 500, JSON.stringify(result))
  assert.deepEqual(
    { ...result, changes: 0 },
    { looked: listings, pending: 0, beyond: 0, twice: 0, changes: 0 },
  )
})
