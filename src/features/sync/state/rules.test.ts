import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answerBy,
  completesAt,
  inquiryLapsesAt,
  lapsesAt,
  type PendingStay,
} from '../../../records/stay-times.ts'
import {
  backoffMs,
  finalState,
  nextBeat,
  nextComparison,
  noProgress,
  hasSeenEverything,
  withOverlap,
} from './rules.ts'
import { isBookingNews, isMessageNews } from '../../../records/news.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

test('a stay completes when the day of departure is over at the property', () => {
  assert.equal(iso(completesAt('2026-06-14', 'UTC')), '2026-06-15T00:00:00.000Z')
  assert.equal(iso(completesAt('2026-06-14', 'Europe/Berlin')), '2026-06-14T22:00:00.000Z')
  assert.equal(iso(completesAt('2026-06-14', 'Pacific/Kiritimati')), '2026-06-14T10:00:00.000Z')
  assert.equal(iso(completesAt('2026-06-14', 'Pacific/Pago_Pago')), '2026-06-15T11:00:00.000Z')
})

test('days that the clock change makes shorter, longer or begin late', () => {
  assert.equal(iso(completesAt('2026-03-28', 'Europe/Berlin')), '2026-03-28T23:00:00.000Z')
  assert.equal(iso(completesAt('2026-03-29', 'Europe/Berlin')), '2026-03-29T22:00:00.000Z')
  // Midnight does not exist there on that day, which begins at one.
  assert.equal(iso(completesAt('2026-09-05', 'America/Santiago')), '2026-09-06T04:00:00.000Z')
})

test('without a time zone, or with one nobody knows, it is UTC', () => {
  assert.equal(iso(completesAt('2026-06-14', null)), '2026-06-15T00:00:00.000Z')
  assert.equal(iso(completesAt('2026-06-14', 'Middle-earth/Shire')), '2026-06-15T00:00:00.000Z')
})

const request: PendingStay = {
  status: 'pending',
  pendingReason: 'host_approval',
  source: 'airbnb',
  bookedAt: '2026-06-01T10:00:00Z',
  checkIn: '2026-07-01',
}

test('a request lapses at its deadline', () => {
  assert.equal(iso(lapsesAt(request, 'UTC')), '2026-06-02T10:00:00.000Z')
  assert.equal(iso(answerBy(request)), '2026-06-02T10:00:00.000Z')
  const told = { ...request, respondBy: '2026-06-01T16:00:00Z' }
  assert.equal(iso(lapsesAt(told, 'UTC')), '2026-06-01T16:00:00.000Z')
})

test('or when the day of arrival is over at the property', () => {
  const late = { ...request, checkIn: '2026-06-01' }
  assert.equal(iso(lapsesAt(late, 'Europe/Berlin')), '2026-06-01T22:00:00.000Z')
  const elsewhere = { ...request, source: 'vrbo' }
  assert.equal(iso(answerBy(elsewhere)), null)
  assert.equal(iso(lapsesAt(elsewhere, 'Europe/Berlin')), '2026-07-01T22:00:00.000Z')
})

test('what waits for something else than the host does not lapse', () => {
  assert.equal(lapsesAt({ ...request, pendingReason: 'guest_payment' }, 'UTC'), null)
  assert.equal(lapsesAt({ ...request, status: 'confirmed' }, 'UTC'), null)
  assert.equal(answerBy({ ...request, status: 'cancelled' }), null)
})

test('an inquiry lapses at its deadline while open, and when its stay begins', () => {
  const open = { status: 'open', respondBy: '2026-06-02T10:00:00Z', checkIn: '2026-06-10' }
  assert.equal(iso(inquiryLapsesAt(open, 'Europe/Berlin')), '2026-06-02T10:00:00.000Z')
  assert.equal(
    iso(inquiryLapsesAt({ ...open, status: 'pre_approved' }, 'Europe/Berlin')),
    '2026-06-09T22:00:00.000Z',
  )
  assert.equal(iso(inquiryLapsesAt({ status: 'open', checkIn: null }, 'UTC')), null)
  assert.equal(iso(inquiryLapsesAt({ ...open, status: 'declined' }, 'UTC')), null)
})

