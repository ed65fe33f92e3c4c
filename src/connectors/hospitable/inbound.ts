import { fieldOf, readable } from '../../connector-kit/answers.ts'
import type { InboundHint, VendorOperations } from '../../connector-kit/connector.ts'
import { enteredByHand, hint } from '../../connector-kit/hints.ts'
import { meaningOf } from '../../connector-kit/readings.ts'
import { hmacHexMatches } from '../../connector-kit/secrets.ts'
import { VendorEvent } from './vendor.ts'

type EventRecord = VendorEvent['data']

const ofReservation = (data: EventRecord) => [...hint('reservations', data.id), ...calendarsOf(data)]
const ofProperty = ({ id }: EventRecord) => hint('listings', id)

// The description calls a delivery's action `changed`; an older page said `updated`.
const hintsOf: Record<string, (data: EventRecord) => InboundHint[]> = {
  'reservation.created': ofReservation,
  'reservation.changed': ofReservation,
  'reservation.updated': ofReservation,
  'property.created': ofProperty,
  'property.changed': ofProperty,
  'property.updated': ofProperty,
  'property.deleted': ofProperty,
  'property.merged': (data) => [...hint('listings', data.previous_id), ...hint('listings', data.new_id)],
  'message.created': ({ conversation_id }) => [
    ...hint('conversations', conversation_id),
    ...hint('messages', conversation_id),
  ],
  'review.created': ({ id }) => hint('reviews', id),
}

/** A person enters the address in the vendor's dashboard, which shows the secret that signs deliveries. */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  ...enteredByHand('dashboard', {
    proofs: ['webhookSecret'],
    refusal:
      'Hospitable signs its webhooks with a secret from its dashboard; give it as webhookSecret to receive them',
  }),

  receive({ headers, body, rawBody }, { secrets }) {
    const { webhookSecret } = secrets
    if (webhookSecret === undefined) return null
    if (!hmacHexMatches(headers.signature ?? '', rawBody, [webhookSecret])) return null
    return readable(VendorEvent, [body]).flatMap(
      ({ action, data }) => meaningOf(hintsOf, action)?.(data) ?? [],
    )
  },
}

/** A booking's nights show in a calendar only when that is read again. */
function calendarsOf({ properties }: EventRecord): InboundHint[] {
  if (!Array.isArray(properties)) return []
  return properties.flatMap((property) => hint('calendar', fieldOf(property, 'id')))
}
