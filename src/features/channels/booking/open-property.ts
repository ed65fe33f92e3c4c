/** Access to one property for the duration of a request. */
import type { Connector, VendorOperations, VendorContext } from '../../../connector-kit/connector.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { relayAccess } from '../../../upstream/acts/public.ts'
import { callConnection, type ConnectionAccess } from '../../../upstream/access.ts'
import type { ConnectionRow } from '../../accounts/public.ts'
import { callBooking, notConnectedError } from './errors.ts'
import { provider } from './provider.ts'

export interface PropertyAccess<K extends keyof VendorOperations> {
  access: ConnectionAccess
  operation: NonNullable<VendorOperations[K]>
  /** Calls the property; its errors are worded by these routes. `change`: as in `toBookingError`. */
  ask<T>(work: (context: VendorContext, connector: Connector) => Promise<T>, change?: string): Promise<T>
}

/** Throws where the property cannot be called, or the channel lacks the operation. */
export async function openProperty<K extends keyof VendorOperations>(
  services: Services,
  scope: Scope,
  { id, status, external_account_id: hotelId }: ConnectionRow,
  name: K,
): Promise<PropertyAccess<K>> {
  if (status === 'disconnected') throw notConnectedError(hotelId)
  // Claiming a property grants every operation on it.
  const access = await relayAccess(services, scope, { connectionId: id, provider, status }, null)
  const operation = access.connector.operations[name]
  if (!operation) {
    throw new ApiError(
      'channel_not_supported',
      'This account of Booking.com is made up and takes nothing of the kind.',
      { channel: provider },
      { fix: 'Use a connected property; accounts of a sandbox have bookings, messages and reviews only.' },
    )
  }
  return {
    access,
    operation,
    ask: (work, change) =>
      callBooking(() => callConnection(access, (context) => work(context, access.connector)), change),
  }
}
