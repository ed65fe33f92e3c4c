/** Opens the client of one connection: with its credentials, its session and the call budget that all processes share. */
import type { Static, TSchema } from 'typebox'
import { openClient } from '../connector-kit/client.ts'
import type { Connector } from '../connector-kit/connector.ts'
import type { VendorClient } from '../connector-kit/http.ts'
import type { Budget } from '../connector-kit/ratelimit.ts'
import type { Locks } from '../platform/locks.ts'
import type { Scope } from '../platform/tenant.ts'
import { accountClient, assertNoVendor } from './sandbox-vendor/public.ts'
import type { Services } from '../services.ts'
import type { SyncedConnection } from './connection-queries.ts'
import { storedSession, vaultContext } from './session.ts'

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
  locks: Locks
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
}

const keptFailedCalls = 5

export function openTurnClient(
  environment: SyncEnvironment,
  scope: Scope,
  connector: Connector,
  connection: SyncedConnection,
  calls: CallCount,
): VendorClient {
  assertNoVendor(scope, connector)
  const { db, vault, config, clock, log } = environment.services
  if (connector.callsNobody) return accountClient({ db, scope, connectionId: connection.id })
  const baseUrl = config.vendorBaseUrls.get(connection.provider)
  return openClient(connector, credentialsOf(environment, scope, connection), {
    session: storedSession({ db, vault, locks: environment.locks, scope, connectionId: connection.id }),
    budget: stepwise(environment.budget, calls),
    log,
    now: () => clock.now(),
    sleep: environment.sleep,
    onCall: ({ method, path, status, ms, retries, failure }) => {
      calls.count += 1
      calls.made += 1
      calls.retries += retries > 0 ? 1 : 0
      if (failure !== null && calls.failed.length < keptFailedCalls)
        calls.failed.push({ method, path, status, ms, retries, failure })
    },
    ...(baseUrl === undefined ? {} : { baseUrl }),
  })
}

/** Made-up accounts need none. */
export const lacksCredentials = (connector: Connector, { credentials }: SyncedConnection): boolean =>
  credentials === null && !connector.callsNobody

export function credentialsOf(
  { services: { vault } }: SyncEnvironment,
  scope: Scope,
  connection: SyncedConnection,
): Static<TSchema> {
  if (connection.credentials === null) throw new Error('the connection has no credentials')
  return JSON.parse(
    vault.decrypt(connection.credentials, vaultContext(scope, connection.id)),
  ) as Static<TSchema>
}

/** Only the first call of a step may be refused for a short wait: what a later one follows would have to be read again. */
function stepwise(budget: Budget, calls: CallCount): Budget {
  return {
    block: budget.block,
    async take(identity, limits, lane, options) {
      await budget.take(identity, limits, lane, { ...options, ...calls.first })
      calls.first = null
    },
  }
}
