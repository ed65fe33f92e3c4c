import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNameOnShard } from './shard-name.ts'

test('a name is known alone and with the number of a shard, and nothing else is', () => {
  const known = ['sold_nights', 'sold_nights_102008']
  const others = [
    undefined,
    'sold_nights_',
    'sold_nights_pkey',
    'sold_nights_pkey_102008',
    'sold_nights_1x',
    'nights',
  ]
  assert.deepEqual(
    [...known, ...others].map((given) => isNameOnShard(given, 'sold_nights')),
    [...known.map(() => true), ...others.map(() => false)],
  )
})
