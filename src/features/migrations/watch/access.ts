/** The way to an account that is watched: with what was kept of it for the watch, and in nobody's way. */
import type { Connector } from '../../../connector-kit/connector.ts'
import type { VendorClient } from '../../../connector-kit/http.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { accountClient } from '../../../upstream/sandbox-vendor/public.ts'
import { credentialsIn, storedSession } from '../../../upstream/session.ts'

export function watchClient(
  services: Services,
  child: Scope,
  connector: Connector,
  { id, credentials }: { id: string; credentials: Buffer | null },
): VendorClient {
  const { db, clients, vault } = services
  if (connector.callsNobody) return accountClient({ db, scope: child, connectionId: id })
  const session = storedSession({ ...services, scope: child, connectionId: id })
  return clients.openUnstored(child, connector, credentialsIn(vault, child, { id, credentials }), session)
}
