import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { isUniqueViolation } from './unique-violation.ts'

function failure(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
}

it('knows a key that exists already, also from a worker of Citus, which loses the code', () => {
  const message = 'duplicate key value violates unique constraint "delivery_attempts_20261130_pkey_102234"'
  assert.equal(isUniqueViolation(failure('23505', message)), true)
  assert.equal(isUniqueViolation(failure('XX000', message)), true)
  assert.equal(isUniqueViolation(failure('XX000', 'cache lookup failed')), false)
  assert.equal(isUniqueViolation(failure('23503', message)), false)
  assert.equal(isUniqueViolation(new Error(message)), false)
})
