import type { Static, TSchema } from 'typebox'
import type { AuthSession } from './auth/auth.ts'
import type { VendorAnswer } from './answer.ts'
import { closedClient } from './closed-client.ts'
import type { Connector } from './connector.ts'
import type { VendorClient, VendorLine, VendorLog, VendorWork } from './http.ts'
import type { Budget } from './ratelimit.ts'
import { createVendorLine } from './vendor-line.ts'

/** The server provides these to a connection; connectors cannot reach them by themselves. */
export interface LineEnvironment {
  session: AuthSession
  budget: Budget
  log: VendorLog
  now(): Date
  sleep(ms: number): Promise<void>
  /** Set where calls go to another address than the vendor's own. */
  baseUrl?: string
  /** Gets every answer, personal data included, so nothing of it may be logged. */
  onAnswer?(answer: VendorAnswer): void
}

export type ClientEnvironment = LineEnvironment & Pick<VendorWork, 'onCall' | 'patience'>

/** The vendor counts an account's calls under this name. */
export function upstreamIdentity<C extends TSchema>(connector: Connector<C>, credentials: Static<C>): string {
  return `${connector.manifest.id}:${connector.accountOf(credentials)}`
}

/** Opens what all work on one account shares. Close it after the last call. */
export function openLine<C extends TSchema>(
  connector: Connector<C>,
  credentials: Static<C>,
  environment: LineEnvironment,
): VendorLine {
  if (connector.callsNobody) return { open: closedClient, close: async () => {} }
  const { manifest, signals } = connector
  return createVendorLine({
    ...environment,
    baseUrl: environment.baseUrl ?? connector.baseUrlOf?.(credentials) ?? manifest.baseUrl,
    isElsewhere: environment.baseUrl !== undefined,
    auth: connector.auth(credentials),
    rateLimits: manifest.rateLimits,
    ...(manifest.resourceLimits === undefined ? {} : { resourceLimits: manifest.resourceLimits }),
    identity: upstreamIdentity(connector, credentials),
    timeoutMs: manifest.timeoutMs,
    ...(signals === undefined ? {} : { signals }),
  })
}

/** Opens an account's authenticated client for one piece of work. Close it afterwards. */
export function openClient<C extends TSchema>(
  connector: Connector<C>,
  credentials: Static<C>,
  { onCall, patience, ...environment }: ClientEnvironment,
): VendorClient {
  const line = openLine(connector, credentials, environment)
  const { budget, sleep } = environment
  return { ...line.open({ budget, sleep, onCall, patience }), close: () => line.close() }
}
