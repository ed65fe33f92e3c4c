import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLookPlanner, lowestSequence, type DeliveryLook } from './look-planner.ts'

const now = new Date('2026-06-15T12:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('where a worker looks', () => {
  function looks() {
    let ms = 0
    const made = createLookPlanner(() => ms)
    const busy = new Set<string>()
    const full = new Set<string>()
    const next = () =>
      made.next(
        now,
        (id) => busy.has(id),
        (id) => !full.has(id),
      )
    return {
      tell: (workspaceId: string) => made.tell(workspaceId),
      revisit: (webhookId: string, back: boolean) => made.revisit(webhookId, back),
      revisitAll: () => made.revisitAll(),
      everywhere: () => made.everywhere(),
      again: (look: DeliveryLook) => made.again(look),
      all: (when: Date) => made.all(when),
      found: (deliveries: Parameters<typeof made.found>[0]) => made.found(deliveries),
      busy,
      full,
      next,
      pass: (seconds: number) => void (ms += seconds * 1000),
      places: () => next().hot.map(({ webhookId, since }) => [webhookId, since.toISOString()]),
    }
  }
  const due = (webhookId: string, seconds: number, eventSequence = '1') => ({
    workspaceId: webhookId === 'b' ? '8' : '7',
    webhookId,
    dueAt: at(seconds),
    eventSequence,
  })

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

  it('is everywhere from the beginning when nobody knows where, though the last one was to go on', () => {
    const { next, again, everywhere } = looks()
    again(next())
    everywhere()
    const look = next()
    assert.deepEqual([look.everywhere, look.onward], [true, false])
  })

  it('is once where something was queued', () => {
    const { next, tell } = looks()
    for (const id of ['7', '8', '7']) tell(id)
    const { told, toldSince } = next()
    assert.deepEqual(told, ['7', '8'])
    assert.ok(toldSince < at(-60))
    assert.deepEqual(next().told, [])
  })

  it('is where something was queued again, from a little before the oldest of what was found on', () => {
    const { found, tell, places } = looks()
    found([due('a', 3), due('a', 1), due('b', 2)])
    assert.deepEqual(places(), [])
    tell('7')
    assert.deepEqual(places(), [['a', at(-9).toISOString()]])
    tell('8')
    assert.deepEqual(places(), [['b', at(-8).toISOString()]])
    assert.deepEqual(places(), [])
  })

  it('goes on where the last one ended when places are free again', () => {
    const { found, revisit, next } = looks()
    found([due('a', 1, '9'), due('a', 3, '10'), due('a', 3, '9')])
    revisit('a', false)
    const [place] = next().hot
    assert.deepEqual([place?.since, place?.sequence, place?.back], [at(3), '10', false])
    revisit('a', true)
    revisit('a', false)
    assert.equal(next().hot[0]?.back, true)
  })

  it('waits for a place, and comes back when a look did not bring all', () => {
    const { found, tell, next, full, again } = looks()
    found([due('a', 1)])
    full.add('a')
    tell('7')
    assert.deepEqual(next().hot, [])
    full.clear()
    const look = next()
    assert.deepEqual([look.hot[0]?.webhookId, look.hot[0]?.back], ['a', true])
    assert.deepEqual(next().hot, [])
    again(look)
    assert.equal(next().hot[0]?.back, true)
  })

  it('that went everywhere and found too much goes on soon, from where it ended', () => {
    const { found, next, again, pass } = looks()
    const look = next()
    assert.deepEqual([look.everywhere, look.onward], [true, false])
    found([due('a', 1, '9')])
    again(look)
    assert.equal(next().everywhere, false)
    pass(0.25)
    const onward = next()
    assert.deepEqual([onward.everywhere, onward.onward, onward.hot[0]?.sequence], [true, true, '9'])
    pass(9.9)
    assert.equal(next().everywhere, false)
    pass(0.1)
    assert.deepEqual([next().onward, next().everywhere], [false, false])
  })

  it('remembers an endpoint for a while, or as long as it is busy', () => {
    const { found, pass, busy, next, all } = looks()
    const known = () => {
      next()
      return all(now).hot.map(({ webhookId }) => webhookId)
    }
    found([due('a', 1), due('b', 2)])
    pass(50)
    found([due('a', 20)])
    busy.add('b')
    pass(50)
    assert.deepEqual(known(), ['a', 'b'])
    busy.clear()
    assert.deepEqual(known(), ['a'])
    pass(10)
    assert.deepEqual(known(), ['a'], 'just a minute')
    pass(1)
    assert.deepEqual(known(), [])
  })

  it('is at every known endpoint when a delivery falls due, from before the oldest', () => {
    const { found, revisitAll, next } = looks()
    found([due('a', 3, '9'), due('b', 4)])
    next()
    revisitAll()
    assert.deepEqual(
      next().hot.map(({ webhookId, back, sequence }) => [webhookId, back, BigInt(sequence)]),
      [
        ['a', true, -(2n ** 63n)],
        ['b', true, -(2n ** 63n)],
      ],
    )
  })

  it('ends at the last delivery by time and then by number, in whatever order they came', () => {
    for (const sequences of [
      ['9', '10'],
      ['10', '9'],
    ]) {
      const { found, revisit, next } = looks()
      found(sequences.map((sequence) => due('a', 3, sequence)))
      revisit('a', false)
      assert.equal(next().hot[0]?.sequence, '10')
    }
  })

  it('is again where something was queued when its result is not known, but not everywhere', () => {
    const { next, tell, again, pass } = looks()
    next()
    tell('7')
    const look = next()
    assert.deepEqual([look.everywhere, look.told], [false, ['7']])
    again(look)
    const repeated = next()
    assert.deepEqual([repeated.everywhere, repeated.onward, repeated.told], [false, false, ['7']])
    again(repeated)
    pass(1)
    assert.equal(next().everywhere, false)
  })

  it('asks for the next due time at all places it knows, without going there', () => {
    const { found, tell, all, next } = looks()
    found([due('a', 3)])
    tell('8')
    const { everywhere, onward, hot, told } = all(now)
    assert.deepEqual([everywhere, onward, told], [false, false, ['8']])
    assert.deepEqual(hot, [
      { workspaceId: '7', webhookId: 'a', since: at(-7), sequence: lowestSequence, back: true },
    ])
    assert.deepEqual(next().told, ['8'], 'what was queued is still to be looked for')
  })

  it('is everywhere at first by the clock of the process', () => {
    const look = createLookPlanner().next(
      now,
      () => false,
      () => true,
    )
    assert.equal(look.everywhere, true)
  })
})
