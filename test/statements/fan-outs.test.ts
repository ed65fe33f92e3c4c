/**
 * The rule of `npm run check:distribution` about statements that name one workspace. Citus 13.2.2 on PostgreSQL 15 was asked to plan each of these on
 * our tables with eight shards: the first ones are one task, the others are eight.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { fanOutAdvice, findFanOuts, type FanOut } from '../../scripts/distribution/find-fan-outs.ts'
import { parseStatements, readSqlCatalog, type SqlCatalog } from '../../scripts/distribution/sql-catalog.ts'

let catalog: SqlCatalog
before(async () => {
  catalog = await readSqlCatalog()
})

async function fanOutsOf(text: string): Promise<FanOut[]> {
  const [statement] = await parseStatements(text)
  assert.ok(statement)
  return findFanOuts(statement, catalog)
}

const asksOneShard: Record<string, string> = {
  'a subquery that names the workspace by its value again': `select g.id, (select c.value from guest_contacts c where c.workspace_id = $2::bigint and c.guest_id = g.id)
    from guests g where g.workspace_id = $1`,
  'an exists and a list of pairs that become joins': `select l.id from listings l where l.workspace_id = $1 and exists (
    select from reservations r where (r.workspace_id, r.listing_id) = (l.workspace_id, l.id))
    and (l.workspace_id, l.id) in (select workspace_id, listing_id from channel_links)`,
  'an exists within an exists': `select l.id from listings l where l.workspace_id = $1 and exists (select from reservations r
    where r.workspace_id = l.workspace_id and exists (select from channel_links c where c.workspace_id = l.workspace_id))`,
  'a value that only an exists has': `select l.id from listings l where exists (
    select from reservations r where r.workspace_id = $1 and r.workspace_id = l.workspace_id and r.listing_id = l.id)`,
  'an absence': `select l.id from listings l where l.workspace_id = $1 and not exists (
    select from reservations r where r.workspace_id = l.workspace_id and r.listing_id = l.id)`,
  'a list of distinct pairs': `select l.id from listings l where l.workspace_id = $1
    and (workspace_id, id) in (select distinct workspace_id, listing_id from reservations)`,
  'outer joins one after the other': `select l.id from listings l
    left join reservations r on r.workspace_id = l.workspace_id and r.listing_id = l.id
    left join channel_links c on c.workspace_id = r.workspace_id and c.listing_id = r.listing_id where l.workspace_id = $1`,
  'an outer join from the right': `select l.id from reservations r right join listings l using (workspace_id) where l.workspace_id = $1`,
  'an exists about the rows that an outer join may leave out': `select l.id from listings l left join reservations r on r.workspace_id = l.workspace_id
    and exists (select from channel_links c where c.workspace_id = r.workspace_id) where l.workspace_id = $1`,
  'plain rows for each row': `select l.id, r.id from listings l left join lateral (
    select r.id from reservations r where r.workspace_id = l.workspace_id and r.listing_id = l.id) r on true where l.workspace_id = $1`,
  'counts that are joined by the workspace': `select l.id, s.n from listings l left join (select workspace_id, listing_id, count(*) as n
    from reservations group by 1, 2) s on s.workspace_id = l.workspace_id and s.listing_id = l.id where l.workspace_id = $1`,
  'a CTE that stands where it is read': `with few as (select workspace_id, id from listings where workspace_id = $1)
    select few.id from few join reservations r on r.workspace_id = few.workspace_id and r.listing_id = few.id`,
  'a CTE of which another table chooses the rows': `with few as (select workspace_id, id from listings)
    select few.id from few join reservations r on r.workspace_id = few.workspace_id and r.listing_id = few.id where r.workspace_id = $1`,
  'the one workspace of a shared table': `select l.id from workspaces w join listings l on l.workspace_id = w.id
    join reservations r on r.workspace_id = w.id where w.id = $1`,
  'rows that are inserted from rows of one workspace': `insert into kv_spaces (workspace_id) select workspace_id from listings where workspace_id = $1`,
  'a full join': `select l.id from listings l full join reservations r using (workspace_id, id) where l.workspace_id = $1 and r.workspace_id = $2`,
}

/** With the tables that every shard would be asked for. */
const asksAllShards: Record<string, [string, string]> = {
  'a subquery in the list of columns': [
    'guest_contacts c',
    `select g.id, (select c.value from guest_contacts c where c.workspace_id = g.workspace_id and c.guest_id = g.id)
    from guests g where g.workspace_id = $1`,
  ],
  'an exists under or': [
    'reservations r',
    `select l.id from listings l where l.workspace_id = $1 and (l.id = $2 or exists (
    select from reservations r where r.workspace_id = l.workspace_id and r.listing_id = l.id))`,
  ],
  'a list that takes columns of the rows around it': [
    'reservations r',
    `select l.id from listings l where l.workspace_id = $1
    and id in (select r.listing_id from reservations r where r.workspace_id = l.workspace_id)`,
  ],
  'an exists whose joins take columns of the rows around it': [
    'reservations r, channel_links c',
    `select l.id from listings l where l.workspace_id = $1 and exists (
    select from reservations r join channel_links c on c.workspace_id = l.workspace_id where r.workspace_id = l.workspace_id)`,
  ],
  'a sum for each row': [
    'reservations r',
    `select l.id, r.all from listings l cross join lateral (
    select array_agg(r.id) as all from reservations r where r.workspace_id = l.workspace_id and r.listing_id = l.id) r where l.workspace_id = $1`,
  ],
  'numbers of the rows for each row': [
    'reservations r',
    `select l.id from listings l cross join lateral (
    select row_number() over (order by r.id) from reservations r where r.workspace_id = l.workspace_id) r where l.workspace_id = $1`,
  ],
  'the first row for each row': [
    'reservations r',
    `select l.id from listings l left join lateral (
    select r.id from reservations r where r.workspace_id = l.workspace_id order by r.id limit 1) r on true where l.workspace_id = $1`,
  ],
  'a union for each row': [
    'reservations r, channel_links c',
    `select l.id, s.x from listings l cross join lateral (
    select r.listing_id as x from reservations r where r.workspace_id = l.workspace_id
    union all select c.listing_id from channel_links c where c.workspace_id = l.workspace_id) s where l.workspace_id = $1`,
  ],
  'counts that alone have the value': [
    'listings l',
    `select l.id, s.n from listings l join (select workspace_id, listing_id, count(*) as n
    from reservations where workspace_id = $1 group by 1, 2) s on s.workspace_id = l.workspace_id and s.listing_id = l.id`,
  ],
  'first rows of each listing': [
    'reservations reservations',
    `select l.id from listings l join (
    select distinct on (listing_id) workspace_id, listing_id from reservations) s on s.workspace_id = l.workspace_id where l.workspace_id = $1`,
  ],
  'a value that only the condition of an outer join has': [
    'listings l',
    `select l.id from listings l left join reservations r
    on r.workspace_id = $1 and l.workspace_id = $2 and r.workspace_id = l.workspace_id and r.listing_id = l.id`,
  ],
  'a value that only rows have that may be left out': [
    'listings l',
    `select l.id from listings l left join lateral (
    select r.id from reservations r where r.workspace_id = $1 and r.workspace_id = l.workspace_id and r.listing_id = l.id) r on true`,
  ],
  'a value that only an absence has': [
    'listings l',
    `select l.id from listings l where not exists (
    select from reservations r where r.workspace_id = $1 and r.workspace_id = l.workspace_id and r.listing_id = l.id)`,
  ],
  'an exists about the rows before an outer join': [
    'channel_links c',
    `select l.id from listings l left join reservations r on r.workspace_id = l.workspace_id
    and exists (select from channel_links c where c.workspace_id = l.workspace_id) where l.workspace_id = $1`,
  ],
  'a CTE that is computed on its own': [
    'reservations r',
    `with few as materialized (select workspace_id, id from listings where workspace_id = $1)
    select few.id from few join reservations r on r.workspace_id = few.workspace_id and r.listing_id = few.id`,
  ],
  'rows that are grouped for each row': [
    'reservations r',
    `select l.id from listings l cross join lateral (
    select r.id from reservations r where r.workspace_id = l.workspace_id group by r.id) r where l.workspace_id = $1`,
  ],
  'rows in order for each row': [
    'reservations r',
    `select l.id from listings l cross join lateral (
    select r.id from reservations r where r.workspace_id = l.workspace_id order by r.id) r where l.workspace_id = $1`,
  ],
  'some rows for each row': [
    'reservations r',
    `select l.id from listings l cross join lateral (
    select r.id from reservations r where r.workspace_id = l.workspace_id limit 1) r where l.workspace_id = $1`,
  ],
  'several rows of each row': [
    'reservations r',
    `select l.id from listings l cross join lateral (
    select unnest(array[r.id, r.listing_id]) from reservations r where r.workspace_id = l.workspace_id) r where l.workspace_id = $1`,
  ],
  'numbers of all rows': [
    'reservations reservations',
    `select l.id from listings l join (
    select workspace_id, row_number() over (order by id) from reservations) s on s.workspace_id = l.workspace_id where l.workspace_id = $1`,
  ],
  'some pairs': [
    'reservations reservations',
    `select l.id from listings l where l.workspace_id = $1
    and (workspace_id, id) in (select workspace_id, listing_id from reservations limit 5)`,
  ],
  'a value that only the condition of an outer join from the right has': [
    'listings l',
    `select l.id from reservations r right join listings l
    on r.workspace_id = $1 and r.workspace_id = l.workspace_id`,
  ],
  'an exists in a case': [
    'reservations r',
    `select l.id, case when l.id > $2 then exists (
    select from reservations r where r.workspace_id = l.workspace_id) end from listings l where l.workspace_id = $1`,
  ],
}

