import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { codeKey, compareStays, type ListedStay, type SourceStay } from './compare-stays.ts'

const today = '2026-06-10'
let next = 0
const ours = (
  confirmationCode: string,
  checkIn: string,
  checkOut: string,
  more: Partial<SourceStay> = {},
) => ({
  ...{ confirmationCode, checkIn, checkOut, today, platform: 'airbnb', status: 'confirmed' as const },
  ...{ reservationId: String((next += 1)), ...more },
})
const theirs = (confirmationCode: string, checkIn: string, checkOut: string): ListedStay => ({
  confirmationCode,
  checkIn,
  checkOut,
})
const [from, to] = ['2026-07-01', '2026-07-05']

/** Returns a short form of the comparison, row by row. */
function said(source: SourceStay[], listed: ListedStay[]) {
  const { matched, missing, extra, mismatched } = compareStays(source, listed)
  return {
    matched,
    missing: missing.map(({ reason }) => reason),
    extra: extra.map(({ reason }) => reason),
    mismatched: mismatched.map(({ reason }) => reason),
  }
}
const nothing = { matched: 0, missing: [], extra: [], mismatched: [] }

describe('a comparison', () => {
  const cases: [string, SourceStay[], ListedStay[], Partial<ReturnType<typeof said>>][] = [
    ['of the same', [ours('HM1', from, to)], [theirs('HM1', from, to)], { matched: 1 }],
    ['of codes copied by hand', [ours('HM-1 ab', from, to)], [theirs(' hm1AB ', from, to)], { matched: 1 }],
    ['of nothing listed', [ours('HM1', from, to)], [], { missing: ['not_in_your_list'] }],
    ['of an unknown code', [], [theirs('HM1', from, to)], { extra: ['unknown_code'] }],
    [
      'of other dates',
      [ours('A', from, to), ours('B', from, to), ours('C', from, to)],
      [
        theirs('A', '2026-06-30', to),
        theirs('B', from, '2026-07-06'),
        theirs('C', '2026-08-01', '2026-08-02'),
      ],
      { mismatched: ['check_in_differs', 'check_out_differs', 'dates_differ'] },
    ],
    [
      'of one listed twice',
      [ours('HM1', from, to)],
      [theirs('HM1', from, to), theirs('HM1', from, to)],
      { matched: 1, extra: ['duplicate_in_your_list'] },
    ],
    [
      'of a booking of several rooms',
      [ours('HM1', from, to), ours('HM1', from, to), ours('HM1', from, '2026-07-08')],
      [theirs('HM1', from, to), theirs('HM1', from, '2026-07-09')],
      { matched: 1, mismatched: ['check_out_differs'], missing: ['listed_too_few_times'] },
    ],
    [
      'of a cancelled one',
      [ours('HM1', from, to, { status: 'cancelled' })],
      [theirs('HM1', from, to)],
      { extra: ['cancelled'] },
    ],
    ['of a cancelled one that is not listed', [ours('HM1', from, to, { status: 'cancelled' })], [], {}],
    [
      'of a request',
      [ours('HM1', from, to, { status: 'pending' })],
      [theirs('HM1', from, to)],
      { extra: ['not_confirmed_yet'] },
    ],
    ['of a request that is not listed', [ours('HM1', from, to, { status: 'pending' })], [], {}],
    [
      'of one that is over',
      [ours('HM1', '2026-06-01', '2026-06-09')],
      [theirs('HM1', '2026-06-01', '2026-06-09')],
      { extra: ['already_over'] },
    ],
    [
      'of guests in the house',
      [ours('HM1', '2026-06-01', '2026-06-11')],
      [],
      { missing: ['not_in_your_list'] },
    ],
    ['of guests who leave today', [ours('HM1', '2026-06-01', today)], [], {}],
    [
      'of guests who leave today and are listed',
      [ours('HM1', '2026-06-01', today)],
      [theirs('HM1', '2026-06-01', today)],
      { matched: 1 },
    ],
    [
      'at a property where it is tomorrow already',
      [ours('HM1', '2026-06-01', '2026-06-11', { today: '2026-06-11' })],
      [],
      {},
    ],
    [
      'of stays without a code',
      [ours(' ', from, to)],
      [theirs('', from, to)],
      { missing: ['no_code_at_source'], extra: ['no_code'] },
    ],
    ...(['cancelled', 'pending'] as const).map((first): (typeof cases)[number] => [
      `of a booking that waits, with one that was cancelled, the ${first} one first`,
      [
        ours('HM1', from, to, { status: first }),
        ours('HM1', from, to, { status: first === 'pending' ? 'cancelled' : 'pending' }),
      ],
      [theirs('HM1', from, '2026-07-07')],
      { extra: ['not_confirmed_yet'] },
    ]),
    [
      'of a booking that was made again after it was cancelled',
      [ours('HM1', from, to, { status: 'cancelled' }), ours('HM1', from, '2026-07-07')],
      [theirs('HM1', from, '2026-07-07')],
      { matched: 1 },
    ],
  ]
  for (const [what, source, listed, expected] of cases) {
    it(what, () => assert.deepEqual(said(source, listed), { ...nothing, ...expected }))
  }
})

