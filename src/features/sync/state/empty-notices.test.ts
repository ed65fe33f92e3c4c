import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterNotice, emptyBeforeDoubt, noticeLane, noticeShare, type EmptyNotices } from './empty-notices.ts'

function after(...isEmpty: boolean[]): EmptyNotices {
  return isEmpty.reduce<EmptyNotices>((empty, one) => afterNotice(empty, 'reservations', one), {})
}
const made = (count: number) => Array.from({ length: count }, () => true)

test('notices of nothing are doubted after some in a row, each kind by itself', () => {
  const almost = after(...made(emptyBeforeDoubt - 1))
  assert.equal(noticeShare(almost, 'reservations', 4), 4)
  assert.equal(noticeLane(almost, 'reservations', 'bookings'), 'bookings')
  const doubted = after(...made(10_000))
  assert.ok(noticeShare(doubted, 'reservations', 4) < 1)
  assert.equal(noticeLane(doubted, 'reservations', 'bookings'), 'history')
  assert.equal(noticeShare(doubted, 'listings', 1), 1)
})

test('one that is true ends the doubt', () => {
  assert.deepEqual(after(...made(10_000), false), {})
})
