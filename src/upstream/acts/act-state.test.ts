import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { actMoves, afterAct, type ActMove, type ActState } from './act-state.ts'

const moves: ActMove[] = ['finish', 'refuse', 'lose', 'find', 'ask', 'miss']

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
        if (move === 'ask') assert.ok(before === 'unknown' || before === 'refused' || before === 'absent')
      }
    }),
  )
})
