import { fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import type { InboundHint, VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { distinctHints, noticesIn } from '../../connector-kit/notices.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { meaningOf } from '../../connector-kit/readings.ts'
import { randomSecret, sameSecret } from '../../connector-kit/secrets.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { base, dataRow, everyRowAt, pathOf } from './envelope.ts'
import { propertiesOf } from './properties.ts'
import { VendorEvent } from './vendor.ts'

/** The vendor sends headers that we choose, so one of them proves its deliveries. */
const secretHeader = 'x-webhook-secret'

type PayloadHints = (payload: unknown) => InboundHint[]

const ofBooking: PayloadHints = (payload) => hint('reservations', fieldOf(payload, 'booking_id'))
const ofReview: PayloadHints = (payload) => hint('reviews', fieldOf(payload, 'id'))
const hintsOf: Readonly<Record<string, PayloadHints>> = {
  booking: ofBooking,
  booking_new: ofBooking,
  booking_modification: ofBooking,
  booking_cancellation: ofBooking,
  booking_unmapped_room: ofBooking,
  booking_unmapped_rate: ofBooking,
  non_acked_booking: ofBooking,
  ari: (payload) => noticesIn(payload).flatMap((night) => hint('calendar', fieldOf(night, 'room_type_id'))),
  message: (payload) => {
    const threadId = fieldOf(payload, 'message_thread_id')
    return [...hint('conversations', threadId), ...hint('messages', threadId)]
  },
  review: ofReview,
  updated_review: ofReview,
}

/** Each property has a webhook of its own; one that is added later is polled. */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  async register(context, { url }) {
    // An earlier try may have ended before its secret was stored.
    for (const id of await webhooksAt(context, url)) await remove(context, id)
    const secret = randomSecret()
    const ids: string[] = []
    for (const propertyId of (await propertiesOf(context)).keys())
      ids.push(await add(context, { propertyId, url, secret }))
    return { externalId: ids.join(','), secrets: { secret } }
  },

  async unregister(context, { externalId }) {
    for (const id of externalId.split(',').filter((one) => one !== '')) await remove(context, id)
  },

  receive({ headers, body }, { secrets: { secret } }) {
    if (secret === undefined || !sameSecret(headers[secretHeader] ?? '', secret)) return null
    const events = readable(VendorEvent, noticesIn(body))
    return distinctHints(events.flatMap(({ event, payload }) => meaningOf(hintsOf, event)?.(payload) ?? []))
  },
}

async function webhooksAt({ http }: VendorContext, url: string): Promise<string[]> {
  const rows = await everyRowAt(http, `${base}/webhooks`)
  return rows.filter((row) => fieldOf(row, 'callback_url') === url).map(plainId)
}

/** Every event is ordered at once: how several are named is not documented. */
async function add(
  { http }: VendorContext,
  { propertyId, url, secret }: { propertyId: string; url: string; secret: string },
): Promise<string> {
  const webhook = {
    property_id: propertyId,
    callback_url: url,
    event_mask: '*',
    headers: { [secretHeader]: secret },
    request_params: {},
    is_active: true,
    send_data: true,
  }
  const id = plainId(dataRow(await http.post(`${base}/webhooks`, { body: { webhook } })))
  if (id !== 'unknown') return id
  throw new VendorError('malformed', 'a webhook was made and its id not told')
}

async function remove({ http }: VendorContext, id: string): Promise<void> {
  await orNull(http.delete(pathOf('webhooks', id)))
}
