import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { Connector } from '../connector.ts'
import type { CallLane } from '../ratelimit.ts'
import { openBench, type StartSimulator } from './bench.ts'
import type { VendorFacts } from './certify.ts'
import type { SimulatorCall } from './control.ts'

// Windows that take more calls than this are not filled here; the budget treats them like smaller ones.
const mostCalls = 700

/** Windows of more calls than this are filled by reading a small account again and again, as long pages cost time. */
const mostCallsOfOneReading = 200

/** With any number of readers, no window may hold more calls than the vendor allows. */
export function budgetSuite<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  const { manifest } = connector
  describe('call budget', { concurrency: false }, () => {
    // A waiting reader moves the clock for all, so only readers of equal lanes fill a window to its end.
    const pairs: [CallLane, CallLane][] = [
      ['guest', 'guest'],
      ['guest', 'history'],
    ]
    for (const pair of pairs) {
      it(`is kept by two readers in the lanes ${pair.join(' and ')}`, async () => {
        // If a busy machine delivered a call late, the vendor would count it in another window than we do.
        const start: StartSimulator = (vendor, options) => facts.start(vendor, { ...options, speed: 0 })
        const { rateLimits } = manifest
        const reachable = rateLimits.filter((limit) => limit.calls <= mostCalls)
        const callsToMake = Math.max(...reachable.map((limit) => limit.calls))
        const isWide = callsToMake > mostCallsOfOneReading
        const account = isWide ? { listings: 6, reservations: 40 } : { listings: 40, reservations: 80 }
        const bench = await openBench(connector, start, account)
        try {
          const read = async (lane: CallLane) => {
            const walk = bench.walk(lane, bench.open())
            // A vendor with long pages needs several readings to fill its windows.
            do await Promise.all([walk.listings(), walk.reservations()])
            while (bench.calls.length <= callsToMake)
          }
          await Promise.all(pair.map(read))
          const calls = await bench.control.calls()
          assert.ok(reachable.length > 0 && calls.length > callsToMake, 'too few calls to prove anything')
          for (const limit of rateLimits) {
            assert.ok(busiest(calls, limit.windowSeconds * 1000) <= limit.calls)
          }
          assert.deepEqual(
            calls.filter(({ status }) => status === 429),
            [],
          )
        } finally {
          await bench.close()
        }
      })
    }
  })
}

/** Returns the most calls in any window of this length. */
function busiest(calls: SimulatorCall[], windowMs: number): number {
  const times = calls.map(({ time }) => Date.parse(time)).sort((a, b) => a - b)
  let start = 0
  return times.reduce((most, time, index) => {
    while ((times[start] ?? time) <= time - windowMs) start += 1
    return Math.max(most, index - start + 1)
  }, 0)
}
