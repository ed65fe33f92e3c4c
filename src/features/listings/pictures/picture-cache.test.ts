import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ImageBytes } from '../../../http/image-bytes.ts'
import { createPictureCache } from './picture-cache.ts'

const picture = (length: number) => ({
  image: new ImageBytes(Buffer.alloc(length), { contentType: 'image/png', digest: String(length) }),
})

it('stays within its bytes, and gives up what was read longest ago', () => {
  const cache = createPictureCache(10_000)
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, picture(1_900), 0)
  assert.ok(cache.get('a', 1))
  cache.set('e', picture(1_900), 2)
  assert.equal(cache.get('b', 3), undefined)
  assert.ok(cache.get('a', 3))
  cache.set('large', picture(2_500), 4)
  assert.equal(cache.get('large', 5), undefined, 'one picture may take a quarter')
  assert.ok(cache.get('e', 5))
})

it('keeps a picture for an hour and a failure for a minute', () => {
  const cache = createPictureCache(10_000)
  cache.set('a', picture(10), 0)
  cache.set('b', { failure: 'it is empty' }, 0)
  assert.deepEqual(cache.get('b', 59_999), { failure: 'it is empty' })
  assert.equal(cache.get('b', 60_000), undefined)
  assert.ok(cache.get('a', 3_599_999))
  assert.equal(cache.get('a', 3_600_000), undefined)
})
