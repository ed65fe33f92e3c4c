import type { InboundHint, Operations } from '../../connector-kit/connector.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { idText } from './map.ts'
import { VendorEvent } from './vendor.ts'

const eventCheck = compileCheck(VendorEvent)

/**
 * A person enters the address in the settings of every property. Nothing is signed: the only proof is the secret in the
 * address, and a delivery is no more than a hint to read the record.
 */
export const inbound: NonNullable<Operations['inbound']> = {
  proof: 'address',

  async register(_context, { url }) {
    return { externalId: 'settings', secrets: {}, address: url }
  },

  /** Done in the settings as well; what still arrives is refused by its address. */
  async unregister() {},

  receive({ body }) {
    if (!eventCheck.fits(body)) return []
    const booking = idText(body.booking?.id)
    const room = body.action === 'SYNC_ROOM' ? idText(body.roomId) : null
    const hints: InboundHint[] = []
    if (booking !== null) hints.push({ entity: 'reservations', externalId: booking })
    if (booking !== null && (body.messages?.length ?? 0) > 0) {
      hints.push({ entity: 'conversations', externalId: booking })
    }
    if (room !== null) hints.push({ entity: 'calendar', externalId: room })
    return hints
  },
}
