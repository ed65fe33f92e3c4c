import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { afterPage, beginWalk, boundsOf, changePage, watermarkOf } from './change-walk.ts'
import { momentIn } from './dates.ts'
import type { VendorContext } from './vendor-context.ts'

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

  it('reads page by page, and hands on what is kept until a part ends', async () => {
    const context = { now: () => now } as VendorContext
    const answeredAt = '2026-05-11T09:29:30Z'
    const pages = [
      { rows: [{ at: '2026-05-02T00:00:00Z' }], next: 'more', total: 2, answeredAt, kept: ['gone'] },
      { rows: [{ at: '2026-05-03T00:00:00Z' }], next: null, total: 2, kept: ['gone', 'too'] },
      { rows: [], next: null, answeredAt: '2026-05-11T09:40:00Z' },
    ]
    const asked: unknown[] = []
    const walks: object[] = []
    for (let cursor: string | null = null; ;) {
      const found: Awaited<ReturnType<typeof changePage<string[]>>> = await changePage<string[]>(
        context,
        { cursor, since: null },
        (row) => momentIn(row, 'at'),
        async ({ bound, inner, kept }) => {
          asked.push([bound, inner, kept])
          return pages[asked.length - 1] ?? { rows: [], next: null }
        },
      )
      const { next, ...walk } = found.walk
      walks.push(walk)
      cursor = next
      if (cursor === null) break
    }
    const second = [answeredAt, null, undefined]
    assert.deepEqual(asked, [[null, null, undefined], [null, 'more', ['gone']], second])
    const watermarks = ['2026-05-02T00:00:00Z', '2026-05-03T00:00:00Z', '2026-05-03T00:00:00Z']
    assert.deepEqual(walks, [
      { watermark: watermarks[0], expected: 2 },
      { watermark: watermarks[1], expected: 2 },
      { watermark: watermarks[2], again: true },
    ])
  })
})
