/** What the page reads of its connect session. */
import type { ClaimedRooms, MapRoomsBody } from '../../src/contract/booking-claim.ts'
import type { ConnectSessionView } from '../../src/contract/connect-session.ts'
import type { ChannelUnits, UnitMappings, UnitMappingsBody } from '../../src/contract/unit-mapping.ts'

export type Session = ConnectSessionView
/** What going back to the app takes. */
export type Ended = Pick<
  Session,
  'status' | 'provider' | 'connection' | 'error' | 'workspaceId' | 'state' | 'returnUrl'
>
export type Provider = Session['providers'][number]
/** What the provider's page can be asked to allow. */
export type Consent = NonNullable<Provider['consent']>
export type AccountWrite = Provider['writes'][number]
export type FormField = Provider['form'][number]
export type { ClaimedRooms }
export type ClaimedRoom = ClaimedRooms['rooms'][number]
export type RoomMapping = MapRoomsBody['mappings'][number]
export type { ChannelUnits, UnitMappings }
export type UnitMapping = UnitMappingsBody['mappings'][number]
export type Import = NonNullable<Session['import']>
export type ImportEntity = Import['entities'][number]

/** The one that was connected, or chosen, or the only one there is. */
export function providerOf({ providers, provider, connection }: Session): Provider | undefined {
  const id = connection?.provider ?? provider
  return id === null && providers.length === 1 ? providers[0] : providers.find((one) => one.id === id)
}

/** A property is claimed, and its rooms are mapped; one that is claimed again keeps what was mapped. */
export const isClaim = ({ reconnect }: Session, provider: Provider | undefined): boolean =>
  provider?.pattern === 'claim' && !reconnect

/** What the account sells may be mapped before the session ends: that depends on what its owner allows. */
export const mapsUnits = ({ reconnect, purpose, status }: Session, provider: Provider | undefined): boolean =>
  status === 'awaiting_room_mapping' ||
  (!reconnect &&
    purpose !== 'migrate' &&
    (provider?.consent?.some(({ accessType }) => accessType === 'full_access') ?? false))
