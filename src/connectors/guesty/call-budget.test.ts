import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changesOfADay, measureDay, measureImport } from './testing/call-budget.ts'

/** `npm run bench -- guesty-budget` measures 20,000 stays, which takes minutes of a processor. */
const stays = 4_000

describe('the calls that Guesty reservations cost, within its limits', () => {
  for (const [name, habits] of [
    ['beside the older interface', {}],
    ['by the newer interface alone', { legacyRetired: 1 }],
  ] as const) {
    it(`stay bounded for a first import ${name}`, { timeout: 200_000 }, async (t) => {
      const cost = await measureImport(habits, stays)
      t.diagnostic(`${name}: ${JSON.stringify(cost)}`)
      assert.ok(cost.stays >= stays)
      // 20,000 stays in 1,250 calls; the listings take a hundred calls in any case. Payments cost one each.
      assert.ok(cost.calls - cost.payments <= 140 + stays / 18, JSON.stringify(cost))
      assert.ok(cost.payments <= stays / 8, JSON.stringify(cost))
      assert.ok(cost.minutes <= (stays * 60) / 20_000, JSON.stringify(cost))
      assert.equal(cost.refused, 0)
      assert.equal(cost.tokens, 1)
    })

    it(`stay bounded for a day of 500 changes ${name}`, { timeout: 200_000 }, async (t) => {
      const cost = await measureDay(habits, 1500)
      t.diagnostic(`${name}: ${JSON.stringify(cost)}`)
      assert.equal(cost.stays, changesOfADay)
      assert.ok(cost.calls <= 5000, `more than an hour's calls in a day: ${cost.calls}`)
      assert.equal(cost.refused, 0)
      assert.ok(cost.tokens <= 2)
    })
  }
})
