import type { Capabilities } from '../../contract/listing.ts'
import { capabilitiesOf, keepsReservations } from '../../connector-kit/capabilities.ts'
import type { Connector } from '../../connector-kit/connector.ts'
import type { Keeper } from '../../records/listings/keeper.ts'

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

export function capabilitiesFor(keeper: Keeper, connectors: Record<string, Connector>): Capabilities {
  const connector = keeper.kind === 'us' ? undefined : connectors[keeper.provider]
  if (keeper.kind === 'us' || !connector) return native
  const { status, writePolicy } = keeper
  const capabilities = capabilitiesOf(connector, { connected: status === 'active', writePolicy })
  return keepsReservations(connector) ? capabilities : { ...native, pms: capabilities.pms }
}
