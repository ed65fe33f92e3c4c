import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import { openBench } from '../../connector-kit/testing/bench.ts'
import { walkAll } from '../../connector-kit/testing/walk.ts'
import { guesty } from './index.ts'
import { reservations } from './reservations.ts'

/** `GUESTY_STAYS=20000` measures a large account, which takes two minutes of a processor. */
const stays = Number(process.env['GUESTY_STAYS'] ?? 4_000)
const minuteMs = 60_000

async function openLimited(habits: Record<string, number>, size: number) {
  const started = Promise.withResolvers<Awaited<ReturnType<typeof startSimulator>>>()
  const bench = await openBench(
    guesty,
    async (vendor, options) => {
      const simulator = await startSimulator(vendor, { ...options, speed: 0, habits })
      started.resolve(simulator)
      return simulator
    },
    { listings: 300, reservations: size },
  )
  const simulator = await started.promise
  const context = bench.context()
  const walk = (since: string | null) => walkAll((cursor) => reservations.page(context, { cursor, since }))
  const counted = async (work: () => Promise<number>) => {
    simulator.calls.clear()
    const [startedMs, given] = [simulator.clock.nowMs(), await work()]
    const calls = simulator.calls.list()
    const refused = calls.filter(({ status }) => status === 429).length
    const tokens = calls.filter(({ path }) => path === '/oauth2/token').length
    const minutes = Math.round((simulator.clock.nowMs() - startedMs) / minuteMs)
    return { given, calls: calls.length, refused, tokens, minutes }
  }
  return { bench, simulator, context, walk, counted }
}

describe('the calls that Guesty reservations cost, within its limits', () => {
  for (const [name, habits] of [
    ['beside the older interface', {}],
    ['by the newer interface alone', { legacyRetired: 1 }],
  ] as const) {
    it(`stay bounded for a first import ${name}`, { timeout: 200_000 }, async (t) => {
      const account = await openLimited(habits, stays)
      t.after(() => account.bench.close())
      const cost = await account.counted(async () => (await account.walk(null)).records.length)
      t.diagnostic(`${name}: ${JSON.stringify(cost)}`)
      assert.ok(cost.given >= stays)
      // 20,000 stays in 1,250 calls and half an hour; the listings take a hundred calls in any case.
      assert.ok(cost.calls <= 140 + stays / 18, String(cost.calls))
      assert.ok(cost.minutes <= (stays * 30) / 20_000, String(cost.minutes))
      assert.equal(cost.refused, 0)
      assert.equal(cost.tokens, 1)
    })

    it(`stay bounded for a day of 500 changes ${name}`, { timeout: 200_000 }, async (t) => {
      const account = await openLimited(habits, 1500)
      t.after(() => account.bench.close())
      const { simulator, context } = account
      let { watermark } = await account.walk(null)
      const held = simulator.operations.state(new Set()).reservations as unknown as { id: string }[]
      const cost = await account.counted(async () => {
        let given = 0
        for (let change = 0; change < 500; change += 1) {
          const { id } = held[change * 2] ?? { id: '' }
          simulator.clock.advanceSeconds(86_400 / 500)
          simulator.operations.updateReservation(id, { guestsCount: 1 + (change % 7) })
          // A webhook names the booking, and every five minutes or so a walk looks for the rest.
          if ((await reservations.one?.(context, id)) !== null) given += 1
          if (change % 2 === 0) continue
          const since = new Date(Date.parse(watermark ?? '') - 300_000).toISOString()
          watermark = (await account.walk(since)).watermark
        }
        return given
      })
      t.diagnostic(`${name}: ${JSON.stringify(cost)}`)
      assert.equal(cost.given, 500)
      assert.ok(cost.calls <= 5000, `more than an hour's calls in a day: ${cost.calls}`)
      assert.equal(cost.refused, 0)
      assert.ok(cost.tokens <= 2)
    })
  }
})
