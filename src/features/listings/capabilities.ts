import type { Capabilities } from '../../contract/listing.ts'
import { capabilitiesOf, type PmsWritePolicy } from '../../connector-kit/capabilities.ts'
import type { Connector } from '../../connector-kit/connector.ts'
import type { ListingOwner } from './queries.ts'

/** A listing kept by this service itself, with no PMS behind it. */
const native: Capabilities = {
  reservations: {
    managedBy: 'repull',
    provider: null,
    create: true,
    modify: true,
    cancel: true,
    quote: false,
    customPrice: false,
    notes: 'Kept by this service. Priced by the rates of the listing; the same night is never sold twice.',
    verifiedAgainst: null,
  },
}

export function capabilitiesFor(owner: ListingOwner, connectors: Record<string, Connector>): Capabilities {
  const connector = owner.provider === null ? undefined : connectors[owner.provider]
  if (!connector) return native
  const capabilities = capabilitiesOf(connector, {
    connected: owner.connection_status === 'active',
    writePolicy: owner.write_policy as PmsWritePolicy,
  })
  // A channel keeps no reservations of others.
  return connector.manifest.category === 'pms' ? capabilities : { ...native, pms: capabilities.pms }
}
