/** Opens the client of a worker's turn with a connection and counts its calls. */
import type { Connector } from '../connector-kit/connector.ts'
import type { VendorClient } from '../connector-kit/http.ts'
import type { Budget } from '../connector-kit/ratelimit.ts'
import type { Scope } from '../platform/tenant.ts'
import type { Services } from '../services.ts'
import type { SyncedConnection } from './connection-queries.ts'

/** Request and response of a failed call are not kept, because they hold personal data. */
export interface FailedCall {
  method: string
  path: string
  /** The status is null if there was no answer. */
  status: number | null
  ms: number
  retries: number
  failure: string | null
}

export interface SyncEnvironment {
  services: Services
  budget: Budget
  /** The signal is aborted when the process stops. */
  signal: AbortSignal
  sleep(ms: number): Promise<void>
  /** Simulations run their own clock, so they say how long a wait really takes. */
  realMs?(ms: number): number
  /** Returns a number between 0 and 1. */
  random(): number
}

export interface CallCount {
  count: number
  retries: number
  /** This counts all calls of the turn, including those already stored with a run. */
  made: number
  /** These calls failed since the last step began. */
  failed: FailedCall[]
  /** Limits how long the step's first call waits; null once that call was made. */
  first?: { waitedMs: number; longestWaitMs: number } | null
  /** While set, no call waits longer for the vendor's limit. */
  longestWaitMs?: number
}

const keptFailedCalls = 5

/** The client for a worker's turn, which counts its calls. */
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

/** Sandbox accounts need no credentials. */
export const lacksCredentials = (connector: Connector, { credentials }: SyncedConnection): boolean =>
  credentials === null && !connector.callsNobody

/** Only a step's first call may be refused for a short wait: later ones would repeat what came before. */
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
