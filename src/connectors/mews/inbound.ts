import { readable } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { readAccount } from './account.ts'
import { VendorDelivery, VendorNotice } from './vendor.ts'

// Reservations are the only service orders that are reported; vendor documentation, general webhooks.
const reportedEvents = new Set(['ServiceOrderUpdated'])

/**
 * The vendor's support enters one address for the whole application. Nothing is signed: the only proof is a
 * secret in the address. It receives deliveries of every hotel, so those of others are ignored.
 */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  proof: 'address',

  async register(context, { url }) {
    const { hotels } = await readAccount(context)
    return { externalId: hotels.map(({ id }) => id).join(' '), secrets: {}, address: url }
  },

  /** The vendor's support removes the address as well; later deliveries are refused by their address. */
  async unregister() {},

  receive({ body }, { externalId }) {
    const hotels = externalId.split(' ')
    const own = readable(VendorDelivery, Array.isArray(body) ? body : [body]).filter(({ EnterpriseId }) =>
      hotels.includes(EnterpriseId),
    )
    const events = own
      .flatMap(({ Events }) => readable(VendorNotice, Events))
      .filter(({ Discriminator }) => reportedEvents.has(Discriminator))
    return [...new Set(events.map(({ Value }) => Value.Id))].flatMap((id) => hint('reservations', id))
  },
}
