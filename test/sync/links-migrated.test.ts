/** Listings that were read before they had links. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { databaseBefore, type EarlierDatabase } from '../harness/before-migration.ts'

const linking = '0018_links_of_listings.sql'

let earlier: EarlierDatabase
before(async () => {
  earlier = await databaseBefore(linking)
})
after(() => earlier.close())

it('are linked to the account that keeps them, archived ones too; those that we keep to none', async () => {
  await earlier.pool.query(`insert into workspaces (id, name) values (1, 'One')`)
  await earlier.pool.query(
    `insert into connections (workspace_id, id, provider, external_account_id, write_policy)
     values (1, 7, 'hostaway', 'h', '{}')`,
  )
  await earlier.pool.query(
    `insert into listings (workspace_id, id, name, connection_id, external_id, archived_at)
     values (1, 1, 'Read', 7, 'A', null), (1, 2, 'Gone', 7, 'B', now()), (1, 3, 'Ours', null, null, null)`,
  )
  assert.deepEqual(await earlier.move(), [linking])
  const { rows } = await earlier.pool.query(
    'select connection_id, external_id, listing_id from listing_links order by listing_id',
  )
  assert.deepEqual(rows, [
    { connection_id: '7', external_id: 'A', listing_id: '1' },
    { connection_id: '7', external_id: 'B', listing_id: '2' },
  ])
})
