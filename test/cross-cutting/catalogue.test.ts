/** Checks the schema's rules in the catalogue of a migrated database. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { isSandboxId } from '../../src/platform/tenant.ts'
import { belongings, globalTables } from '../../src/platform/tenant-tables.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'

/** Tables that name a connection, although their rows are found by a record or belong to the whole workspace. */
const keptWithAnother = ['connect_sessions', 'kept_nights']
/** Only these tables belong to no workspace. */
const shared = [...globalTables, 'lodgewire_migrations']

describe('schema', () => {
  let database: TestDatabase
  let client: pg.Client
  before(async () => {
    database = await createTestDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await database.drop()
  })

  const read = async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text)).rows

  const tenantTables = async () =>
    (
      await read<{ name: string }>(`
        select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
    )
      .map(({ name }) => name)
      .filter((name) => !shared.includes(name))

  it('gives every tenant table a workspace', async () => {
    const tables = await tenantTables()
    assert.ok(tables.length > 15, `only ${tables.length} tenant tables`)
    const withWorkspace = await read<{ name: string }>(`
      select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'workspace_id' and a.attnotnull and a.atttypid = 'int8'::regtype and c.relkind in ('r', 'p')`)
    const names = withWorkspace.map(({ name }) => name)
    assert.deepEqual(
      tables.filter((table) => !names.includes(table)),
      [],
    )
  })

  it('knows to which connection the rows of every table with a connection belong', async () => {
    const columns = await read<{ table: string; column: string }>(`
      select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname in ('id', 'connection_id', 'listing_id')`)
    const has = (table: string, column: string) =>
      columns.some((found) => found.table === table && found.column === column)
    const needed = {
      connection_id: ['connection_id'],
      listing: ['connection_id', 'listing_id'],
      id: ['id'],
      guest: ['id', 'connection_id'],
      part: [],
      workspace: [],
    }
    const wrong = Object.entries(belongings).filter(([table, belonging]) => {
      const missesColumn = needed[belonging].some((column) => !has(table, column))
      const forgets = needed[belonging].length === 0 && has(table, 'connection_id')
      return missesColumn || (forgets && !keptWithAnother.includes(table))
    })
    assert.deepEqual(wrong, [])
  })

  it('starts every primary key and unique key with workspace_id', async () => {
    const keys = await read<{ table: string; index: string; first: string; primary: boolean }>(`
      select t.relname as table, i.relname as index, a.attname as first, x.indisprimary as primary
      from pg_index x
      join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
      where x.indisunique and t.relnamespace = 'public'::regnamespace`)
    const tables = await tenantTables()
    const ofTenants = keys.filter(({ table }) => tables.includes(table))
    assert.deepEqual(
      tables.filter((table) => !ofTenants.some((key) => key.table === table && key.primary)),
      [],
      'tables without a primary key',
    )
    assert.deepEqual(
      ofTenants.filter(({ first }) => first !== 'workspace_id'),
      [],
    )
  })

  it('starts every foreign key with workspace_id, on both sides', async () => {
    const keys = await read<{
      table: string
      name: string
      target: string
      first: string
      target_first: string
    }>(`
      select t.relname as table, c.conname as name, r.relname as target, a.attname as first, b.attname as target_first
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
      where c.contype = 'f' and t.relnamespace = 'public'::regnamespace`)
    const tables = await tenantTables()
    const ofTenants = keys.filter(({ table }) => tables.includes(table))
    assert.ok(ofTenants.length > 20)
    const broken = ofTenants.filter(({ first, target, target_first }) =>
      target === 'workspaces'
        ? first !== 'workspace_id'
        : first !== 'workspace_id' || target_first !== 'workspace_id',
    )
    assert.deepEqual(broken, [])
  })

  it('keeps sandbox ids and live ids apart in every table with ids of its own', async () => {
    const numbered = await read<{ table: string; guarded: boolean }>(`
      select t.relname as table, exists (
        select 1 from pg_constraint c where c.conrelid = t.oid and c.contype = 'c'
          and pg_get_constraintdef(c.oid) ~ 'is_sandbox_id\\(workspace_id\\) = is_sandbox_id\\(id\\)') as guarded
      from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname = 'id' and a.atttypid = 'int8'::regtype
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')`)
    const tables = await tenantTables()
    const ofTenants = numbered.filter(({ table }) => tables.includes(table))
    assert.ok(ofTenants.length > 8)
    assert.deepEqual(
      ofTenants.filter(({ guarded }) => !guarded),
      [],
    )
  })

  it('numbers new rows by the space they are in', async () => {
    const ids = async (workspace: string) =>
      (
        await read<{ id: string }>(
          `select next_id(${workspace}, 'listings_id') as id from generate_series(1, 3)`,
        )
      ).map(({ id }) => BigInt(id))
    assert.ok((await ids('1')).every((id) => id < 900_000_000n))
    assert.ok((await ids('900000007')).every((id) => id >= 900_000_000n))
    await read(`select setval('listings_id', 899999998)`)
    assert.deepEqual(await ids('1'), [899_999_999n, 1_000_000_000_000n, 1_000_000_000_001n])
    await read(`select setval('listings_id', 9006200154740989)`)
    const last = await read<{ id: string }>(`select next_id(1, 'listings_id') as id`)
    assert.ok(Number(last[0]?.id) < Number.MAX_SAFE_INTEGER)
  })

  it('says of an id whether it is of a sandbox as the server does', async () => {
    const edges = ['1', '899999999', '900000000', '999999999999', '1000000000000', '9007199254740991']
    const rows = await read<{ is: boolean }>(
      `select is_sandbox_id(id) as is from unnest('{${edges.join()}}'::bigint[]) with ordinality as t (id, n) order by n`,
    )
    assert.deepEqual(
      rows.map((row) => row.is),
      edges.map(isSandboxId),
    )
  })

  it('refuses a live row with a sandbox id, and the other way round', async () => {
    await client.query(`insert into workspaces (id, name) values (71, 'live')`)
    await client.query(`insert into workspaces (id, sandbox_of, name) values (900000071, 71, 'twin')`)
    const insert = (workspace: number, id: number) =>
      client.query(`insert into listings (workspace_id, id, name) values (${workspace}, ${id}, 'x')`)
    await assert.rejects(insert(71, 900_000_500), /check constraint/)
    await assert.rejects(insert(900_000_071, 500), /check constraint/)
    await insert(71, 500)
    await insert(900_000_071, 900_000_500)
  })
})
