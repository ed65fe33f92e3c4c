/** The list of what is encrypted is whole: ciphertext stands in the columns that it names, and in no other. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { sealedPlaces } from '../../src/features/sealed-places.ts'
import { sealedCounts } from '../../src/platform/encryption/seal-queries.ts'
import { startEncryptedWorld } from './world.ts'

let made: Awaited<ReturnType<typeof startEncryptedWorld>>
before(async () => {
  made = await startEncryptedWorld()
})
after(() => made.world.close())

/** Bytes that are hashes. */
const hashes = [
  'agent_plans.token_hash',
  'agent_secrets.hash',
  'api_keys.hash',
  'api_keys.previous_hash',
  'connect_sessions.id_hash',
  'connections.inbound_token_hash',
  'forgotten_guests.hash',
  'member_links.hash',
  'ical_exports.token_hash',
  'message_sends.text_hash',
  'sync_seen.ours',
  'sync_seen.theirs',
  'vendor_acts.request_hash',
  'vrbo_accounts.password_hash',
]
/** Bytes that anybody may read: prices of a public file, packed. */
const open = ['market_nights.nights']
const isHash = (name: string) => hashes.includes(name) || /\.(source|request|text|files)_hash$/.test(name)

async function columnsOf(types: readonly string[]) {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as "table", a.attname as "column", a.atttypid::regtype::text as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.atttypid::regtype::text = any(${types as string[]})
    order by 1, 2`.execute(made.db)
  return rows
}

const listed = sealedPlaces.map(({ table, column }) => `${table}.${column}`).toSorted()

describe('the list of encrypted columns', () => {
  it('has every column of bytes that is no hash', async () => {
    const columns = await columnsOf(['bytea'])
    const named = columns
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !isHash(name) && !open.includes(name))
    const bytes = sealedPlaces
      .filter(({ fields }) => !fields)
      .map(({ table, column }) => `${table}.${column}`)
    assert.deepEqual(named.toSorted(), bytes.toSorted())
  })

  it('has every column in which ciphertext stands, and each of them holds some here', async () => {
    const found: string[] = []
    for (const { table, column, type } of await columnsOf(['bytea', 'text', 'jsonb', 'json', 'text[]'])) {
      const value = sql.ref(column)
      // In base64 it begins with djEu.
      const holds =
        type === 'bytea'
          ? sql`sealed_key_id(${value}) is not null`
          : sql`${value}::text ~ '(^|["{,])djEu[A-Za-z0-9+/]{40}'`
      const { rows } = await sql`select from ${sql.table(table)} where ${holds} limit 1`.execute(made.db)
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
    assert.deepEqual(found.toSorted(), listed)
  })

  it('counts them by their key', async () => {
    for (const place of sealedPlaces)
      assert.deepEqual(
        [...(await sealedCounts(made.db, place)).keys()],
        ['old'],
        `${place.table}.${place.column}`,
      )
  })
})
