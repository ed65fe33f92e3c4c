/** Listings that were read before they had links. */
import assert from 'node:assert/strict'
import { copyFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, it } from 'node:test'
import pg from 'pg'
import { createLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'

const migrations = path.resolve(import.meta.dirname, '../../db/migrations')
const linking = '0018_links_of_listings.sql'

let database: TestDatabase
let pool: pg.Pool
const folder = testFolder()
before(async () => {
  database = await createTestDatabase({ empty: true })
  pool = new pg.Pool({ connectionString: database.url })
})
after(async () => {
  await pool.end()
  await database.drop()
  folder.remove()
})

const copy = (name: string) => copyFileSync(path.join(migrations, name), path.join(folder.folder, name))
const run = () => migrate(pool, { log: createLog({ level: 'silent' }), dir: folder.folder })

it('are linked to the account that keeps them, archived ones too; those that we keep to none', async () => {
  for (const name of readdirSync(migrations)) if (name.endsWith('.sql') && name < linking) copy(name)
  await run()
  await pool.query(`insert into workspaces (id, name) values (1, 'One')`)
  await pool.query(
    `insert into connections (workspace_id, id, provider, external_account_id, write_policy)
     values (1, 7, 'hostaway', 'h', '{}')`,
  )
  await pool.query(
    `insert into listings (workspace_id, id, name, connection_id, external_id, archived_at)
     values (1, 1, 'Read', 7, 'A', null), (1, 2, 'Gone', 7, 'B', now()), (1, 3, 'Ours', null, null, null)`,
  )
  copy(linking)
  assert.deepEqual((await run()).applied, [linking])
  const { rows } = await pool.query(
    'select connection_id, external_id, listing_id from listing_links order by listing_id',
  )
  assert.deepEqual(rows, [
    { connection_id: '7', external_id: 'A', listing_id: '1' },
    { connection_id: '7', external_id: 'B', listing_id: '2' },
  ])
})
