import { fieldOf, isFields, listIn, orNull, readable } from '../../connector-kit/answers.ts'
import type { InboundHint, VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { distinctHints, noticesIn } from '../../connector-kit/notices.ts'
import { idText, meaningOf, presentText } from '../../connector-kit/readings.ts'
import { sameSecret } from '../../connector-kit/secrets.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { dataOf } from './envelope.ts'
import { VendorEvent } from './vendor.ts'

const path = '/v3/webhooks'

type IdsOf = (name: string) => unknown

const ofStay = (id: IdsOf): InboundHint[] => [
  ...hint('reservations', presentText(id('stay_code')) ?? id('reservation_code')),
  ...hint('calendar', id('property_id')),
]
const ofReview = (id: IdsOf) => hint('reviews', id('reservation_code'))
const ofNights = (id: IdsOf) => hint('calendar', id('property_id'))

const hintsOf: Record<string, (id: IdsOf) => InboundHint[]> = {
  reservation_created: ofStay,
  reservation_updated: ofStay,
  property_availability_updated: ofNights,
  // Some forms name the channel's listing only, and its nights wait for the next reading.
  listing_calendar_updated: ofNights,
  message_created: (id) => [
    ...hint('conversations', id('conversation_id')),
    ...hint('messages', id('conversation_id')),
  ],
  review_created: ofReview,
  review_updated: ofReview,
}

/**
 * The vendor makes a secret for each address and shows it to people only, so the address itself is the proof;
 * who enters the secret has it checked too. A delivery that is not taken at once is not sent again.
 */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  proof: 'address',

  async register(context, { url, secrets = {} }) {
    // An earlier try may have ended before its address was stored.
    const before = (await addresses(context)).get(url)
    if (before !== undefined) return { externalId: before, secrets }
    await context.http.post(path, { body: { url } })
    // The answer does not name what was made.
    const externalId = (await addresses(context)).get(url)
    if (externalId === undefined) throw new VendorError('malformed', 'a webhook was made and is not listed')
    return { externalId, secrets }
  },

  async unregister({ http }, { externalId }) {
    await orNull(http.delete(`${path}/${encodeURIComponent(externalId)}`))
  },

  receive({ headers, body }, { secrets }) {
    const { webhookSecret } = secrets
    const token = headers['hostex-webhook-secret-token'] ?? ''
    if (webhookSecret !== undefined && !sameSecret(token, webhookSecret)) return null
    return distinctHints(noticesIn(body).flatMap(hintsIn))
  },
}

function hintsIn(notice: unknown): InboundHint[] {
  const [event] = readable(VendorEvent, [notice])
  const id = (name: string) => fieldOf(event?.data, name) ?? fieldOf(notice, name)
  return meaningOf(hintsOf, event?.event)?.(id) ?? []
}

async function addresses({ http }: VendorContext): Promise<ReadonlyMap<string, string>> {
  const rows = listIn(dataOf(await http.get(path)), 'webhooks').filter(isFields)
  return new Map(
    rows.flatMap(({ id, url }) => {
      const [key, address] = [idText(presentText(id)), presentText(url)]
      return key === null || address === null ? [] : [[address, key] as const]
    }),
  )
}
