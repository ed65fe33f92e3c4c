import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageWindow } from './page-window.ts'

describe('pageWindow', () => {
  it('holds the wanted position and goes well beyond it', () => {
    for (let offset = 0; offset < 5000; offset += 1) {
      const { page, size, skip } = pageWindow(offset, 50)
      assert.ok(page >= 1 && size >= 1 && size <= 50)
      assert.equal((page - 1) * size + skip, offset)
      assert.ok(size - skip >= 25, `only ${size - skip} rows from ${offset}`)
    }
  })

  it('takes whole pages where it can', () => {
    assert.deepEqual(pageWindow(0, 50), { page: 1, size: 50, skip: 0 })
    assert.deepEqual(pageWindow(47, 50), { page: 2, size: 47, skip: 0 })
    assert.deepEqual(pageWindow(100, 50), { page: 3, size: 50, skip: 0 })
  })

  it('gets by with pages of one row', () => {
    assert.deepEqual(pageWindow(7, 1), { page: 8, size: 1, skip: 0 })
  })
})
