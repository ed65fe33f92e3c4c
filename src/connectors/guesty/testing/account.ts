import type { TestContext } from 'node:test'
import { startSimulator } from '../../../../simulators/index.ts'
import type { SimulatorOptions } from '../../../../simulators/index.ts'
import { openBench } from '../../../connector-kit/testing/bench.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { guesty } from '../index.ts'

/** The vendor switches its older reservation endpoints off on 1 March 2027; tests of both begin before that, whatever day it is. */
export const whileOlderAnswers = '2026-11-01T10:00:00Z'

/** A simulator, and clients on it as they are opened by one process after another. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}) {
  const { listings = 3, reservations = 12, ...others } = options
  const started = Promise.withResolvers<Awaited<ReturnType<typeof startSimulator>>>()
  const bench = await openBench(
    guesty,
    async (vendor, options) => {
      const simulator = await startSimulator(vendor, {
        ...options,
        rateLimit: 'off',
        now: whileOlderAnswers,
        ...others,
      })
      started.resolve(simulator)
      return simulator
    },
    { listings, reservations },
  )
  t.after(() => bench.close())
  const simulator = await started.promise
  const open = () => bench.context('bookings', bench.open())
  const tokensAsked = () => simulator.calls.list().filter(({ path }) => path === '/oauth2/token').length
  return { simulator, open, tokensAsked }
}

export const isOfKind = (kind: string) => (error: unknown) =>
  error instanceof VendorError && error.kind === kind
