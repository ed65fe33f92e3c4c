import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CalendarDayRecord } from '../../contract/records.ts'
import type { PushedNight } from './plan.ts'
import { pushMoves, pushStates } from './state.ts'
import { findDifference, lookAgainAfterMs, retryAfterMs, judgeReadBack, type KnownNights } from './verdict.ts'

const pushedNight: PushedNight = {
  listingId: '1',
  listingExternalId: 'A',
  unitCount: 1,
  currency: 'EUR',
  date: '2026-07-01',
  version: 1,
  available: true,
  price: '120',
  minNights: 2,
  maxNights: null,
}
const shownDay: CalendarDayRecord = {
  date: '2026-07-01',
  available: true,
  availableUnits: 1,
  price: '120.00',
  minNights: 2,
}

describe('what the vendor shows', () => {
  it('is the same however amounts are written, and as far as it tells', () => {
    assert.equal(findDifference(pushedNight, shownDay), null)
    assert.equal(
      findDifference(pushedNight, { date: shownDay.date, available: true, availableUnits: 1, price: null }),
      null,
    )
    assert.equal(findDifference({ ...pushedNight, available: null }, { ...shownDay, available: false }), null)
    const rooms = { ...pushedNight, availableUnits: 2 }
    assert.equal(
      findDifference({ ...rooms, available: null }, { ...shownDay, available: false, availableUnits: 5 }),
      null,
      'a closed night sells none of its rooms',
    )
    const closings = { ...pushedNight, closedToArrival: true, closedToDeparture: true }
    assert.equal(
      findDifference(closings, { ...shownDay, closedToArrival: true, closedToDeparture: true }),
      null,
    )
    assert.equal(
      findDifference(closings, { ...shownDay, closedToArrival: null, closedToDeparture: null }),
      null,
    )
    const open = { ...shownDay, closedToArrival: true, closedToDeparture: true }
    assert.equal(
      findDifference({ ...pushedNight, closedToArrival: null, closedToDeparture: null }, open),
      null,
    )
    assert.equal(findDifference(pushedNight, open), null)
  })

  it('is named with all that is something else, as an operator reads it', () => {
    const rooms = { ...pushedNight, availableUnits: 2, closedToArrival: false, closedToDeparture: true }
    assert.equal(
      findDifference(
        { ...rooms, available: false },
        { ...shownDay, availableUnits: 3, closedToArrival: true, closedToDeparture: false },
      ),
      'it is still shown as available; arrivals are shown as closed; departures are shown as open',
    )
  })

  it('is named where it is something else', () => {
    assert.match(findDifference(pushedNight, { ...shownDay, price: '100' }) ?? '', /price 100/)
    assert.match(findDifference(pushedNight, { ...shownDay, availableUnits: 0 }) ?? '', /not available/)
    assert.match(findDifference({ ...pushedNight, available: false }, shownDay) ?? '', /as available/)
    assert.match(findDifference(pushedNight, { ...shownDay, minNights: 1 }) ?? '', /minimum of 1/)
    assert.match(
      findDifference({ ...pushedNight, maxNights: 9 }, { ...shownDay, maxNights: 30 }) ?? '',
      /maximum of 30/,
    )
    assert.match(
      findDifference(pushedNight, { ...shownDay, partyPrices: ['90', '120'] }) ?? '',
      /^the price 90 is shown to smaller parties$/,
    )
    assert.match(findDifference(pushedNight, undefined) ?? '', /no such night/)
    const rooms = { ...pushedNight, availableUnits: 2, closedToArrival: true, closedToDeparture: false }
    assert.match(findDifference(rooms, { ...shownDay, availableUnits: 3 }) ?? '', /^3 left are shown$/)
    assert.match(
      findDifference(rooms, { ...shownDay, availableUnits: 2, closedToArrival: false }) ?? '',
      /arrivals .* open/,
    )
    assert.match(
      findDifference(rooms, { ...shownDay, availableUnits: 2, closedToDeparture: true }) ?? '',
      /departures .* closed/,
    )
  })
})

