import { readable } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { readAccount } from './account.ts'
import { VendorDelivery, VendorNotice } from './vendor.ts'

// Only reservations are service orders that are told of; vendor documentation, general webhooks.
const told = new Set(['ServiceOrderUpdated'])

/**
 * One address for the whole application, entered by the vendor's support. Nothing is signed: the only proof is a
 * secret in the address. Deliveries of every hotel come to it, so those of others are left alone.
 */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  proof: 'address',

  async register(context, { url }) {
    const { hotels } = await readAccount(context)
    return { externalId: hotels.map(({ id }) => id).join(' '), secrets: {}, address: url }
  },

  /** Done by the vendor's support as well; what still arrives is refused by its address. */
  async unregister() {},

  receive({ body }, { externalId }) {
    const hotels = externalId.split(' ')
    const own = readable(VendorDelivery, Array.isArray(body) ? body : [body]).filter(({ EnterpriseId }) =>
      hotels.includes(EnterpriseId),
    )
    const events = own
      .flatMap(({ Events }) => readable(VendorNotice, Events))
      .filter(({ Discriminator }) => told.has(Discriminator))
    return [...new Set(events.map(({ Value }) => Value.Id))].flatMap((id) => hint('reservations', id))
  },
}
