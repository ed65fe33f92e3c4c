import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '../../connector-kit/dates.ts'
import { byNight, spansOf } from './nights.ts'

const spans = fc.array(
  fc
    .record({ start: fc.nat(60), nights: fc.nat(9), price: fc.integer({ min: 1, max: 3 }) })
    .map(({ start, nights, price }) => {
      const from = addDays('2028-02-20', start)
      return { from, to: addDays(from, nights), price }
    }),
)

test('spans that are taken apart and put together say the same of every night, and are the fewest', () => {
  fc.assert(
    fc.property(spans, (samples) => {
      const nights = byNight(samples, ({ price }) => price)
      const joined = spansOf(nights)
      assert.deepEqual([...byNight(joined, ({ value }) => value)].toSorted(), [...nights].toSorted())
      joined.forEach(({ from, value }, index) => {
        const before = joined[index - 1]
        if (before === undefined) return
        assert.ok(before.to < from)
        assert.ok(addDays(before.to, 1) < from || before.value !== value)
      })
    }),
  )
})
