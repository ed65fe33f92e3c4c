import { readable } from '../../connector-kit/answers.ts'
import type { InboundHint, VendorOperations } from '../../connector-kit/connector.ts'
import { enteredByHand, hint } from '../../connector-kit/hints.ts'
import { distinctHints, noticesIn } from '../../connector-kit/notices.ts'
import { VendorEvent } from './vendor.ts'

/**
 * A person enters the address in the settings of every property. Nothing is signed: the only proof is the
 * secret in the address, and a delivery is only a hint to read the record.
 */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  proof: 'address',
  ...enteredByHand('settings'),

  byQuery: true,

  receive: ({ body }) => distinctHints(readable(VendorEvent, noticesIn(body)).flatMap(hintsOf)),
}

function hintsOf(event: VendorEvent): InboundHint[] {
  const { action, roomId, bookings, messages } = event
  const booking = event.booking?.id ?? event.bookid ?? event.bookId
  return [
    ...hint('reservations', booking),
    ...(bookings ?? []).flatMap(({ id }) => hint('reservations', id)),
    ...((messages?.length ?? 0) > 0 ? hint('conversations', booking) : []),
    ...(action === 'SYNC_ROOM' ? hint('calendar', roomId) : []),
  ]
}
