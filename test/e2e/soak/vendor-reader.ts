import { memorySession } from '../../../src/connector-kit/auth/memory-session.ts'
import { openClient } from '../../../src/connector-kit/client.ts'
import type { Connector, VendorContext } from '../../../src/connector-kit/connector.ts'
import { readCredentials } from '../../../src/connector-kit/credentials.ts'
import type { VendorHttp } from '../../../src/connector-kit/http.ts'
import { memoryBudget, type Budget } from '../../../src/connector-kit/ratelimit.ts'
import { VendorError } from '../../../src/connector-kit/vendor-error.ts'
import type { RunningSimulator } from '../../../simulators/index.ts'

/** For a simulator that does not limit calls. */
export const unlimited: Budget = { take: async () => {}, block: async () => {} }

/** Reads at the vendor separately. Waiting for its limits moves the simulator's clock instead of taking time. */
export async function readVendor<T>(
  { connector, simulator }: { connector: Connector; simulator: RunningSimulator },
  read: (context: VendorContext) => Promise<T>,
  budgetOfItsOwn?: Budget,
): Promise<T> {
  const given = readCredentials(connector, simulator.credentials)
  if (!given.ok) throw new Error('the credentials are refused')
  const advance = async (ms: number) => void (ms > 0 && simulator.clock.advanceSeconds(ms / 1000))
  const client = openClient(connector, given.credentials, {
    session: memorySession(),
    budget:
      budgetOfItsOwn ??
      patient(memoryBudget({ now: () => simulator.clock.nowMs(), sleep: advance }), advance),
    log: { debug: () => {}, warn: () => {} },
    now: () => new Date(simulator.clock.nowMs()),
    sleep: advance,
    baseUrl: simulator.url,
  })
  try {
    const http = client.lane('guest')
    awaitResourceLimits(http, advance)
    return await read({ http, now: () => new Date(simulator.clock.nowMs()) })
  } finally {
    await client.close()
  }
}

/**
 * Repeats calls that a thread's or booking's own limit refused. The client object stays, since operations keep state by
 * it.
 */
function awaitResourceLimits(http: VendorHttp, advance: (ms: number) => Promise<void>): void {
  const get = http.get.bind(http)
  http.get = async (...call) => {
    try {
      return await get(...call)
    } catch (error) {
      if (!(error instanceof VendorError) || error.limitedTo === undefined) throw error
      await advance(error.retryAfterMs ?? 60_000)
      return http.get(...call)
    }
  }
}

/** A budget refuses long waits; here waiting takes no time. */
function patient(budget: Budget, advance: (ms: number) => Promise<void>): Budget {
  const take: Budget['take'] = async (...call) => {
    try {
      await budget.take(...call)
    } catch (error) {
      if (!(error instanceof VendorError) || error.retryAfterMs === undefined) throw error
      await advance(error.retryAfterMs)
      await take(...call)
    }
  }
  return { ...budget, take }
}
