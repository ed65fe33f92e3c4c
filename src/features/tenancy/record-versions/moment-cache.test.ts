import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMomentCache, type VersionRow } from './moment-cache.ts'

const at = (ms: number) => new Date(ms)
const row = (head: string, moment: number | null): VersionRow => ({
  workspace_id: '7',
  head,
  written_at: 1,
  next_change_by_time: moment,
})

describe('the next moment that changes something', () => {
  it('is looked up until it was found', () => {
    const moments = createMomentCache()
    const asked = () => moments.asked(['7', '8'], at(100))
    assert.deepEqual(asked().heads, [null, null])
    moments.learn(row('a', 200), at(100))
    assert.deepEqual(
      [asked().heads, asked().moments],
      [
        ['a', null],
        [200, null],
      ],
    )
  })

  it('is looked up anew once it has come', () => {
    const moments = createMomentCache()
    moments.learn(row('a', 200), at(100))
    assert.deepEqual(moments.asked(['7'], at(199)).heads, ['a'])
    assert.deepEqual(moments.asked(['7'], at(200)).heads, [null])
  })

  it('is looked up anew by a clock that was set back', () => {
    const moments = createMomentCache()
    moments.learn(row('a', null), at(100))
    assert.deepEqual(moments.asked(['7'], at(99)).heads, [null])
    moments.learn(row('a', 150), at(99))
    assert.deepEqual(moments.asked(['7'], at(100)).moments, [150])
  })

  it('stands from when it was found first', () => {
    const moments = createMomentCache()
    moments.learn(row('a', 200), at(100))
    moments.learn(row('a', 200), at(150))
    assert.deepEqual(moments.asked(['7'], at(120)).heads, ['a'])
    moments.learn(row('b', 300), at(160))
    assert.deepEqual(moments.asked(['7'], at(150)).heads, [null])
    assert.deepEqual(moments.asked(['7'], at(160)).moments, [300])
  })
})
