import type { Static, TSchema } from 'typebox'
import type { AuthSession } from './auth/auth.ts'
import type { VendorAnswer } from './answer.ts'
import { closedClient } from './closed-client.ts'
import type { Connector } from './connector.ts'
import type { VendorClient, VendorLine, VendorLog, VendorWork } from './http.ts'
import type { Budget } from './ratelimit.ts'
import { createVendorLine } from './vendor-line.ts'

/** What the server lends to a connection: everything that a connector may not reach by itself. */
export interface LineEnvironment {
  session: AuthSession
  budget: Budget
  log: VendorLog
  now(): Date
  sleep(ms: number): Promise<void>
  /** Where the vendor is reached instead of its own address. */
  baseUrl?: string
  /** Every answer whole, personal data included: nothing of it may be logged. */
  onAnswer?(answer: VendorAnswer): void
}

export type ClientEnvironment = LineEnvironment & Pick<VendorWork, 'onCall' | 'patience'>

/** The name under which the vendor counts the calls of an account. */
export function upstreamIdentity<C extends TSchema>(connector: Connector<C>, credentials: Static<C>): string {
  return `${connector.manifest.id}:${connector.accountOf(credentials)}`
}

/** What all work with one account shares. Close it when nobody calls any more. */
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

/** The authenticated client of one account for one piece of work. Close it when the work is done. */
export function openClient<C extends TSchema>(
  connector: Connector<C>,
  credentials: Static<C>,
  { onCall, patience, ...environment }: ClientEnvironment,
): VendorClient {
  const line = openLine(connector, credentials, environment)
  const { budget, sleep } = environment
  return { ...line.open({ budget, sleep, onCall, patience }), close: () => line.close() }
}
