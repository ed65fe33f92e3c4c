import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLooks } from './looks.ts'

const now = new Date('2026-06-15T12:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('where a worker looks', () => {
  function looks() {
    let ms = 0
    const made = createLooks(() => ms)
    const busy = new Set<string>()
    return {
      ...made,
      busy,
      pass: (seconds: number) => void (ms += seconds * 1000),
      next: () => made.next(now, (id) => busy.has(id)),
    }
  }

  it('is everywhere at first, every ten seconds, and when nobody knows where something is', () => {
    const { next, pass, everywhere } = looks()
    const asked = () => next().everywhere
    assert.deepEqual([asked(), asked()], [true, false])
    pass(9)
    assert.equal(asked(), false)
    pass(1)
    assert.deepEqual([asked(), asked()], [true, false])
    everywhere()
    assert.deepEqual([asked(), asked()], [true, false])
  })

  it('is once where something was queued', () => {
    const { next, tell } = looks()
    for (const id of ['7', '8', '7']) tell(id)
    const { told, toldSince } = next()
    assert.deepEqual(told, ['7', '8'])
    assert.ok(toldSince < at(-60))
    assert.deepEqual(next().told, [])
  })

  it('is for a while where something was found, from a little before the oldest of it on', () => {
    const { next, found, pass, busy } = looks()
    const one = { workspaceId: '7', webhookId: 'a' }
    found([
      { ...one, dueAt: at(3) },
      { ...one, dueAt: at(1) },
      { workspaceId: '8', webhookId: 'b', dueAt: at(2) },
    ])
    const places = () => next().hot.map(({ webhookId, since }) => [webhookId, since.toISOString()])
    assert.deepEqual(places(), [
      ['a', at(-9).toISOString()],
      ['b', at(-8).toISOString()],
    ])
    pass(50)
    found([{ ...one, dueAt: at(20) }])
    busy.add('b')
    pass(50)
    assert.deepEqual(
      places().map(([id]) => id),
      ['a', 'b'],
    )
    busy.clear()
    assert.deepEqual(places(), [['a', at(10).toISOString()]])
    pass(11)
    assert.deepEqual(places(), [])
  })
})
