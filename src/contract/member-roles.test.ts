import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyFamilyNames, type KeyScope } from './key-scopes.ts'
import { memberRoles, roleScopes } from './member-roles.ts'

test('an owner may do everything, a manager no more than the work, and others only read', () => {
  assert.deepEqual(memberRoles, ['owner', 'manager', 'read_only'])
  assert.equal(roleScopes.owner, null)
  assert.deepEqual(roleScopes.read_only, ['*:read', 'sessions:write'])
  const owners = new Set<string>(['keys', 'members', 'audit', 'usage', 'billing'])
  const work = keyFamilyNames.filter((family) => !owners.has(family))
  assert.equal(work.length, keyFamilyNames.length - owners.size)
  assert.deepEqual(roleScopes.manager, ['*:read', ...work.map((family): KeyScope => `${family}:write`)])
})
