import type { Capabilities } from '../../contract/listing.ts'
import { capabilitiesOf, keepsReservations } from '../../connector-kit/capabilities.ts'
import type { Connector } from '../../connector-kit/connector.ts'
import type { ListingKeeper } from '../../records/listings/keeper.ts'
import { isChannelName } from '../../records/relay.ts'

/** A native listing, with no PMS behind it. */
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

/** A channel is no PMS: only its guests book what it keeps. */
const ofChannel = (displayName: string): Capabilities => ({
  reservations: {
    ...native.reservations,
    create: false,
    modify: false,
    cancel: false,
    notes: `${displayName} keeps the listing: it is booked by the guests of ${displayName}, and bookings are changed there.`,
  },
})

export function capabilitiesFor(keeper: ListingKeeper, connectors: Record<string, Connector>): Capabilities {
  const connector = keeper.kind === 'us' ? undefined : connectors[keeper.provider]
  if (keeper.kind === 'us' || !connector || !keepsReservations(connector)) return native
  if (isChannelName(keeper.provider)) return ofChannel(connector.manifest.displayName)
  const { status, writePolicy } = keeper
  return capabilitiesOf(connector, { connected: status === 'active', writePolicy })
}
