import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { actMoves, afterAct, isUndone, type ActMove, type ActState } from './act-state.ts'
import { nextSearch, settlesAt } from './searches.ts'

const moves: ActMove[] = ['finish', 'refuse', 'lose', 'find', 'ask', 'miss', 'restart']

it('what was done is never asked for again, and what may have been done only as an unknown', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 30 }), (tried) => {
      let state: ActState = 'asking'
      let before: ActState = state
      for (const move of tried) {
        before = state
        try {
          state = afterAct(state, move)
        } catch {
          assert.equal((actMoves[state] as Record<string, string>)[move], undefined)
          continue
        }
        assert.notEqual(before, 'done')
        if (move === 'ask') assert.ok(['started', 'unknown', 'refused', 'absent'].includes(before))
      }
    }),
  )
})

it('is never asked for twice without having been lost or refused in between', () => {
  for (const [state, moves] of Object.entries(actMoves)) {
    assert.equal('ask' in moves, state !== 'asking' && state !== 'done', state)
  }
  assert.throws(() => afterAct('asking', 'ask'), /cannot ask/)
  assert.throws(() => afterAct('done', 'restart'), /cannot restart/)
})

it('comes to an end from everywhere', () => {
  const ends = (state: ActState, visited: readonly ActState[] = []): boolean =>
    state === 'done' ||
    isUndone(state) ||
    Object.values(actMoves[state]).some((next) => !visited.includes(next) && ends(next, [...visited, state]))
  for (const state of Object.keys(actMoves)) assert.ok(ends(state as ActState), state)
})

it('waits longer for who said nothing, and looks less and less often', () => {
  const now = new Date('2026-06-15T12:00:00Z')
  assert.ok(settlesAt(now, false) > settlesAt(now, true))
  const waits = Array.from({ length: 12 }, (_, n) => nextSearch(n, now).getTime() - now.getTime())
  assert.deepEqual(
    waits,
    waits.toSorted((a, b) => a - b),
  )
  assert.equal(waits.at(-1), 3_600_000)
})
