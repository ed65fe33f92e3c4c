import assert from 'node:assert/strict'
import { test } from 'node:test'
import { once, onceAnswered } from './once.ts'

test('is made at the first call only, whatever it is', () => {
  for (const value of ['made', undefined, null, 0]) {
    let calls = 0
    const get = once(() => {
      calls += 1
      return value
    })
    assert.equal(calls, 0)
    assert.deepEqual([get(), get()], [value, value])
    assert.equal(calls, 1)
  }
})

test('what failed is tried again', () => {
  let calls = 0
  const get = once(() => {
    calls += 1
    if (calls === 1) throw new Error('not yet')
    return calls
  })
  assert.throws(get, /not yet/)
  assert.equal(get(), 2)
})

test('an answer is kept, a refusal is not', async () => {
  let calls = 0
  const get = onceAnswered(async () => {
    calls += 1
    if (calls === 1) throw new Error('not yet')
    return calls
  })
  await assert.rejects(get, /not yet/)
  assert.deepEqual(await Promise.all([get(), get()]), [2, 2])
})
