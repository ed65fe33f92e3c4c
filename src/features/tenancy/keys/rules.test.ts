import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyStateAt } from './rules.ts'

const june = new Date('2026-06-01T00:00:00Z')
const july = new Date('2026-07-01T00:00:00Z')

test('a key ends at its moment, and stays revoked', () => {
  assert.equal(keyStateAt({ revoked_at: null, expires_at: null }, june), 'active')
  assert.equal(keyStateAt({ revoked_at: null, expires_at: july }, june), 'active')
  assert.equal(keyStateAt({ revoked_at: null, expires_at: june }, june), 'expired')
  assert.equal(keyStateAt({ revoked_at: june, expires_at: june }, june), 'revoked')
})
