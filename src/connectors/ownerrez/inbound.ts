import { readable } from '../../connector-kit/answers.ts'
import type { InboundHint, VendorOperations } from '../../connector-kit/connector.ts'
import { enteredByHand, hint } from '../../connector-kit/hints.ts'
import { distinctHints, noticesIn } from '../../connector-kit/notices.ts'
import { meaningOf } from '../../connector-kit/readings.ts'
import { basicAuthMatches } from '../../connector-kit/secrets.ts'
import { VendorEvent } from './vendor.ts'

const hintsOf: Record<string, (event: VendorEvent) => InboundHint[]> = {
  booking: ({ entity_id, entity }) => [
    ...hint('reservations', entity_id),
    ...hint('calendar', entity?.property_id),
  ],
  property: ({ entity_id }) => hint('listings', entity_id),
  review: ({ entity_id }) => hint('reviews', entity_id),
  message: ofThread,
  thread_message: ofThread,
}

function ofThread({ entity }: VendorEvent): InboundHint[] {
  const thread = entity?.thread_id ?? entity?.threadId ?? entity?.thread?.id
  return [...hint('conversations', thread), ...hint('messages', thread)]
}

/**
 * A person enters the address in OwnerRez, with the user and password of its deliveries: two descriptions of
 * the registering call differ, and neither can set the password.
 */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  ...enteredByHand('settings', {
    proofs: ['webhookUser', 'webhookPassword'],
    refusal:
      'OwnerRez proves its webhooks with a user and password; give them as webhookUser and webhookPassword',
  }),

  receive({ headers, body }, { secrets }) {
    const { webhookUser, webhookPassword } = secrets
    if (webhookUser === undefined || webhookPassword === undefined) return null
    if (!basicAuthMatches(headers.authorization, webhookUser, webhookPassword)) return null
    const events = readable(VendorEvent, noticesIn(body))
    return distinctHints(
      events.flatMap((event) => meaningOf(hintsOf, event.entity_type.toLowerCase())?.(event) ?? []),
    )
  },
}
