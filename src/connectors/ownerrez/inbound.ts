import type { InboundHint, Operations } from '../../connector-kit/connector.ts'
import { basicAuthMatches } from '../../connector-kit/secrets.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { idText } from './map.ts'
import { VendorEvent } from './vendor.ts'

const check = compileCheck(VendorEvent)
type Id = string | number | null | undefined

const hint = (entity: InboundHint['entity'], id: Id): InboundHint[] => {
  const externalId = idText(id)
  return externalId === null ? [] : [{ entity, externalId }]
}

const hintsOf: Record<string, (event: VendorEvent) => InboundHint[]> = {
  booking: ({ entity_id, entity }) => [
    ...hint('reservations', entity_id),
    ...hint('calendar', entity?.property_id),
  ],
  property: ({ entity_id }) => hint('listings', entity_id),
  review: ({ entity_id }) => hint('reviews', entity_id),
  message: ({ entity }) => {
    const thread = entity?.thread_id ?? entity?.threadId
    return [...hint('conversations', thread), ...hint('messages', thread)]
  },
}

/**
 * A person enters the address in OwnerRez, with the user and password that its deliveries carry: the body that would
 * register it by API is told of in two ways, and the password cannot be set by it.
 */
export const inbound: NonNullable<Operations['inbound']> = {
  async register(_context, { url, secrets }) {
    const { webhookUser, webhookPassword } = secrets ?? {}
    if (webhookUser === undefined || webhookPassword === undefined) {
      throw new VendorError(
        'rejected',
        'OwnerRez proves its webhooks with a user and password; give them as webhookUser and webhookPassword',
      )
    }
    return { externalId: 'settings', secrets: { webhookUser, webhookPassword }, address: url }
  },

  /** Done in OwnerRez as well; what still arrives is refused by its address. */
  async unregister() {},

  receive({ headers, body }, { secrets }) {
    const { webhookUser, webhookPassword } = secrets
    if (webhookUser === undefined || webhookPassword === undefined) return null
    if (!basicAuthMatches(headers.authorization, webhookUser, webhookPassword)) return null
    if (!check.fits(body) || !Object.hasOwn(hintsOf, body.entity_type)) return []
    return hintsOf[body.entity_type]?.(body) ?? []
  },
}
