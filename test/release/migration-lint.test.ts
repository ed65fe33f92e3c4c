/** Each danger to a busy server has an example that is refused and one that does the same without it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lintMigration } from '../../scripts/migrations/lint-migration.ts'
import { findUnplaced } from '../../scripts/migrations/find-unplaced.ts'
import { parseMigration } from '../../scripts/migrations/parse-migration.ts'
import { lintNewMigrations } from '../../scripts/released-migrations.ts'

const context = { newTables: new Set(['fresh']), releasedVersions: ['0.1.0', '0.2.0'] }
const lint = async (sql: string) => lintMigration(sql, await parseMigration(sql), context)

const dangers: [name: string, refused: string, text: RegExp, instead: string][] = [
  [
    'an index that stops writes',
    'create index a on stays (guest)',
    /Nobody writes while it is built/,
    'create index concurrently a on stays (guest)',
  ],
  [
    'a column that every old row must have',
    'alter table stays add column a int not null',
    /written anew/,
    'alter table stays add column a int not null default 0',
  ],
  [
    'a column computed for every old row',
    'alter table stays add column a uuid default gen_random_uuid()',
    /written anew/,
    'alter table stays add column a timestamptz default now()',
  ],
  [
    'a generated column',
    'alter table stays add column a int generated always as (b + 1) stored',
    /written anew/,
    'alter table stays add column a int',
  ],
  [
    'another type',
    'alter table stays alter column a type text',
    /Add a column, fill it in batches/,
    'alter table stays add column a2 text',
  ],
  [
    'a check of all rows',
    'alter table stays add constraint c check (a > 0)',
    /`not valid`/,
    'alter table stays add constraint c check (a > 0) not valid',
  ],
  [
    'a check of a new column',
    'alter table stays add column a int check (a > 0)',
    /`not valid`/,
    'alter table stays validate constraint c',
  ],
  [
    'a reference of all rows',
    'alter table fresh add foreign key (a) references stays (id)',
    /Nobody writes to either table/,
    'alter table stays add foreign key (a) references guests (id) not valid',
  ],
  [
    'a unique constraint that builds its index',
    'alter table stays add constraint u unique (a)',
    /add it `using index`/,
    'alter table stays add constraint u unique using index u_built',
  ],
  [
    'a column that may no longer be null',
    'alter table stays alter column a set not null',
    /is not null\) not valid/,
    'alter table stays add constraint c check (a is not null) not valid',
  ],
  [
    'every row at once',
    'update stays set a = 1',
    /Let a worker do it in batches/,
    'update stays set a = 1 where id = 5',
  ],
  [
    'every row away at once',
    'delete from stays',
    /Let a worker do it in batches/,
    'delete from stays where a = 1',
  ],
  ['a table that is locked', 'lock table stays', /Nobody reads or writes/, 'select 1'],
  [
    'a table written anew',
    'cluster stays',
    /Nobody reads or writes/,
    'alter table stays set (fillfactor = 70)',
  ],
  ['a table emptied of air', 'vacuum full stays', /Nobody reads or writes/, 'select 1'],
  ['an index made anew', 'reindex table stays', /Nobody reads or writes/, 'select 1'],
  [
    'a column taken away',
    'alter table stays drop column a',
    /version before may use it/,
    '-- needs version 0.2.0\nalter table stays drop column a',
  ],
  [
    'a column of another name',
    'alter table stays rename column a to b',
    /version before may use it/,
    '-- needs version 0.2.0\nalter table stays rename column a to b',
  ],
  [
    'a table taken away',
    'drop table stays',
    /version before may use it/,
    '-- needs version 0.1.0\ndrop table stays',
  ],
  [
    'a function taken away',
    'drop function letters_of(int)',
    /version before may use it/,
    'create or replace function letters_of(int) returns int language sql as $$ select 1 $$',
  ],
  [
    'taken away at once',
    '-- needs version 0.3.0\ndrop table stays',
    /not released/,
    '-- needs version 0.2.0\ndrop table stays',
  ],
  [
    'an index with company',
    'create index concurrently a on stays (b); select 1',
    /alone in its file/,
    'create index concurrently a on stays (b)',
  ],
  [
    'an index that goes without a transaction',
    'drop index concurrently a',
    /is run without a transaction/,
    'drop index a',
  ],
]

describe('a migration to come', () => {
  for (const [name, refused, text, instead] of dangers) {
    test(`${name} is refused`, async () => assert.match((await lint(`${refused};`)).join('\n'), text))
    test(`${name} has a way that is not`, async () => assert.deepEqual(await lint(`${instead};`), []))
  }

  test('tables that it makes, and small ones, hold up nobody', async () => {
    assert.deepEqual(await lint('create index a on fresh (b); alter table fresh drop column c;'), [])
    assert.deepEqual(await lint('alter table api_keys add constraint c check (a > 0);'), [])
    assert.deepEqual(await lint('create table more (id int primary key references stays (id));'), [])
  })

  test('letters beyond ASCII move no statement', async () => {
    assert.match((await lint(`select 'Äpfel'; drop table stays;`)).join(), /^drop table stays: /)
  })

  test('of a new table are refused where a Citus would keep it in one place', async () => {
    const unplaced = async (sql: string, file = '0031_visits.sql') =>
      findUnplaced(file, await parseMigration(sql)).join()
    const visits = 'create table visits (workspace_id bigint references workspaces (id), listing_id bigint);'
    const place = "select place_new_table('visits', true);"
    const reference =
      'alter table visits add foreign key (workspace_id, listing_id) references listings (workspace_id, id);'
    assert.equal(await unplaced(visits + place + reference), '')
    assert.match(
      await unplaced(visits),
      /visits stays in one place on a Citus: write `select place_new_table\('visits', true\)`/,
    )
    assert.match(await unplaced(visits + "select place_new_table('visits', false);"), /stays in one place/)
    assert.match(await unplaced(place + visits), /stays in one place/)
    assert.match(await unplaced(visits + reference + place), /visits refers to listings before it is placed/)
    assert.match(
      await unplaced(
        'create table visits (workspace_id bigint, guest_id bigint references guests (id));' + place,
      ),
      /visits refers to guests before/,
    )
    assert.equal(await unplaced(visits, '0030_visits.sql'), '')
    assert.equal(await unplaced('create table clock_marks (id bigint)'), '')
    assert.match(await unplaced('create table languages (id bigint)'), /place_new_table\('languages', true\)/)
  })

  test('those of this version are clean', async () => assert.deepEqual(await lintNewMigrations(), []))
})
