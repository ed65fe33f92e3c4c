/** Two pools on one database stand for two servers whose workers claim due rows. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { claimEach, findOldestDue } from '../../src/platform/fairness/due-rows.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { claimKinds, type ClaimKind, type ClaimLease } from './claim-kinds.ts'

const root = path.resolve(import.meta.dirname, '../..')
const log = createLog({ level: 'silent' })
const leaseOf = (server: number): ClaimLease => ({
  now: new Date('2026-05-01T12:00:00Z'),
  until: new Date('2026-05-01T12:05:00Z'),
  holder: `00000000-0000-4000-8000-00000000000${server}`,
})
/** Four workspaces have five rows each, and a claim takes four. */
const count = 20

let server: TestDatabase
let one: Database
let other: Database
beforeEach(async () => {
  server = await createTestDatabase()
  one = createDatabase(server.url, { log })
  other = createDatabase(server.url, { log })
})
afterEach(async () => {
  await one.close()
  await other.close()
  await server.drop()
})

async function makeDue({ fill }: ClaimKind): Promise<void> {
  const places = sql`(
    select n, 1 + n / 5 as workspace_id, 100 + n as connection_id, 200 + n as listing_id from generate_series(0, ${count - 1}::int) n)`
  await one.kysely.transaction().execute(async (tx) => {
    // Other rows that these name do not matter here.
    await sql`set local session_replication_role = replica`.execute(tx)
    const base = [
      sql`insert into workspaces (id, name) select distinct workspace_id, 'w' from ${places} p`,
      sql`
        insert into connections (workspace_id, id, provider, external_account_id, credentials, write_policy)
        select workspace_id, connection_id, 'hostaway', 'a' || n, 'x', '{}' from ${places} p`,
      sql`
        insert into listings (workspace_id, id, connection_id, external_id, name)
        select workspace_id, listing_id, connection_id, 'l' || n, 'Listing' from ${places} p`,
    ]
    for (const statement of [...base, ...fill(places)]) await statement.execute(tx)
  })
}

/** Claims until nothing is left. */
async function claimAll(kind: ClaimKind, { kysely }: Database, lease: ClaimLease): Promise<string[]> {
  const claimed: string[] = []
  for (;;) {
    const more = await kind.claim(kysely, lease)
    claimed.push(...more)
    if (more.length === 0) return claimed
  }
}

const isDisjoint = (claims: readonly string[]) => new Set(claims).size === claims.length

for (const kind of claimKinds)
  describe(`${kind.name}:`, () => {
    const expected = kind.rows ?? count
    it('two servers that claim at once get different rows, and together all', async () => {
      await makeDue(kind)
      const [first, second] = await Promise.all([
        claimAll(kind, one, leaseOf(1)),
        claimAll(kind, other, leaseOf(2)),
      ])
      const left = await claimAll(kind, one, leaseOf(1))
      const all = [...first, ...second, ...left]
      assert.ok(isDisjoint(all), all.toSorted().join(' '))
      assert.equal(all.length, expected)
    })

    it('a server neither takes what another claims just now nor waits for it', async () => {
      await makeDue(kind)
      const [first, second] = await one.kysely.transaction().execute(async (tx) => {
        const claimed = await kind.claim(tx, leaseOf(1))
        assert.ok(claimed.length > 0 && claimed.length < expected)
        return [claimed, await claimAll(kind, other, leaseOf(2))]
      })
      // What the other server found was in part locked, so that its claims may have ended early.
      const left = await claimAll(kind, other, leaseOf(2))
      const all = [...first, ...second, ...left]
      assert.ok(isDisjoint(all), all.toSorted().join(' '))
      assert.equal(all.length, expected)
    })
  })

describe('due rows that were found', () => {
  const table = { table: 'priced_listings', due: 'due_at', key: { listing_id: 'bigint' } } as const
  const { now, until } = leaseOf(1)
  const claim = ({ kysely }: Database, found: Awaited<ReturnType<typeof findOldestDue>>) =>
    claimEach(found, ({ workspaceId, lockFree }) =>
      sql<{ id: string }>`
        update priced_listings set due_at = ${until} where workspace_id = ${workspaceId} and listing_id in ${lockFree}
        returning listing_id as id`.execute(kysely),
    )
  const priced = claimKinds.find(({ name }) => name === 'listings to be priced')

  it('are not claimed twice, though two servers found them before', async () => {
    assert.ok(priced)
    await makeDue(priced)
    const [first, second] = await Promise.all(
      [one, other].map(({ kysely }) => findOldestDue(kysely, table, now, 12)),
    )
    assert.ok(first && second)
    assert.deepEqual(
      first.map(({ workspaceId }) => workspaceId),
      second.map(({ workspaceId }) => workspaceId),
    )
    assert.equal((await claim(one, first)).length, 12)
    assert.deepEqual(await claim(other, second), [])
  })

  it('are claimed as far as nobody has locked them', async () => {
    assert.ok(priced)
    await makeDue(priced)
    const found = await findOldestDue(other.kysely, table, now, count)
    const claimed = await one.kysely.transaction().execute(async (tx) => {
      // A server of an earlier release locks rows of several workspaces at once.
      await sql`select from priced_listings where listing_id in (200, 206, 219) for update`.execute(tx)
      return claim(other, found)
    })
    assert.deepEqual(
      claimed.map(({ id }) => id).toSorted(),
      Array.from({ length: count }, (_, n) => String(200 + n)).filter(
        (id) => !['200', '206', '219'].includes(id),
      ),
    )
  })
})

it('every file that claims rows it found has a kind here', () => {
  const claiming = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('/fairness/due-rows.ts'),
  )
  const known = new Set(claimKinds.map(({ file }) => file))
  assert.ok(claiming.length > 5)
  assert.deepEqual(
    claiming.filter((file) => !known.has(file)),
    [],
  )
})
