/** Calls a vendor with credentials that are not stored, or no longer. */
import type { Static, TSchema } from 'typebox'
import { memorySession } from '../../../connector-kit/auth/memory-session.ts'
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { whileWaited } from '../../../upstream/patience.ts'

export interface VendorCallResult<T> {
  value: T
  /** State the connector keeps between calls. */
  session: string | null
}

export async function callVendor<T>(
  services: Services,
  scope: Scope,
  connector: Connector,
  credentials: Static<TSchema>,
  work: (context: VendorContext) => Promise<T>,
  given: string | null = null,
): Promise<VendorCallResult<T>> {
  const session = memorySession(given)
  const client = services.clients.openUnstored(scope, connector, credentials, session)
  try {
    const value = await whileWaited(work({ http: client.lane('guest'), now: () => services.clock.now() }))
    return { value, session: await session.load() }
  } finally {
    await client.close()
  }
}
