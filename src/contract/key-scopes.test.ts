import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { keyFamilyNames } from './key-scopes.ts'

test('the guide names every family, in their order', () => {
  const guide = readFileSync(new URL('../../docs/guides/keys.md', import.meta.url), 'utf8')
  const [, list = ''] = /The families are:\n\n([\s\S]*?)\. Some are/.exec(guide) ?? []
  assert.deepEqual(
    [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    keyFamilyNames,
  )
})
