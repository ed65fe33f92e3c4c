/** The check that one room writes each table must find every form of a write. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findOwnerFaults, type OwnerLists } from '../../scripts/owner-faults.ts'
import { foreignWriters, unnamedWriters } from '../../scripts/owner-exceptions.ts'
import { findTableUses, sourceUses, tableNames } from '../../scripts/table-uses.ts'
import { tableOwners } from '../../src/platform/tenant-tables.ts'

const inbox = 'src/features/inbox/reviews/queries.ts'
const tables = new Set(['guests', 'reviews'])
const lists: OwnerLists = { owners: { guests: 'records' }, foreign: [], unnamed: [] }

const faultsOf = (sql: string, ownerLists = lists) =>
  findOwnerFaults(findTableUses(inbox, sql, tables), { ...ownerLists }).filter((fault) =>
    fault.startsWith('src/'),
  )

describe('owners of tables', () => {
  for (const sql of [
    'sql`insert into guests (id) values (1)`',
    'sql`update guests g set notes = null`',
    'sql`UPDATE ONLY guests set notes = null`',
    'sql`delete from guests where id = 1`',
    'sql`merge into guests using reviews on true`',
    'sql`truncate guests`',
    'sql`copy guests (id) from stdin`',
    'sql`with gone as (\n  delete from guests returning id\n) select id from gone`',
    "db.insertInto('guests').values(row)",
    "db\n  .updateTable('guests')",
    "tx.deleteFrom('guests')",
    "copyRows(pool, { table: 'guests', columns: names }, rows)",
  ])
    it(`finds a planted write: ${sql.replaceAll(/\s+/g, ' ')}`, () => {
      const [fault = '', ...others] = faultsOf(sql)
      assert.match(
        fault,
        /^src\/features\/inbox\/reviews\/queries\.ts:\d+ inbox writes guests, which records owns/,
      )
      assert.deepEqual(others, [])
    })

  for (const text of [
    'sql`select from guests for update`',
    'sql`select id from guests for no key update`',
    '// update guests set notes = null\nsql`select 1`',
    '/** Rows are changed by update guests alone. */',
  ])
    it(`takes no reading or comment for a write: ${text.replaceAll(/\s+/g, ' ')}`, () => {
      assert.deepEqual(faultsOf(text), [])
    })

  it('finds a write that does not name its table', () => {
    const [fault] = faultsOf('sql`update ${sql.table(table)} set notes = null`')
    assert.match(fault ?? '', /writes a table that it does not name/)
  })

  it('checks the tables that such a write may have', () => {
    const unnamed = [{ file: inbox, reason: 'They move together.', tables: ['guests'] }]
    const [fault] = faultsOf('sql`update ${sql.table(table)} set notes = null`', { ...lists, unnamed })
    assert.match(fault ?? '', /may write guests, which records owns/)
  })

  it('accepts what is declared, and names a declaration that nothing needs', () => {
    const foreign = [{ table: 'guests', room: 'inbox', reason: 'A test.' }]
    assert.deepEqual(faultsOf('sql`delete from guests`', { ...lists, foreign }), [])
    const none = findOwnerFaults({ uses: [], unnamed: [] }, { owners: {}, foreign, unnamed: [] })
    assert.deepEqual(none, ['owner-exceptions.ts: inbox no longer writes guests'])
  })

  it('knows every table of the database, and finds nothing in the product', () => {
    assert.deepEqual([...tableNames()].toSorted(), Object.keys(tableOwners).toSorted())
    const owners = { owners: tableOwners, foreign: foreignWriters, unnamed: unnamedWriters }
    assert.deepEqual(findOwnerFaults(sourceUses(), owners), [])
    assert.ok(foreignWriters.length <= 8, 'more exceptions than the house allows')
  })
})
