import type { InboundHint, Operations } from '../../connector-kit/connector.ts'
import { hmacHexMatches } from '../../connector-kit/secrets.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { presentText } from './map.ts'
import { VendorEvent } from './vendor.ts'

const eventCheck = compileCheck(VendorEvent)
type Data = VendorEvent['data']

const hint = (entity: InboundHint['entity'], id: unknown): InboundHint[] =>
  typeof id === 'string' && presentText(id) !== null ? [{ entity, externalId: id }] : []

const ofReservation = (data: Data) => [...hint('reservations', data.id), ...calendarsOf(data)]
const ofProperty = ({ id }: Data) => hint('listings', id)

// action of a delivery. The description says `changed`; an older page said `updated`.
const hintsOf: Record<string, (data: Data) => InboundHint[]> = {
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

/** A person enters the address in the vendor's dashboard, which shows the secret that deliveries are signed with. */
export const inbound: NonNullable<Operations['inbound']> = {
  async register(_context, { url, secrets }) {
    const webhookSecret = secrets?.webhookSecret
    if (webhookSecret === undefined) {
      throw new VendorError(
        'rejected',
        'Hospitable signs its webhooks with a secret from its dashboard; give it as webhookSecret to receive them',
      )
    }
    return { externalId: 'dashboard', secrets: { webhookSecret }, address: url }
  },

  /** Done in the dashboard as well; what still arrives is refused by its address. */
  async unregister() {},

  receive({ headers, body, rawBody }, { secrets }) {
    const { webhookSecret } = secrets
    if (webhookSecret === undefined) return null
    if (!hmacHexMatches(headers.signature ?? '', rawBody, [webhookSecret])) return null
    if (!eventCheck.fits(body) || !Object.hasOwn(hintsOf, body.action)) return []
    return hintsOf[body.action]?.(body.data) ?? []
  },
}

/** What a booking takes from a calendar shows there only when it is read again. */
function calendarsOf({ properties }: Data): InboundHint[] {
  if (!Array.isArray(properties)) return []
  return properties.flatMap((property: { id?: unknown } | null) => hint('calendar', property?.id))
}
