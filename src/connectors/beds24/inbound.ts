import { readable } from '../../connector-kit/answers.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { enteredByHand, hint } from '../../connector-kit/hints.ts'
import { VendorEvent } from './vendor.ts'

/**
 * A person enters the address in the settings of every property. Nothing is signed: the only proof is the secret in the
 * address, and a delivery is no more than a hint to read the record.
 */
export const inbound: NonNullable<Operations['inbound']> = {
  proof: 'address',
  ...enteredByHand('settings'),

  receive({ body }) {
    const [event] = readable(VendorEvent, [body])
    const booking = event?.booking?.id
    return [
      ...hint('reservations', booking),
      ...((event?.messages?.length ?? 0) > 0 ? hint('conversations', booking) : []),
      ...(event?.action === 'SYNC_ROOM' ? hint('calendar', event.roomId) : []),
    ]
  },
}