describe('a night that was sent', () => {
  const nightsWith = (more: Partial<KnownNights>): KnownNights => ({
    answer: { kind: 'accepted' },
    read: { day: shownDay },
    canRead: true,
    attempts: 1,
    checks: 0,
    ...more,
  })
  const moveOf = (more: Partial<KnownNights>) => judgeReadBack(pushedNight, nightsWith(more)).move
  const other = { day: { ...shownDay, price: '100' } }

  it('is confirmed once the vendor shows it, also when the answer was lost', () => {
    assert.equal(moveOf({}), 'confirm')
    assert.equal(moveOf({ answer: { kind: 'unknown', message: 'timeout' } }), 'confirm')
    assert.equal(moveOf({ read: null, canRead: false }), 'confirm')
    assert.equal(judgeReadBack(pushedNight, nightsWith({})).accepted, true)
  })

  it('is sent twice if the answer to its closing was lost, since a guest may just hold it', () => {
    const closing = { ...pushedNight, available: false, price: null, minNights: null }
    const lost = nightsWith({
      answer: { kind: 'unknown', message: 'timeout' },
      read: { day: { ...shownDay, available: false, availableUnits: 0 } },
    })
    assert.equal(judgeReadBack(closing, lost).move, 'fail')
    assert.equal(judgeReadBack(closing, { ...lost, attempts: 2 }).move, 'confirm')
    assert.equal(judgeReadBack(closing, { ...lost, answer: { kind: 'accepted' } }).move, 'confirm')
  })

  it('is looked at again for a while, then counts as refused', () => {
    for (const [checks, waitMs] of [2_000, 15_000, 60_000].entries()) {
      const verdict = judgeReadBack(pushedNight, nightsWith({ read: other, checks }))
      assert.deepEqual([verdict.move, verdict.waitMs, verdict.accepted], ['wait', waitMs, true])
    }
    const last = judgeReadBack(pushedNight, nightsWith({ read: other, checks: lookAgainAfterMs.length }))
    assert.deepEqual([last.move, last.code], ['refuse', 'not_shown'])
    assert.match(last.message ?? '', /price 100/)
    // A calendar that could not be read proves nothing, so the night stays unconfirmed.
    assert.equal(moveOf({ read: null, checks: lookAgainAfterMs.length }), 'wait')
  })

  it('is sent again later when nobody knows', () => {
    const lost = { answer: { kind: 'unknown', message: 'timeout' } } as const
    assert.equal(moveOf({ ...lost, read: null }), 'fail')
    assert.equal(moveOf({ ...lost, read: other }), 'fail')
    const refused = judgeReadBack(
      pushedNight,
      nightsWith({ answer: { kind: 'unauthorized', message: 'no' }, read: null }),
    )
    assert.deepEqual([refused.move, refused.code, refused.accepted], ['fail', 'reauth_required', false])
    const away = judgeReadBack(pushedNight, nightsWith({ ...lost, read: null }))
    assert.deepEqual([away.code, away.message], ['unreachable', 'timeout'])
  })

  it('is refused when the vendor says so, whatever it shows', () => {
    const verdict = judgeReadBack(
      pushedNight,
      nightsWith({ answer: { kind: 'refused', message: 'too low' } }),
    )
    assert.deepEqual([verdict.move, verdict.code, verdict.message], ['refuse', 'refused', 'too low'])
    assert.equal(verdict.accepted, false)
  })

  it('waits as long as the limit asks', () => {
    const answer = { kind: 'postponed', waitMs: 9_000, message: 'limit' } as const
    const verdict = judgeReadBack(pushedNight, nightsWith({ answer, read: null }))
    assert.deepEqual([verdict.move, verdict.waitMs, verdict.accepted], ['postpone', 9_000, false])
  })

  it('is tried less and less often', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((attempts) => retryAfterMs(attempts)),
      [5_000, 10_000, 20_000, 40_000],
    )
    assert.equal(retryAfterMs(50), 30 * 60_000)
    assert.equal(retryAfterMs(1, 60_000), 60_000)
  })
})

describe('states of a night', () => {
  it('lead to known states, and settled ones only to a new setting', () => {
    for (const state of pushStates) {
      for (const next of Object.values(pushMoves[state])) assert.ok(pushStates.includes(next))
      assert.equal(pushMoves[state].set, 'pending')
    }
    assert.deepEqual(Object.keys(pushMoves.confirmed), ['set'])
    assert.deepEqual(Object.keys(pushMoves.refused), ['set'])
  })
})
