import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createPageCache } from './page-cache.ts'
import { validatorsOf } from './validators.ts'

const page = (state: string, length = 500) => ({
  state,
  validators: validatorsOf(state),
  answer: { status: 200, headers: {}, text: 'x'.repeat(length) },
})

it('makes room by what nobody asked for since it came', () => {
  // Ten pages fill the cache, with each entry's overhead beside its text.
  const cache = createPageCache(10_000)
  for (let n = 0; n < 10; n += 1) cache.set(`page ${n}`, page('now'))
  assert.ok(cache.get('page 0', 'now'))
  assert.ok(cache.get('page 2', 'now'))
  for (let n = 10; n < 13; n += 1) cache.set(`page ${n}`, page('now'))
  const pages = Array.from({ length: 13 }, (_, n) => n).filter((n) => cache.has(`page ${n}`))
  assert.deepEqual(pages, [0, 2, 5, 6, 7, 8, 9, 10, 11, 12])
})

it('stays within its room where all of them are asked for', () => {
  const cache = createPageCache(10_000)
  for (let n = 0; n < 40; n += 1) {
    cache.set(`page ${n}`, page('now'))
    for (let page = 0; page <= n; page += 1) cache.get(`page ${page}`, 'now')
  }
  const pages = Array.from({ length: 40 }, (_, n) => n).filter((n) => cache.has(`page ${n}`))
  assert.equal(pages.length, 10)
  assert.ok(pages.includes(39))
})

it('answers for the state that is asked for alone, and keeps nothing that takes a tenth of the room', () => {
  const cache = createPageCache(10_000)
  cache.set('page', page('before'))
  assert.equal(cache.get('page', 'now'), undefined)
  assert.equal(cache.get('page', 'before')?.validators.etag, validatorsOf('before').etag)
  cache.set('page', page('now', 1_001))
  assert.equal(cache.has('page'), false)
})
