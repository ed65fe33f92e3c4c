/** Rows that are copied into a table, against a real PostgreSQL. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { copyRows, type CopiedValue } from '../../src/platform/copy-rows.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'

let made: TestDatabase
let database: Database
before(async () => {
  made = await createTestDatabase()
  database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 1 })
  await database.pool.query(
    'create table copied (n bigint primary key, said text, at timestamptz, told json, ids text[])',
  )
})
after(async () => {
  await database?.close()
  await made?.drop()
})

const columns = ['n', 'said', 'at', 'told', 'ids']
const copy = (rows: CopiedValue[][]) => copyRows(database.pool, { table: 'copied', columns }, rows)
const session = async () =>
  (await database.pool.query('select pg_backend_pid() as pid')).rows[0] as { pid: number }

describe('rows that are copied', () => {
  it('are what they were, whatever stands in them', async () => {
    const texts = [
      '',
      'plain',
      'tab\tand\nline\r\nend',
      'C:\\new\\table',
      '\\N',
      '\\.',
      '\\',
      'ünïcödé 🏠',
      '\u0001',
      null,
    ]
    const told = { says: 'a "quoted" \\ and\na line\ttab' }
    await copy(texts.map((text, n) => [n, text, '2026-03-29T01:30:00.250Z', JSON.stringify(told), '{a,b}']))
    const { rows } = await database.pool.query('select * from copied order by n')
    assert.deepEqual(
      rows,
      texts.map((said, n) => ({
        n: String(n),
        said,
        at: new Date('2026-03-29T01:30:00.250Z'),
        told,
        ids: ['a', 'b'],
      })),
    )
  })

  it('are all refused with one of them, and the session is not used again', async () => {
    const before = await session()
    const row = (n: number): CopiedValue[] => [n, 'x', null, null, null]
    await assert.rejects(copy([row(100), row(101), row(100)]), { code: '23505' })
    await assert.rejects(copy([row(100), ['no number', 'x', null, null, null]]), { code: '22P02' })
    const { rows } = await database.pool.query('select n from copied where n >= 100')
    assert.deepEqual(rows, [])
    assert.notDeepEqual(await session(), before)
    await copy([row(100), row(101)])
  })

  it('keep the session when there is nothing to complain of', async () => {
    const before = await session()
    await copy([])
    await copy([[200, 'x'.repeat(3_000_000), null, null, null]])
    assert.deepEqual(await session(), before)
    const { rows } = await database.pool.query('select length(said) as length from copied where n = 200')
    assert.deepEqual(rows, [{ length: 3_000_000 }])
  })
})
