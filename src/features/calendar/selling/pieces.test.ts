import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { planBatches } from '../../../upstream/nights/plan.ts'
import { isMonthly, splitIntoGroups, orderByLongestWait, nextPiece, nightsPerPiece } from './pieces.ts'
import type { SendableNight } from './sendable-night.ts'

const night = (listingId: string, date: string) =>
  ({ listingId, listingExternalId: `x${listingId}`, date, available: false }) as SendableNight
const batch = { changes: 50, listings: 'one' } as const

describe('calls that close sold nights', () => {
  it('go in the order in which their nights began to wait, whatever their listings are called', () => {
    const waiting = [night('7', '2027-03-09'), night('2', '2027-03-01'), night('7', '2027-03-02')]
    const inTurn = orderByLongestWait(planBatches(waiting, batch), waiting)
    assert.deepEqual(
      inTurn.map((calls) => calls.map(({ change }) => `${change.listingExternalId} ${change.from}`)),
      [['x7 2027-03-02', 'x7 2027-03-09'], ['x2 2027-03-01']],
    )
  })

  it('go in that order also where a listing waits the longest of three', () => {
    const waiting = ['9', '7', '2'].map((listingId) => night(listingId, '2027-03-01'))
    const inTurn = orderByLongestWait(planBatches(waiting, batch), waiting)
    assert.deepEqual(
      inTurn.map(([call]) => call?.change.listingExternalId),
      ['x9', 'x7', 'x2'],
    )
  })

  it('go side by side, a few at once, and none is left out', () => {
    assert.deepEqual(splitIntoGroups([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
    assert.deepEqual(splitIntoGroups([], 4), [])
  })
})

describe('the next nights that are sent', () => {
  const nights = ['2027-03-30', '2027-03-31', '2027-04-01'].flatMap((date) =>
    ['1', '2'].map((listingId) => night(listingId, date)),
  )

  it('are a month of all listings where a call carries that', () => {
    const piece = nextPiece(nights, { changes: 50, listings: 'many', within: 'month' })
    assert.deepEqual(
      piece.map(({ date, listingId }) => `${date} ${listingId}`),
      ['2027-03-30 1', '2027-03-30 2', '2027-03-31 1', '2027-03-31 2'],
    )
  })

  it('go by months only where a call carries several listings', () => {
    assert.equal(isMonthly({ changes: 50, listings: 'many', within: 'month' }), true)
    assert.equal(isMonthly({ changes: 50, listings: 'one', within: 'month' }), false)
    assert.equal(isMonthly({ changes: 50, listings: 'many' }), false)
  })

  it('are those of one listing where a call carries its calendar', () => {
    const piece = nextPiece(nights, { changes: 50, listings: 'one', within: 'listing' })
    assert.deepEqual(
      piece.map(({ date, listingId }) => `${date} ${listingId}`),
      ['2027-03-30 1', '2027-03-31 1', '2027-04-01 1'],
    )
  })

  it('are so many otherwise', () => {
    const many = Array.from({ length: 100 }, (_, n) => night('1', `n${n}`))
    assert.equal(nextPiece(many, batch).length, nightsPerPiece)
    assert.equal(nextPiece(many, { changes: 50, listings: 'many' }).length, nightsPerPiece)
  })
})
