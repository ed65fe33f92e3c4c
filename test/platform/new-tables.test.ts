/** A migration of a later version creates a table of workspaces. On a Citus its rows are where those of the workspace are. */
import assert from 'node:assert/strict'
import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { it } from 'node:test'
import { createLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { ownMigrations } from '../../src/platform/migrations/migration-file.ts'
import { createTestDatabase, isOnCitus, openTestPool } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'

const visits = `
  create table visits (
    workspace_id bigint not null references workspaces (id), id bigint not null, listing_id bigint not null,
    note text, primary key (workspace_id, id)
  );
  select place_new_table('visits', true);
  alter table visits add foreign key (workspace_id, listing_id) references listings (workspace_id, id);
  create table languages (code text primary key);
  select place_new_table('languages', false);
  create function note_visit() returns trigger language plpgsql as $$ begin new.note = 'seen'; return new; end $$;
  create trigger visits_note before insert on visits for each row execute function note_visit();
  alter table listings add column visited_at timestamptz;`

it('is placed with the other rows of a workspace, and keeps its references and triggers', async (t) => {
  const database = await createTestDatabase()
  const pool = openTestPool({ connectionString: database.url, max: 2 })
  const folder = testFolder()
  t.after(async () => {
    await pool.end()
    await database.drop()
    folder.remove()
  })
  cpSync(ownMigrations, folder.folder, { recursive: true })
  writeFileSync(path.join(folder.folder, '9001_visits.sql'), visits)
  const log = createLog({ level: 'silent' })
  assert.deepEqual((await migrate(pool, { log, dir: folder.folder })).applied, ['9001_visits.sql'])

  await pool.query(`insert into workspaces (id, name) values (7, 'Own')`)
  await pool.query(`insert into listings (workspace_id, id, name) values (7, 70, 'Hut')`)
  await pool.query('insert into visits (workspace_id, id, listing_id) values (7, 1, 70)')
  await pool.query('update listings set visited_at = now() where workspace_id = 7 and id = 70')
  await assert.rejects(
    pool.query('insert into visits (workspace_id, id, listing_id) values (7, 2, 71)'),
    /foreign key/,
  )
  const { rows } = await pool.query(
    'select v.note, l.name from visits v join listings l on l.workspace_id = v.workspace_id and l.id = v.listing_id where v.workspace_id = 7',
  )
  assert.deepEqual(rows, [{ note: 'seen', name: 'Hut' }])
  if (!isOnCitus()) return
  const { rows: kinds } = await pool.query(
    `select logicalrelid::text as table, partmethod::text as method,
            colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'workspace_heads'::regclass) as beside
     from pg_dist_partition where logicalrelid::text in ('visits', 'languages') order by 1`,
  )
  assert.deepEqual(kinds, [
    { table: 'languages', method: 'n', beside: false },
    { table: 'visits', method: 'h', beside: true },
  ])
})