describe('a statement of one workspace', () => {
  for (const [what, text] of Object.entries(asksOneShard)) {
    it(`asks one shard with ${what}`, async () => assert.deepEqual(await fanOutsOf(text), []))
  }
  for (const [what, [tables, text]] of Object.entries(asksAllShards)) {
    it(`asks every shard with ${what}`, async () => {
      const found = await fanOutsOf(text)
      assert.equal(found.map(({ table, alias }) => `${table} ${alias}`).join(', '), tables)
    })
  }

  it('is told from one of all workspaces', async () => {
    const text = `select l.id, (select count(*) from reservations r where r.workspace_id = l.workspace_id) from listings l`
    assert.deepEqual(await fanOutsOf(text), [])
    assert.deepEqual(
      await fanOutsOf(`${text} where l.workspace_id = any($1)`),
      [],
      'a list may have many workspaces',
    )
  })

  it('needs the value on both sides of a full join, though Citus may find it for one', async () => {
    const found =
      await fanOutsOf(`select l.id from listings l full join reservations r on r.workspace_id = l.workspace_id
      and r.listing_id = l.id where l.workspace_id = $1`)
    assert.deepEqual(found, [{ table: 'reservations', alias: 'r' }])
  })

  it('needs the value in pairs that take columns of the rows around them, which Citus refuses', async () => {
    const found =
      await fanOutsOf(`select l.id from listings l where l.workspace_id = $1 and (l.workspace_id, l.id) in (
      select r.workspace_id, r.listing_id from reservations r where r.id > l.id)`)
    assert.deepEqual(found, [{ table: 'reservations', alias: 'r' }])
  })

  it('is mended by the value', () => {
    assert.equal(
      fanOutAdvice({ table: 'guest_contacts', alias: 'c' }),
      'where it reads guest_contacts as c, write the value again: c.workspace_id = $n::bigint',
    )
    assert.equal(
      fanOutAdvice({ table: 'listings', alias: 'listings' }),
      'where it reads listings, write the value again: listings.workspace_id = $n::bigint',
    )
  })
})
