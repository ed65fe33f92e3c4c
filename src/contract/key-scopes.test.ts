import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { KeyScope, keyFamilyNames, keyScopes } from './key-scopes.ts'

test('the guide names every family, in their order', () => {
  const guide = readFileSync(new URL('../../docs/guides/keys.md', import.meta.url), 'utf8')
  const [, list = ''] = /The families are:\n\n([\s\S]*?)\. Some are/.exec(guide) ?? []
  assert.deepEqual(
    [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    keyFamilyNames,
  )
})

test('a key is given reading or writing of a family or of all, and nothing else', () => {
  assert.equal(keyScopes.length, 2 * (keyFamilyNames.length + 1))
  for (const scope of ['*:read', '*:write', 'guests:read', 'guests:write'])
    assert.ok(Value.Check(KeyScope, scope), scope)
  for (const scope of ['*', 'guests', 'guests:delete', 'guest:read', 'guests:read ', '', 7, null])
    assert.ok(!Value.Check(KeyScope, scope), String(scope))
})
