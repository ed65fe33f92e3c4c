/** Talking to a vendor while a request waits. */
import type { Static, TSchema } from 'typebox'
import { memorySession } from '../../connector-kit/auth/memory-session.ts'
import { openClient } from '../../connector-kit/client.ts'
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scope } from '../../platform/tenant.ts'
import { assertNoVendor } from '../../upstream/sandbox-vendor/public.ts'
import type { Services } from '../../services.ts'
import { interactiveBudget } from '../../upstream/budget.ts'

export interface VendorCall<T> {
  value: T
  /** What the connector keeps between calls, for the ones to come. */
  session: string | null
}

export async function callVendor<T>(
  services: Services,
  scope: Scope,
  connector: Connector,
  credentials: Static<TSchema>,
  work: (context: VendorContext) => Promise<T>,
  given: string | null = null,
): Promise<VendorCall<T>> {
  assertNoVendor(scope, connector)
  const session = memorySession(given)
  const baseUrl = services.config.vendorBaseUrls.get(connector.manifest.id)
  const client = openClient(connector, credentials, {
    session,
    budget: interactiveBudget(services),
    log: services.log,
    now: () => services.clock.now(),
    sleep: (ms) => pause(ms),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  })
  try {
    const value = await work({ http: client.lane('guest'), now: () => services.clock.now() })
    return { value, session: await session.load() }
  } finally {
    await client.close()
  }
}
