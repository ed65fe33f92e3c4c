import { fieldOf, listIn, orNull, readable } from '../../connector-kit/answers.ts'
import type { InboundHint, VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { distinctHints, noticesIn } from '../../connector-kit/notices.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'
import { accountIdIn } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { apiPath, ofAgency } from './envelope.ts'
import { VendorEvent, VendorWebhook } from './vendor.ts'

const ofLead = ({ lead_uid, property_uid }: VendorEvent): InboundHint[] => [
  ...hint('reservations', lead_uid),
  ...hint('calendar', property_uid),
]
const ofProperty = ({ property_uid }: VendorEvent) => hint('listings', property_uid)
const ofThread = ({ thread_uid }: VendorEvent): InboundHint[] => [
  ...hint('conversations', thread_uid),
  ...hint('messages', thread_uid),
]

/** Each of these events is registered; the vendor's others concern nothing that is read. */
const hintsOf: Record<string, (event: VendorEvent) => InboundHint[]> = {
  NEW_INQUIRY: ofLead,
  NEW_BOOKING_REQUEST: ofLead,
  NEW_HOLD: ofLead,
  NEW_BOOKING: ofLead,
  NEW_BLOCKED_DATES: ofLead,
  BOOKING_UPDATED: ofLead,
  BOOKING_CANCELLED: ofLead,
  PROPERTY_AVAILABILITY_UPDATED: ({ property_uid }) => hint('calendar', property_uid),
  NEW_PROPERTY: ofProperty,
  UPDATED_PROPERTY: ofProperty,
  DELETED_PROPERTY: ofProperty,
  ACTIVATED_PROPERTY: ofProperty,
  DEACTIVATED_PROPERTY: ofProperty,
  NEW_INBOX_MESSAGE: ofThread,
  INBOX_THREAD_UPDATED: ofThread,
}

/** Nothing in a delivery proves its sender, so the secret address is the proof, and only ids are read. */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  proof: 'address',

  async register(context, { url, secrets = {} }) {
    // An earlier try may have ended after some events.
    const before = await webhooksAt(context, url)
    const uids: string[] = []
    for (const eventType of Object.keys(hintsOf)) {
      const known = before.find((webhook) => webhook.eventType === eventType)
      uids.push(known?.uid ?? (await registerEvent(context, url, eventType)))
    }
    return { externalId: uids.join(','), secrets }
  },

  async unregister({ http }, { externalId }) {
    for (const uid of externalId.split(',')) await orNull(http.delete(apiPath('webhooks', uid)))
  },

  receive({ body }) {
    const events = readable(VendorEvent, noticesIn(body))
    return distinctHints(events.flatMap((event) => meaningOf(hintsOf, event.event_type)?.(event) ?? []))
  },
}

async function webhooksAt(context: VendorContext, url: string): Promise<VendorWebhook[]> {
  const answer = await context.http.get(apiPath('webhooks'), { query: ofAgency(context) })
  return readable(VendorWebhook, listIn(answer, 'webhooks')).filter(({ callbackUrl }) => callbackUrl === url)
}

async function registerEvent(
  context: VendorContext,
  callbackUrl: string,
  eventType: string,
): Promise<string> {
  const agencyUid = accountIdIn(context)
  const body = { agencyUid, objectUid: agencyUid, eventType, callbackUrl, webhookType: 'POST_JSON' }
  const answer = await context.http.post(apiPath('webhooks'), { body })
  const uid = presentText(fieldOf(fieldOf(answer, 'webhook') ?? answer, 'uid'))
  if (uid !== null) return uid
  throw new VendorError('malformed', `the webhook for ${eventType} was made and its id not told`)
}
