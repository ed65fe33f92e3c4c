/** The texts of workers are those that Citus 13.2.2 gave on PostgreSQL 15.20. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { hasFaultCode, readDatabaseFault, type DatabaseFault } from './database-fault.ts'
import { isDatabaseUnavailable, isRefusingWrites } from './database-outage.ts'

const errorOf = (message: string, fields: Partial<pg.DatabaseError>) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), fields)

const [table, constraint] = ['kv_spaces', 'kv_spaces_pkey']
const faults: [what: string, message: string, fields: Partial<pg.DatabaseError>, fault: DatabaseFault][] = [
  [
    'a key that is there already, by PostgreSQL',
    'duplicate key value violates unique constraint "kv_spaces_pkey"',
    { code: '23505', table, constraint },
    { code: '23505', table, constraint, column: undefined },
  ],
  [
    'the same in an insert of values on a worker',
    'duplicate key value violates unique constraint "kv_spaces_pkey_102211"',
    { code: '23505', routine: 'ReportResultError' },
    { code: '23505', table: undefined, constraint, column: undefined },
  ],
  [
    'the same in an insert from a query on a worker',
    'duplicate key value violates unique constraint "kv_spaces_pkey_102214"',
    { code: 'XX000', routine: 'ReportCopyError' },
    { code: '23505', table: undefined, constraint, column: undefined },
  ],
  [
    'a missing row of another table',
    'insert or update on table "kv_spaces_102213" violates foreign key constraint "kv_spaces_workspace_id_fkey_102213"',
    { code: 'XX000', routine: 'ReportCopyError' },
    { code: '23503', table, constraint: 'kv_spaces_workspace_id_fkey', column: undefined },
  ],
  [
    'a value that is missing',
    'null value in column "requests" of relation "usage_days_102403" violates not-null constraint',
    { code: 'XX000', routine: 'ReportCopyError' },
    { code: '23502', table: 'usage_days', constraint: undefined, column: 'requests' },
  ],
  [
    'a check',
    'new row for relation "kv_spaces_102211" violates check constraint "kv_spaces_bytes_check"',
    { code: 'XX000', routine: 'ReportCopyError' },
    { code: '23514', table, constraint: 'kv_spaces_bytes_check', column: undefined },
  ],
  [
    'a division on a worker',
    'division by zero',
    { code: '22012', routine: 'ReportResultError' },
    { code: '22012', table: undefined, constraint: undefined, column: undefined },
  ],
  [
    'what nobody knows',
    'executor could not find named tuplestore',
    { code: 'XX000' },
    { code: 'XX000', table: undefined, constraint: undefined, column: undefined },
  ],
]

describe('what the database refused', () => {
  for (const [what, message, fields, fault] of faults) {
    it(`is read: ${what}`, () => assert.deepEqual(readDatabaseFault(errorOf(message, fields)), fault))
  }

  it('is nothing that came from elsewhere', () => {
    assert.equal(
      readDatabaseFault(new Error('duplicate key value violates unique constraint "a"')),
      undefined,
    )
    assert.equal(readDatabaseFault({ code: '23505' }), undefined)
    assert.equal(hasFaultCode(null, '23505'), false)
  })

  it("is a full disk or a lost worker also when Citus lost the worker's code", () => {
    const full = errorOf('could not extend file "base/16384/16385": No space left on device', {
      code: 'XX000',
    })
    assert.ok(isRefusingWrites(new Error('a write failed', { cause: full })))
    const lost = errorOf('failed to complete COPY on localhost:7401', { code: '58030' })
    assert.ok(isDatabaseUnavailable(lost))
    for (const message of [
      'SSL connection has been closed unexpectedly',
      'failure on connection marked as essential: localhost:7401',
    ])
      assert.ok(isDatabaseUnavailable(errorOf(message, { code: 'XX000' })), message)
    const refused = errorOf('connection to the remote node postgres@localhost:7401 failed', { code: '08006' })
    assert.ok(isDatabaseUnavailable(refused))
    assert.ok(!isDatabaseUnavailable(full) && !isRefusingWrites(lost))
  })
})
