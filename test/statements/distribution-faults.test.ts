/**
 * The rule of `npm run check:distribution` against small statements. What Citus takes and refuses was learned from its regression tests and from
 * Citus 13 itself, which was asked to plan each of these on our tables.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { compareWithExceptions } from '../../scripts/distribution/compare-exceptions.ts'
import {
  findDistributionFaults,
  type DistributionFault,
} from '../../scripts/distribution/find-distribution-faults.ts'
import { parseStatements, readSqlCatalog, type SqlCatalog } from '../../scripts/distribution/sql-catalog.ts'

let catalog: SqlCatalog
before(async () => {
  catalog = await readSqlCatalog()
})

async function faultsOf(text: string): Promise<DistributionFault[]> {
  const [statement] = await parseStatements(text)
  assert.ok(statement)
  return findDistributionFaults(statement, catalog)
}

const planned: Record<string, string> = {
  'a union with a part that reads nothing, of a workspace named by its value': `select t.hash from sync_rows m cross join lateral (
    select r.source_hash as hash from reservations r where r.workspace_id = $1 and r.external_id = m.external_id
    union all select ''::bytea where m.kind = 'block') t where m.workspace_id = $1`,
  'one table of one workspace': 'select id from listings where workspace_id = $1',
  'one table of all workspaces': 'select workspace_id, count(*) from listings group by workspace_id',
  'a join by the workspace': `select l.id from listings l join reservations r on r.workspace_id = l.workspace_id
    and r.listing_id = l.id where l.workspace_id = $1`,
  'a join that names the workspace twice by its value': `select l.id from listings l join reservations r on r.listing_id = l.id
    where l.workspace_id = $1 and r.workspace_id = $2::bigint`,
  'a join with using':
    'select * from listings join reservations using (workspace_id) where workspace_id = $1',
  'a join over all workspaces by their number': `select l.id from listings l
    join reservations r on r.workspace_id = l.workspace_id and r.listing_id = l.id`,
  'an outer join': `select l.id from listings l left join reservations r on r.workspace_id = l.workspace_id
    and r.listing_id = l.id where l.workspace_id = $1`,
  'a join over a shared table': `select l.id from listings l join workspaces w on w.id = l.workspace_id where w.id = $1`,
  'a subquery of the workspace by its value': `select id, (select count(*) from reservations r where r.workspace_id = $1
    and r.listing_id = listings.id) from listings where workspace_id = $2`,
  'a subquery by the column of the row around it': `select id, (select count(*) from reservations r
    where r.workspace_id = listings.workspace_id and r.listing_id = listings.id) from listings where workspace_id = $1`,
  'an exists that becomes a join': `select id from listings where workspace_id = $1 and exists (select from reservations r
    where r.workspace_id = listings.workspace_id and r.listing_id = listings.id)`,
  'a list of pairs': `select id from listings where workspace_id = $1 and (workspace_id, id) in (
    select workspace_id, listing_id from reservations)`,
  'a subquery that is computed on its own': `select id from listings where workspace_id = $1
    and id = any(array(select listing_id from reservations where workspace_id = $2))`,
  'a CTE of one workspace': `with few as (select * from listings where workspace_id = $1)
    select few.id from few join reservations r on r.workspace_id = few.workspace_id and r.listing_id = few.id`,
  'rows of one workspace locked': 'select id from listings where workspace_id = $1 for update',
  'a change of one row': 'update listings set name = $3 where workspace_id = $1 and id = $2 returning id',
  'a change with a moment that is computed once':
    'update listings set updated_at = now() where workspace_id = $1 and id = $2',
  'a moment that is moved in a time zone that is named':
    "update listings set updated_at = (updated_at at time zone 'UTC' + interval '1 day') at time zone 'UTC' where workspace_id = $1",
  'a change from another table': `update listings l set name = r.source from reservations r where l.workspace_id = $1
    and r.workspace_id = l.workspace_id and r.listing_id = l.id`,
  'a removal from another table': `delete from listings l using reservations r where l.workspace_id = $1
    and r.workspace_id = l.workspace_id and r.listing_id = l.id`,
  'an insert of values': 'insert into kv_spaces (workspace_id) values ($1) on conflict do nothing',
  'rows inserted from another change': `with gone as (delete from units where workspace_id = $1 returning *)
    insert into units select * from gone`,
  'a shared table alone': 'select id from workspaces where parent_id = $1 for update',
  'walking up and down in one workspace': `with recursive chain as (
    select id from listings where workspace_id = $1 and id = $2
    union all select l.id from chain join listings l on l.workspace_id = $1 and l.id = chain.id + 1)
    select id from chain`,
  'first rows looked up for each row of a table of workspaces': `select w.id, first.id from webhooks w left join lateral (
    select d.id from deliveries d where d.workspace_id = w.workspace_id and d.webhook_id = w.id order by d.id limit 1) first on true`,
  'a subquery beside numbers of the rows of each workspace': `select l.id, row_number() over (partition by l.workspace_id),
    (select count(*) from reservations r where r.workspace_id = l.workspace_id) from listings l`,
  'a sum of subqueries':
    'select sum((select count(*) from reservations r where r.workspace_id = l.workspace_id)) from listings l',
  'an id that is drawn for values':
    "insert into connections (workspace_id, id) values ($1, next_id($1, 'connections_id'))",
  'a function that asks a workspace, by itself': 'select count(*) from record_count_differences($1)',
  'a case with whole conditions': `update listings set updated_at = now(), name = case when name = $2 then 'b' else 'c' end
    where workspace_id = $1`,
  'a case that names its value once, in a read':
    "select case name when 'a' then 1 else 2 end from listings where workspace_id = $1",
  'a row that is there already, changed by a value of a query over its own workspace': `insert into workspace_heads as h (workspace_id, sequence)
    select w.workspace_id, $1::bigint from workspace_heads w where w.workspace_id = $2
    on conflict (workspace_id) do update set sequence = h.sequence + $3::bigint`,
  'a row that is there already, changed by a value inside of a CTE': `with moved as (insert into workspace_heads as h (workspace_id, sequence)
    select id, $1::bigint from workspaces on conflict (workspace_id) do update set sequence = h.sequence + $2::bigint returning 1)
    select count(*) from moved`,
  'a row that is there already, changed by what would be inserted': `insert into workspace_heads as h (workspace_id, sequence)
    select id, $1::bigint from workspaces on conflict (workspace_id) do update set sequence = h.sequence + excluded.sequence`,
  'rows of a query returned by a shared table that is named otherwise': `insert into workspaces as made (id, name)
    select p.id + 1, p.name from workspaces p returning made.id`,
  'walking in one workspace beside rows of all': `with chain as materialized (
    with recursive step as (select id from listings where workspace_id = $1 and id = $2
      union all select l.id from step join listings l on l.workspace_id = $1 and l.id = step.id + 1) select id from step
    ), active as materialized (select id from listings where active)
    select id from chain where id not in (select id from active)`,
}

const refused: Record<string, [DistributionFault, string]> = {
  'a join by another column': [
    'untied',
    'select l.id from listings l join reservations r on r.listing_id = l.id where l.workspace_id = $1',
  ],
  'a join of two tables without a condition': [
    'untied',
    'select l.id from listings l cross join reservations r',
  ],
  'a subquery by the column beside one by the value': [
    'untied',
    `select id, (select count(*) from reservations r where r.workspace_id = listings.workspace_id and r.listing_id = listings.id)
     from listings where workspace_id = $1 and (id = $2 or exists (select from channel_links u where u.workspace_id = $3
       and u.listing_id = listings.id))`,
  ],
  'a subquery that leaves the workspace out': [
    'untied',
    'select id, (select count(*) from reservations r where r.listing_id = listings.id) from listings where workspace_id = $1',
  ],
  'a condition that only one of two sides has to meet': [
    'untied',
    `select l.id from listings l join reservations r on r.listing_id = l.id
     where l.workspace_id = $1 and (r.workspace_id = $2 or r.id = $3)`,
  ],
  'a change of a row that another workspace finds': [
    'untied',
    'update listings l set name = r.source from reservations r where l.workspace_id = $1 and r.listing_id = l.id',
  ],
  'rows of all workspaces locked': [
    'lock',
    'select id from listings where updated_at < $1 for update skip locked',
  ],
  'rows of several workspaces locked': [
    'lock',
    'select id from listings where workspace_id = any($1::bigint[]) for share',
  ],
  'due rows locked and changed': [
    'lock',
    `update sync_schedule set wake_at = $1 where (workspace_id, connection_id) in (
       select workspace_id, connection_id from sync_schedule where wake_at < $2 limit 1 for update skip locked)`,
  ],
  'walking over workspaces': [
    'recursive',
    `with recursive chain as (select workspace_id, id from listings where id = $1
     union all select l.workspace_id, l.id from chain join listings l on l.id = chain.id + 1) select id from chain`,
  ],
  'a change with a random id': [
    'mutable',
    'update webhooks set id = gen_random_uuid() where workspace_id = $1',
  ],
  'a change with a clock that runs': [
    'mutable',
    'delete from listings where workspace_id = $1 and updated_at < clock_timestamp()',
  ],
  'a stable function of a column': [
    'mutable',
    "update listings set updated_at = updated_at + interval '1 day' where workspace_id = $1",
  ],
  'a stable function in a coalesce': [
    'mutable',
    'update listings set archived_at = coalesce(archived_at, now()) where workspace_id = $1',
  ],
  'a stable function in what is returned': [
    'mutable',
    'update listings set active = true where workspace_id = $1 returning to_jsonb(listings)',
  ],
  'a moment where a row is there already': [
    'mutable',
    'insert into retention (workspace_id) values ($1) on conflict (workspace_id) do update set next_look_at = now()',
  ],
  'tables of workspaces seen from a shared one': [
    'shared outer',
    'select w.id, (select max(l.id) from listings l where l.workspace_id = w.id) from workspaces w where w.parent_id = $1',
  ],
  'a union with a part that reads nothing, of a workspace named by its column': [
    'union',
    `select t.hash from sync_rows m cross join lateral (
       select r.source_hash as hash from reservations r where r.workspace_id = m.workspace_id and r.external_id = m.external_id
       union all select ''::bytea where m.kind = 'block') t where m.workspace_id = $1`,
  ],
  'the first rows for each row of a shared table': [
    'lateral',
    `select first.id from workspaces w cross join lateral (
       select r.id from reservations r where r.workspace_id = w.id order by r.id limit 1) first`,
  ],
  'a subquery beside numbers of all rows': [
    'target list',
    `select l.id, case when row_number() over () = 1 then (select count(*) from workspaces) end from listings l`,
  ],
  'a subquery beside a count of all rows': [
    'target list',
    'select count(*), (select count(*) from workspaces) from listings',
  ],
  'a function that asks a workspace, for each row of a table': [
    'function',
    'select d.* from workspaces w cross join lateral record_count_differences(w.id) d',
  ],
  'a change by a function that asks': [
    'function',
    'update listings l set on_hosts = s.on_hosts from sold_where($1, $2) s where l.workspace_id = $1 and l.id = s.id',
  ],
  'an id that is drawn for each row of a table': [
    'function',
    `insert into accounts (workspace_id, id) select c.workspace_id, next_id($1, 'accounts_id') from connections c
     where c.workspace_id = $1`,
  ],
  'a function that asks by another one': [
    'function',
    'select count_anew(workspace_id) from workspace_heads where workspace_id = $1',
  ],
  'a case that names its value once, in a change': [
    'simple case',
    "update listings set updated_at = now(), name = case name when 'a' then 'b' else 'c' end where workspace_id = $1",
  ],
  'a case that names its value once, in the condition of a removal': [
    'simple case',
    "delete from listings where workspace_id = $1 and updated_at < now() and case name when 'a' then true else false end",
  ],
  'a row that is there already, changed by a value beside a query of the coordinator': [
    'late value',
    `insert into workspace_heads as h (workspace_id, sequence) select id, $1::bigint from workspaces
     on conflict (workspace_id) do update set sequence = h.sequence + $2::bigint`,
  ],
  'a row that is there already, changed by a value beside a CTE': [
    'late value',
    `with heads as materialized (select workspace_id from workspace_heads where workspace_id = $1)
     insert into workspace_heads as h (workspace_id, sequence) select workspace_id, $2::bigint from heads
     on conflict (workspace_id) do update set sequence = h.sequence + $3::bigint`,
  ],
  'rows of a query returned by a shared table': [
    'own name',
    'insert into workspaces (id, name) select p.id + 1, p.name from workspaces p returning id',
  ],
  'a value that is returned beside rows of a function': [
    'late value',
    `insert into workspace_heads as h (workspace_id, sequence) select r.id, 1 from json_to_recordset($1::json) as r (id bigint)
     on conflict (workspace_id) do update set sequence = 2 returning $2::int`,
  ],
  'the first rows for each of a list': [
    'lateral',
    `select first.id from unnest($1::bigint[]) as w (id) join listings on listings.workspace_id = w.id cross join lateral (
       select r.id from reservations r where r.workspace_id = w.id order by r.id limit 1) first`,
  ],
}

describe('what a coordinator can plan', () => {
  for (const [what, text] of Object.entries(planned)) {
    it(`takes ${what}`, async () => assert.deepEqual(await faultsOf(text), []))
  }
  for (const [what, [fault, text]] of Object.entries(refused)) {
    it(`refuses ${what}`, async () => assert.ok((await faultsOf(text)).includes(fault)))
  }
})

describe('declared exceptions', () => {
  const site = { file: 'src/a/queries.ts', line: '7', fault: 'lock' } as const

  it('are needed for each place, and only as many as there are', () => {
    assert.deepEqual(compareWithExceptions([site, site], [{ ...site, sites: 1 }]), [])
    assert.match(
      compareWithExceptions([site], [])[0] ?? '',
      /^src\/a\/queries\.ts lock: 1 places \(lines 7\)/,
    )
    assert.equal(compareWithExceptions([site, { ...site, line: '9' }], [{ ...site, sites: 1 }]).length, 1)
    assert.equal(compareWithExceptions([], [{ ...site, sites: 1 }]).length, 1)
    assert.equal(compareWithExceptions([{ ...site, fault: 'untied' }], [{ ...site, sites: 1 }]).length, 2)
  })

  it('are told with what to write instead', () => {
    const advised = { ...site, fault: 'fan out', advice: 'write the value again' } as const
    assert.match(
      compareWithExceptions([advised, advised], [])[0] ?? '',
      /fan out: 1 places \(lines 7\) .* ask every shard [^\n]*\n {2}line 7: write the value again$/,
    )
    assert.deepEqual(compareWithExceptions([advised], [{ ...advised, sites: 1 }]), [])
  })
})
