import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseKeepRule } from '../settings/backup-parsers.ts'
import { backupsToKeep } from './keep-rule.ts'

const of = (...moments: string[]) => moments.map((name) => ({ name, moment: new Date(name) }))
const kept = (rule: string, ...moments: string[]) =>
  [...backupsToKeep(of(...moments), parseKeepRule(rule))].toSorted()

describe('a rule of what is kept', () => {
  it('is read, and what is none is refused', () => {
    assert.deepEqual(parseKeepRule('7d,4w, 12m,1y'), { d: 7, w: 4, m: 12, y: 1 })
    for (const wrong of ['', '7', 'd', '0d', '7d,7d', '7d 4w', '-1d', '7h', '10000d', '7d,'])
      assert.throws(() => parseKeepRule(wrong), /such as 7d,4w,12m/, wrong)
  })

  it('keeps the newest of each day', () => {
    assert.deepEqual(
      kept('2d', '2026-06-01T03:00Z', '2026-06-02T03:00Z', '2026-06-02T23:59Z', '2026-06-03T00:00Z'),
      ['2026-06-02T23:59Z', '2026-06-03T00:00Z'],
    )
  })

  it('counts days that have a backup, so that a pause removes nothing', () => {
    assert.deepEqual(kept('3d', '2025-01-01T03:00Z', '2025-01-02T03:00Z', '2026-06-03T03:00Z'), [
      '2025-01-01T03:00Z',
      '2025-01-02T03:00Z',
      '2026-06-03T03:00Z',
    ])
  })

  it('begins weeks on Monday, and knows the week in which a year ends', () => {
    // 2026-12-28 is a Monday, and 2027-01-03 the Sunday of the same week.
    assert.deepEqual(kept('2w', '2026-12-27T03:00Z', '2026-12-28T03:00Z', '2027-01-03T03:00Z'), [
      '2026-12-27T03:00Z',
      '2027-01-03T03:00Z',
    ])
  })

  it('adds up its units', () => {
    const days = Array.from({ length: 120 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day, 3)).toISOString(),
    )
    assert.deepEqual(kept('2d,2w,3m', ...days), [
      '2026-02-28T03:00:00.000Z',
      '2026-03-31T03:00:00.000Z',
      '2026-04-26T03:00:00.000Z',
      '2026-04-29T03:00:00.000Z',
      '2026-04-30T03:00:00.000Z',
    ])
  })

  it('never removes the newest, and keeping a second time removes nothing more', () => {
    const moments = fc.uniqueArray(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 60 })
    const rules = fc.constantFrom('1d', '3d,2w', '7d,4w,12m', '1m', '2y', '5w,1y')
    fc.assert(
      fc.property(moments, rules, (hours, text) => {
        const backups = hours.map((hour) => ({ name: String(hour), moment: new Date(hour * 3_600_000) }))
        const names = backupsToKeep(backups, parseKeepRule(text))
        assert.ok(names.has(String(Math.max(...hours))))
        const again = backupsToKeep(
          backups.filter(({ name }) => names.has(name)),
          parseKeepRule(text),
        )
        assert.deepEqual(again, names)
      }),
      { seed: 41, numRuns: 300 },
    )
  })
})
