import { orNull, readable } from '../../connector-kit/answers.ts'
import type {
  InboundHint,
  InboundRegistration,
  VendorOperations,
  VendorContext,
} from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { hmacHexMatches } from '../../connector-kit/secrets.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { listingId } from './listing-id.ts'
import { readArray } from './signals.ts'
import { isThreadUid } from './threads.ts'
import { VendorEvent } from './vendor.ts'

const path = '/webhooks/v1'
// The vendor's other events concern bookings that these events report too.
const events = [
  'booking_new_any_status',
  'booking_change',
  'booking_status_change_booked',
  'booking_status_change_tentative',
  'booking_status_change_open',
  'booking_status_change_declined',
  'availability_change',
  'rate_change',
  'guest_message_received',
]

/** Each event has a subscription of its own, signed with its own secret. */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  async register(context, { url }): Promise<InboundRegistration> {
    // An earlier try may have ended before its subscriptions were stored; their secrets are lost.
    for (const id of await subscriptionsFor(context, url)) await remove(context, id)
    const ids: string[] = []
    const secrets: Record<string, string> = {}
    for (const event of events) {
      const { id, secret } = await subscribe(context, addressOf(url, event), event)
      ids.push(id)
      secrets[event] = secret
    }
    return { externalId: ids.join(','), secrets }
  },

  async unregister(context, { externalId }) {
    for (const id of externalId.split(',')) await remove(context, id)
  },

  receive({ headers, body, rawBody }, { secrets }) {
    const signature = /^sha256=([0-9a-f]{64})$/i.exec(headers['ms-signature'] ?? '')?.[1]
    if (signature === undefined || !hmacHexMatches(signature, rawBody, Object.values(secrets))) return null
    // The vendor documents one object but also sends a list of one.
    const items: unknown[] = Array.isArray(body) ? body : [body]
    return readable(VendorEvent, items).flatMap(hintsOf)
  },
}

/** The vendor accepts an address once only, so each event gets one of its own. */
function addressOf(url: string, event: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}event=${event}`
}

async function subscriptionsFor({ http }: VendorContext, url: string): Promise<string[]> {
  const addresses = new Set([url, ...events.map((event) => addressOf(url, event))])
  const rows = readArray(await http.get(`${path}/list`)) as ({ id?: unknown; url?: unknown } | null)[]
  return rows.flatMap((row) =>
    typeof row?.url === 'string' && addresses.has(row.url) && typeof row.id === 'string' ? [row.id] : [],
  )
}

async function subscribe(
  { http }: VendorContext,
  target_url: string,
  event: string,
): Promise<{ id: string; secret: string }> {
  const answer = await http.post(`${path}/subscribe`, { body: { target_url, event } })
  const { id, secret } = (answer ?? {}) as { id?: unknown; secret?: unknown }
  if (typeof id === 'string' && typeof secret === 'string' && id !== '' && secret !== '')
    return { id, secret }
  throw new VendorError('malformed', `the vendor gave no id and secret for the webhook ${event}`)
}

async function remove({ http }: VendorContext, id: string): Promise<void> {
  await orNull(http.delete(`${path}/unsubscribe`, { body: { id } }))
}

/** A delivery's content is read for the ids only. */
function hintsOf(event: VendorEvent): InboundHint[] {
  const thread = presentText(event.thread_uid) ?? ''
  const property = idText(event.property_id)
  const rooms = property === null ? [] : (event.room_type_ids ?? [])
  return [
    ...hint('reservations', event.booking?.id),
    ...(isThreadUid(thread) ? [...hint('conversations', thread), ...hint('messages', thread)] : []),
    ...rowHints(presentText(event.inbox_uid)),
    ...rooms.flatMap((roomTypeId) => hint('calendar', listingId(property ?? '', roomTypeId))),
  ]
}

/** `B` with a number is a booking, `E` with a number an enquiry. */
function rowHints(inboxUid: string | null): InboundHint[] {
  const [, letter, number] = /^([BE])(\d+)$/.exec(inboxUid ?? '') ?? []
  return hint('reservations', letter === 'E' ? `E${number}` : number)
}
