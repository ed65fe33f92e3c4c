import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { planBatches } from '../../upstream/nights/plan.ts'
import { inGroups, inTheirTurn } from './pieces.ts'
import type { SendableNight } from './sendable.ts'

const night = (listingId: string, date: string) =>
  ({ listingId, listingExternalId: `x${listingId}`, date, available: false }) as SendableNight
const batch = { changes: 50, listings: 'one' } as const

describe('calls that close sold nights', () => {
  it('go in the order in which their nights began to wait, whatever their listings are called', () => {
    const waiting = [night('7', '2027-03-09'), night('2', '2027-03-01'), night('7', '2027-03-02')]
    const inTurn = inTheirTurn(planBatches(waiting, batch), waiting)
    assert.deepEqual(
      inTurn.map((calls) => calls.map(({ change }) => `${change.listingExternalId} ${change.from}`)),
      [['x7 2027-03-02', 'x7 2027-03-09'], ['x2 2027-03-01']],
    )
  })

  it('go side by side, a few at once, and none is left out', () => {
    assert.deepEqual(inGroups([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
    assert.deepEqual(inGroups([], 4), [])
  })
})