test('what is news', () => {
  const first = { connectedAt: new Date('2026-06-15T12:00:00.700Z'), importing: true }
  assert.equal(isBookingNews('2026-06-15T11:59:59Z', first), false)
  assert.equal(isBookingNews('2026-06-15T12:00:00Z', first), true)
  assert.equal(isBookingNews(null, first), false)
  assert.equal(isBookingNews(null, { ...first, importing: false }), true)
  assert.equal(isMessageNews('2026-06-15T11:59:59Z', { ...first, importing: false }), false)
  assert.equal(isMessageNews('2026-06-15T12:00:00Z', first), true)
})

test('a run that missed something is partial', () => {
  const done = { ...noProgress, expected: 3, seen: 3, done: true }
  assert.equal(finalState({ a: done }), 'completed')
  assert.equal(finalState({ a: { ...done, expected: null, seen: 0 } }), 'completed')
  assert.equal(finalState({ a: done, b: { ...done, seen: 2 } }), 'partial')
  assert.equal(finalState({ a: { ...done, failed: 1 } }), 'partial')
})

test('only a walk that saw everything says what is gone', () => {
  assert.equal(hasSeenEverything({ ...noProgress, expected: 3, seen: 3, failed: 1 }), true)
  assert.equal(hasSeenEverything({ ...noProgress, expected: 3, seen: 2 }), false)
  assert.equal(hasSeenEverything({ ...noProgress, seen: 2 }), true)
  assert.equal(hasSeenEverything({ ...noProgress, seen: 2, failed: 1 }), false)
})

test('waiting grows, is bounded, and respects what the vendor asks', () => {
  assert.ok(backoffMs(1, 0) < backoffMs(2, 0))
  assert.equal(backoffMs(50, 1), 30 * 60_000)
  assert.equal(backoffMs(1, 0, 90_000), 90_000)
})

test('the bound is moved back where it is an instant', () => {
  assert.equal(withOverlap('2026-06-15T12:00:00Z', 120), '2026-06-15T11:58:00.000Z')
  assert.equal(withOverlap('token-17', 120), 'token-17')
})

test('the next comparison comes a while after the last, or when it is asked for', () => {
  const at = (time: string) => new Date(`2026-06-${time}Z`)
  const none = { importing: false, lastFullAt: null, lastReconciledAt: null, wantedAt: null, everyHours: 24 }
  const next = (more: Partial<Parameters<typeof nextComparison>[0]>) =>
    iso(nextComparison({ ...none, ...more }))
  assert.equal(next({ importing: true, wantedAt: at('15T12:00') }), null)
  assert.equal(next({ lastFullAt: at('15T12:00') }), '2026-06-16T12:00:00.000Z')
  assert.equal(next({ lastFullAt: at('15T12:00'), everyHours: 6 }), '2026-06-15T18:00:00.000Z')
  const read = { lastFullAt: at('14T12:00'), lastReconciledAt: at('15T12:00') }
  assert.equal(next(read), '2026-06-16T12:00:00.000Z')
  assert.equal(next({ ...read, wantedAt: at('15T13:00') }), '2026-06-15T13:00:00.000Z')
  // A comparison that began after the request has fulfilled it.
  assert.equal(next({ ...read, wantedAt: at('15T11:00') }), '2026-06-16T12:00:00.000Z')
})

test('accounts that were read together are read at beats of their own from then on', () => {
  const [everyMs, accounts] = [20_000, 400]
  const began = Date.parse('2026-06-15T12:00:00.000Z')
  const bySecond = new Map<number, number>()
  for (let account = 0; account < accounts; account += 1) {
    const next = (lastMs: number) => nextBeat(new Date(lastMs), everyMs, `${account}:1`).getTime()
    const first = next(began)
    assert.ok(first - began >= everyMs / 2 && first - began < everyMs * 1.5, String(first - began))
    // After a punctual or slightly late reading the next one comes at the next beat.
    for (const lateMs of [0, 1, 900, everyMs / 2]) assert.equal(next(first + lateMs), first + everyMs)
    // So late a reading would be repeated at once, so one beat is left out.
    assert.equal(next(first + everyMs - 1), first + 2 * everyMs)
    const second = Math.floor((first % everyMs) / 1000)
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
  }
  // About twenty fall in every second.
  assert.equal(bySecond.size, 20)
  assert.ok(Math.max(...bySecond.values()) < 40, JSON.stringify([...bySecond]))
})
