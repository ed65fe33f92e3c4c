import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { afterPage, beginWalk, boundsOf, watermarkOf } from './change-walk.ts'

const now = new Date('2026-05-11T09:30:00Z')
const startedAt = '2026-05-11T09:25:00.000Z'

describe('a walk over a list without an order', () => {
  it('reads the changes since it began at the end of a full walk, and only changes otherwise', () => {
    assert.deepEqual(boundsOf(beginWalk(now, null), null), [null, startedAt])
    assert.deepEqual(boundsOf(beginWalk(now, '2026-05-01T00:00:00Z'), '2026-05-01T00:00:00Z'), [
      '2026-05-01T00:00:00Z',
    ])
  })

  it('goes on inside of a part and then to the next', () => {
    const first = afterPage(beginWalk(now, null), ['2026-05-02T00:00:00Z', null], 'here')
    assert.deepEqual([first.part, first.inner, first.newest], [0, 'here', '2026-05-02T00:00:00Z'])
    const second = afterPage(first, ['2026-05-01T00:00:00Z'], null)
    assert.deepEqual([second.part, second.inner, second.newest], [1, null, '2026-05-02T00:00:00Z'])
  })

  it('never ends later than it began', () => {
    const begun = beginWalk(now, null)
    assert.equal(watermarkOf(begun), null)
    assert.equal(watermarkOf(afterPage(begun, ['2026-05-11T09:29:00Z'], null)), startedAt)
  })
})
