import type { InboundHint, Operations } from '../../connector-kit/connector.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { readAccount } from './account.ts'
import { VendorDelivery } from './vendor.ts'

const deliveryCheck = compileCheck(VendorDelivery)
// Only reservations are service orders that are told of; vendor documentation, general webhooks.
const told = new Set(['ServiceOrderUpdated'])

/**
 * One address for the whole application, entered by the vendor's support. Nothing is signed: the only proof is a
 * secret in the address. Deliveries of every hotel come to it, so those of others are left alone.
 */
export const inbound: NonNullable<Operations['inbound']> = {
  proof: 'address',

  async register(context, { url }) {
    const { hotels } = await readAccount(context)
    return { externalId: hotels.map(({ id }) => id).join(' '), secrets: {}, address: url }
  },

  /** Done by the vendor's support as well; what still arrives is refused by its address. */
  async unregister() {},

  receive({ body }, { externalId }) {
    if (!deliveryCheck.fits(body) || !externalId.split(' ').includes(body.EnterpriseId)) return []
    const ids = body.Events.filter(({ Discriminator }) => told.has(Discriminator)).map(
      ({ Value }) => Value.Id,
    )
    return [...new Set(ids)].map((id): InboundHint => ({ entity: 'reservations', externalId: id }))
  },
}
