/**
 * The statements for a Citus coordinator, run on a PostgreSQL that has functions of the same names which write down what they are asked. With
 * Citus 13 itself they were run by hand (docs/operate/scaling.md): no package of it is there to test with.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import {
  distribute,
  findObstacle,
  foreignKeysOf,
  isDistributed,
  readDistributionPlan,
} from '../../src/platform/distribution/coordinator.ts'
import { tablesOfCoordinator } from '../../src/platform/distribution/plan.ts'
import { belongings, globalTables } from '../../src/platform/tenant-tables.ts'
import { createTestDatabase, isOnCitus, openTestPool, type TestDatabase } from '../harness/database.ts'

let database: TestDatabase
let pool: pg.Pool
before(async () => {
  if (isOnCitus()) return
  database = await createTestDatabase()
  pool = openTestPool({ connectionString: database.url, max: 2 })
  await pool.query(`
    create table asked (place bigint generated always as identity, "table" text, by_column text, beside text);
    create function create_reference_table("table" text) returns void language sql as
      $$ insert into asked ("table") values ("table") $$;
    create function create_distributed_table("table" text, by_column text, colocate_with text) returns void language sql as
      $$ insert into asked ("table", by_column, beside) values ("table", by_column, colocate_with) $$;
    create table emptied (original regclass);
    create function truncate_local_data_after_distributing_table(original regclass) returns void language sql as
      $$ insert into emptied values (original) $$;
    create table copied (function text);
    create function create_distributed_function(function regprocedure) returns void language sql as
      $$ insert into copied values (function::text) $$`)
})
after(async () => {
  if (isOnCitus()) return
  await pool.end()
  await database.drop()
})

const definitionsOfTriggers = async () =>
  (
    await pool.query<{ definition: string }>(
      `select pg_get_triggerdef(oid, true) as definition from pg_trigger where not tgisinternal and tgparentid = 0 order by 1`,
    )
  ).rows.map(({ definition }) => definition)

const skip = isOnCitus() && 'it replaces the functions of Citus, so it needs a PostgreSQL without'
describe('distributing the tables', { skip }, () => {
  it('says what is missing on a server without Citus', async () => {
    assert.match((await findObstacle(pool)) ?? '', /extension citus is not there/)
    assert.equal(await isDistributed(pool), false)
  })

  it('changes nothing when one statement is refused', async () => {
    const keys = await foreignKeysOf(pool)
    const { statements, leftOut } = await readDistributionPlan(pool)
    await assert.rejects(
      distribute(pool, { statements: [...statements, 'select refused()'], leftOut }),
      /refused\(\) does not exist/,
    )
    assert.deepEqual(await foreignKeysOf(pool), keys)
  })

  it('places each table once, those of workspaces by the workspace and beside each other, and puts the keys back', async () => {
    const keys = await foreignKeysOf(pool)
    assert.ok(keys.length > 100)
    const triggers = await definitionsOfTriggers()
    const plan = await readDistributionPlan(pool)
    await distribute(pool, plan)
    const { rows } = await pool.query<{ table: string; by_column: string | null; beside: string | null }>(
      'select "table", by_column, beside from asked order by place',
    )
    const shared = rows.filter(({ by_column: column }) => column === null).map(({ table }) => table)
    assert.deepEqual([...shared, ...tablesOfCoordinator].toSorted(), [...globalTables].toSorted())
    assert.equal(shared[0], 'encryption_keys')
    const [first, ...others] = rows.filter(({ by_column: column }) => column !== null)
    assert.deepEqual(first, { table: 'workspace_heads', by_column: 'workspace_id', beside: 'none' })
    assert.ok(
      others.every(({ by_column: by, beside }) => by === 'workspace_id' && beside === 'workspace_heads'),
    )
    assert.deepEqual(
      ['workspace_heads', ...others.map(({ table }) => table)].toSorted(),
      Object.keys(belongings).toSorted(),
    )
    const leftOut = plan.leftOut.map(({ name }) => name)
    assert.deepEqual(leftOut, [
      'api_keys_member_fkey',
      'message_parts_workspace_id_message_id_fkey',
      'vendor_acts_workspace_id_reservation_id_fkey',
    ])
    assert.deepEqual(
      await foreignKeysOf(pool),
      keys.filter(({ name }) => !leftOut.includes(name)),
    )
    const ofOneMachine =
      /^CREATE TRIGGER (?:api_keys_change|limit_overrides_change|workspaces_change|workspaces_retention) /
    const missing = triggers.filter((definition) => ofOneMachine.test(definition))
    assert.equal(missing.length, 4)
    assert.deepEqual(
      await definitionsOfTriggers(),
      triggers.filter((definition) => !missing.includes(definition)),
    )
  })

  it('has no trigger while rows are copied, and empties each original, with those that are parts of a table', async () => {
    const { statements } = await readDistributionPlan(pool)
    const at = (pattern: RegExp) => [
      statements.findIndex((text) => pattern.test(text)),
      statements.findLastIndex((text) => pattern.test(text)),
    ]
    const [dropped, copied, made] = [at(/^drop trigger/), at(/^select create_/), at(/^CREATE TRIGGER/)]
    assert.ok((dropped[1] ?? 0) < (copied[0] ?? 0) && (copied[1] ?? 0) < (made[0] ?? 0))
    const { rows } = await pool.query<{ name: string }>('select original::text as name from emptied')
    const emptied = rows.map(({ name }) => name)
    const { rows: kept } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname <> all (array['asked', 'copied', 'emptied', 'lodgewire_migrations'] || $1::text[])`,
      [tablesOfCoordinator],
    )
    assert.ok(emptied.some((name) => name.startsWith('request_log_')))
    assert.deepEqual(emptied.toSorted(), kept.map(({ name }) => name).toSorted())
  })

  it('copies the functions, passes settings on and drops what only one machine could do', async () => {
    const count = async (text: string) => (await pool.query<{ n: number }>(text)).rows[0]?.n
    assert.equal(
      await count(`select count(*)::int as n from unnest(array['traits_of', 'set_change_moment', 'live_id']) name
        where not exists (select from copied where function like name || '(%')`),
      0,
    )
    assert.equal(
      await count(`select count(*)::int as n from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where p.proname in ('tell_of_key', 'tell_of_keys', 'begin_retention')`),
      0,
    )
    const another = await pool.query<{ set: string[] }>(
      'select setconfig as set from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase where d.datname = current_database()',
    )
    assert.deepEqual(another.rows, [
      { set: ['citus.propagate_set_commands=local', 'citus.multi_shard_modify_mode=sequential'] },
    ])
  })
})