const day = fc
  .integer({ min: 0, max: 30 })
  .map((days) => String(Temporal.PlainDate.from('2026-06-01').add({ days })))
const code = fc.constantFrom('HM1', 'hm 1', 'B-2', 'b2', 'C3', '')
const listedStay = fc.record({ confirmationCode: code, checkIn: day, checkOut: day })
const sourceStay = fc.record({
  confirmationCode: code,
  checkIn: day,
  checkOut: day,
  today: fc.constantFrom('2026-06-09', today, '2026-06-11'),
  platform: fc.constantFrom('airbnb', null),
  reservationId: fc.nat().map(String),
  status: fc.constantFrom('confirmed' as const, 'pending' as const, 'cancelled' as const),
})

describe('whatever is compared', () => {
  const holds = (check: (source: SourceStay[], listed: ListedStay[]) => void) =>
    fc.assert(
      fc.property(fc.array(sourceStay, { maxLength: 12 }), fc.array(listedStay, { maxLength: 12 }), check),
      {
        numRuns: 500,
      },
    )

  it('every row that is listed is told of once', () => {
    holds((source, listed) => {
      const { matched, extra, mismatched } = compareStays(source, listed)
      assert.equal(matched + extra.length + mismatched.length, listed.length)
    })
  })

  it('every upcoming stay is matched, mismatched or missing', () => {
    holds((source, listed) => {
      const { matched, missing, mismatched } = compareStays(source, listed)
      const upcoming = source.filter((one) => one.status === 'confirmed' && one.checkOut > one.today)
      const leaving = source.filter((one) => one.status === 'confirmed' && one.checkOut === one.today)
      const told = matched + missing.length + mismatched.length
      assert.ok(told >= upcoming.length && told <= upcoming.length + leaving.length)
      assert.ok([...missing, ...mismatched.map((one) => one.source)].every((one) => one.checkOut > one.today))
    })
  })

  it('the order of the lists does not matter, nor how codes are written', () => {
    const sums = ({ matched, missing, extra, mismatched }: ReturnType<typeof said>) => ({
      matched,
      missing: missing.toSorted(),
      extra: extra.toSorted(),
      mismatched: mismatched.length,
    })
    holds((source, listed) => {
      const told = sums(said(source, listed))
      const spelled = listed.map((one) => ({ ...one, confirmationCode: codeKey(one.confirmationCode) }))
      assert.deepEqual(sums(said(source.toReversed(), spelled.toReversed())), told)
    })
  })

  it('a list that is just what it should be is clean', () => {
    holds((source) => {
      const upcoming = source.filter(
        (one) =>
          one.status === 'confirmed' && one.checkOut > one.today && codeKey(one.confirmationCode) !== '',
      )
      const { missing, extra, mismatched, matched } = compareStays(source, upcoming)
      assert.equal(matched, upcoming.length)
      assert.deepEqual([extra, mismatched], [[], []])
      assert.ok(missing.every(({ reason }) => reason === 'no_code_at_source'))
    })
  })
})
