import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainLine, plainText, terminalSafeJson } from '../../../src/cli/client/plain-text.ts'
import { addDays, amountText, dayOption, nightsBetween, todayIn } from '../../../src/cli/client/units.ts'
import { growingTable } from '../../../src/cli/table.ts'

describe('texts for a terminal', () => {
  it('takes sequences away whole, and single controls for blanks', () => {
    assert.equal(plainLine('\u001b[31mred\u001b[0m'), 'red')
    assert.equal(plainLine('\u001b]8;;https://evil.example\u0007here\u001b]8;;\u0007'), 'here')
    assert.equal(plainLine('a\u0000b\u0085c\nd\u2028e'), 'a b c d e')
    assert.equal(plainLine('\u202etxt.exe\u2066'), 'txt.exe')
  })
  it('keeps lines of a message, and letters of every script', () => {
    assert.equal(plainText('one\r\ntwo\u0007\tthree'), 'one\ntwo three')
    assert.equal(plainText('日本語 العربية 👩‍👩‍👧'), '日本語 العربية 👩‍👩‍👧')
  })
  it('writes JSON that means the same', () => {
    const value = { text: 'a\u007fb\u009bc\u2028\u001b' }
    const json = terminalSafeJson(value)
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(json, /[\u0000-\u001f\u007f-\u009f\u2028]/)
    assert.deepEqual(JSON.parse(json), value)
  })
})

describe('days and amounts', () => {
  it('counts days across a change of summer time and a leap day', () => {
    assert.equal(addDays('2026-03-28', 2), '2026-03-30')
    assert.equal(addDays('2028-02-28', 1), '2028-02-29')
    assert.equal(nightsBetween('2026-10-24', '2026-10-26'), 2)
  })
  it('takes days that exist', () => {
    assert.equal(dayOption('from', '2028-02-29'), '2028-02-29')
    for (const text of ['2026-02-29', '2026-7-1', '', 'today', '2026-07-01T00:00'])
      assert.throws(() => dayOption('from', text), { name: 'UsageError' })
  })
  it("says today's date in a time zone", () => {
    const now = new Date('2026-07-01T23:30:00Z')
    assert.equal(todayIn('Asia/Tokyo', now), '2026-07-02')
    assert.equal(todayIn('No/Where', now), '2026-07-01')
  })
  it('fills up decimals without rounding', () => {
    const cases: [number | string | null, string | null, string][] = [
      [120, 'EUR', '120.00'],
      [120.5, 'EUR', '120.50'],
      ['99.999', 'EUR', '99.999'],
      [12000, 'JPY', '12000'],
      [1.5, 'BHD', '1.500'],
      [-3.1, 'USD', '-3.10'],
      [7, null, '7'],
      [null, 'EUR', ''],
    ]
    for (const [amount, currency, text] of cases) assert.equal(amountText(amount, currency), text)
  })
})

describe('a table that grows', () => {
  it('prints its head once, and later rows below the columns of earlier ones', () => {
    const draw = growingTable(['ID', 'NAME', 'X'], undefined)
    assert.equal(draw([['1', 'Ann', 'a']]), 'ID  NAME  X\n1   Ann   a')
    assert.equal(draw([['2', 'Bo', 'b']]), '2   Bo    b')
    assert.equal(draw([['3', 'Christopher', 'c']]), '3   Christopher  c')
    assert.equal(draw([['4', 'Dan', 'd']]), '4   Dan          d')
  })
  it('wraps rows that do not fit, and turns into blocks where columns would be unreadable', () => {
    const draw = growingTable(['ID', 'NAME'], 14)
    assert.equal(draw([['1', 'one two three']]), 'ID  NAME\n1   one two\n    three')
    const narrow = growingTable(['ID', 'NAME'], 8)
    assert.equal(narrow([['123456789012', 'a long name']]), 'ID    123456789012\nNAME  a long name')
    assert.equal(narrow([['2', 'b']]), '\nID    2\nNAME  b')
  })
})
