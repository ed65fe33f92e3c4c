/** What a worker's turn with a connection is given, and how it counts its calls. */
import type { Connector } from '../connector-kit/connector.ts'
import type { VendorClient } from '../connector-kit/http.ts'
import type { Budget } from '../connector-kit/ratelimit.ts'
import type { Scope } from '../platform/tenant.ts'
import type { Services } from '../services.ts'
import type { SyncedConnection } from './connection-queries.ts'

/** A call of a vendor that went wrong; what was sent and answered is not kept. */
export interface FailedCall {
  method: string
  path: string
  /** null: no answer. */
  status: number | null
  ms: number
  retries: number
  failure: string | null
}

export interface SyncEnvironment {
  services: Services
  budget: Budget
  /** Raised when the process stops. */
  signal: AbortSignal
  sleep(ms: number): Promise<void>
  /** How long waiting for a vendor takes, where time does not run as it does outside. */
  realMs?(ms: number): number
  /** Between 0 and 1. */
  random(): number
}

export interface CallCount {
  count: number
  retries: number
  /** All calls of the turn, also those written to a run already. */
  made: number
  /** The first that went wrong since the last step began. */
  failed: FailedCall[]
  /** What the first call of the step that begins may do; null: it was made. */
  first?: { waitedMs: number; longestWaitMs: number } | null
  /** While it is set, no call waits longer for room under the vendor's limit. */
  longestWaitMs?: number
}

const keptFailedCalls = 5

/** The client of a connection for a worker's turn, which counts what it calls. */
export function openTurnClient(
  { services, budget, sleep }: SyncEnvironment,
  scope: Scope,
  connector: Connector,
  connection: SyncedConnection,
  calls: CallCount,
): Promise<VendorClient> {
  return services.clients.lend(scope, connector, connection, {
    use: 'sync',
    budget: stepwise(budget, calls),
    sleep,
    onCall: ({ method, path, status, ms, retries, failure }) => {
      calls.count += 1
      calls.made += 1
      calls.retries += retries > 0 ? 1 : 0
      if (failure !== null && calls.failed.length < keptFailedCalls)
        calls.failed.push({ method, path, status, ms, retries, failure })
    },
  })
}

/** Made-up accounts need none. */
export const lacksCredentials = (connector: Connector, { credentials }: SyncedConnection): boolean =>
  credentials === null && !connector.callsNobody

/** Only the first call of a step may be refused for a short wait: what a later one follows would have to be read again. */
function stepwise(budget: Budget, calls: CallCount): Budget {
  return {
    block: budget.block,
    async take(identity, limits, lane, options) {
      const { first, longestWaitMs } = calls
      const patience = longestWaitMs === undefined ? {} : { longestWaitMs }
      await budget.take(identity, limits, lane, { ...options, ...patience, ...first })
      calls.first = null
    },
  }
}
