import type { Static, TSchema } from 'typebox'
import type { AuthSession } from './auth/auth.ts'
import type { Answer } from './answer.ts'
import { closedClient } from './closed-client.ts'
import type { Connector } from './connector.ts'
import type { CallRecord } from './exchange.ts'
import { createVendorHttp } from './http.ts'
import type { VendorClient, VendorLog } from './http.ts'
import type { Budget } from './ratelimit.ts'

/** What the server lends to a connection: everything that a connector may not reach by itself. */
export interface ClientEnvironment {
  session: AuthSession
  budget: Budget
  log: VendorLog
  now(): Date
  sleep(ms: number): Promise<void>
  /** Where the vendor is reached instead of its own address. */
  baseUrl?: string
  onCall?(call: CallRecord): void
  /** Every answer whole, personal data included: nothing of it may be logged. */
  onAnswer?(answer: Answer): void
}

/** The name under which the vendor counts the calls of an account. */
export function upstreamIdentity<C extends TSchema>(connector: Connector<C>, credentials: Static<C>): string {
  return `${connector.manifest.id}:${connector.accountOf(credentials)}`
}

/** The authenticated client of one connection. Close it when the work is done. */
export function openClient<C extends TSchema>(
  connector: Connector<C>,
  credentials: Static<C>,
  environment: ClientEnvironment,
): VendorClient {
  if (connector.callsNobody) return closedClient()
  const { manifest, signals } = connector
  return createVendorHttp({
    ...environment,
    baseUrl: environment.baseUrl ?? connector.baseUrlOf?.(credentials) ?? manifest.baseUrl,
    auth: connector.auth(credentials),
    rateLimits: manifest.rateLimits,
    identity: upstreamIdentity(connector, credentials),
    timeoutMs: manifest.timeoutMs,
    ...(signals === undefined ? {} : { signals }),
  })
}
