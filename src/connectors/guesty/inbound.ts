import { fieldOf, isFields, orNull, readable } from '../../connector-kit/answers.ts'
import type {
  InboundHint,
  InboundRegistration,
  VendorOperations,
  VendorContext,
} from '../../connector-kit/connector.ts'
import { meaningOf, presentText, presentTexts } from '../../connector-kit/readings.ts'
import { isSignedDelivery } from '../../connector-kit/standard-webhooks.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { VendorEvent, VendorWebhook } from './vendor-inbox.ts'

const path = '/v1/webhooks'

type IdReader = (body: VendorEvent) => (string | null | undefined)[]

const reservationIds: IdReader = ({ data, reservation, reservationId }) => [
  data?.reservationId ?? data?.reservation?._id ?? data?.reservation?.id ?? data?._id ?? data?.id,
  reservation?._id ?? reservation?.id,
  reservationId,
]
const listingIds: IdReader = ({ data, listing, listingId }) => [
  listing?._id ?? listing?.id,
  listingId,
  data?.listingId ?? data?._id ?? data?.id,
]
// Threads with owners of homes are nobody else's business.
const guestThreadIds: IdReader = ({ conversation }) =>
  (conversation?.conversationWith ?? 'Guest').toLowerCase() === 'guest'
    ? [conversation?._id ?? conversation?.id]
    : []
const paidIds: IdReader = (body) => [body.payment?.reservationId, ...reservationIds(body)]
const calendarIds: IdReader = ({ data, listingId, calendar }) => {
  const days: unknown[] = Array.isArray(calendar) ? calendar : [calendar]
  return [listingId, data?.listingId, ...days.map((day) => presentText(fieldOf(day, 'listingId')))]
}

/** Which records an event is about. What it carries is read for ids only. */
const subjects: Record<string, [entity: InboundHint['entity'], ids: IdReader]> = {
  'reservation.created.v2': ['reservations', reservationIds],
  'reservation.updated.v2': ['reservations', reservationIds],
  'guest-folio.updated': ['reservations', reservationIds],
  'payments.received': ['reservations', paidIds],
  'payments.failed': ['reservations', paidIds],
  'payments.refunded': ['reservations', paidIds],
  'reservation.messageReceived': ['conversations', guestThreadIds],
  'reservation.messageSent': ['conversations', guestThreadIds],
  'listing.new': ['listings', listingIds],
  'listing.updated': ['listings', listingIds],
  'listing.removed': ['listings', listingIds],
  'listing.calendar.updated': ['calendar', calendarIds],
  'calendar.updated.v2': ['calendar', calendarIds],
}
const events = Object.keys(subjects)
// One unknown event refuses the whole registration: those of payments stand in a guide and not in the description, the
// one of the folio came in October 2026.
const doubted = ['payments.received', 'payments.refunded', 'guest-folio.updated']
const eventSets = [0, 2, 3].map((count) => events.filter((event) => !doubted.slice(0, count).includes(event)))
// Events that are no longer accepted; those that are still registered go on until they end.
const older = { 'reservation.new': 'reservation.created.v2', 'reservation.updated': 'reservation.updated.v2' }

/** Deliveries are signed with a key that belongs to the address. */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  async register(context, { url }): Promise<InboundRegistration> {
    const externalId = (await adopt(context, url)) ?? (await create(context, url))
    try {
      return { externalId, secrets: { key: await keyOf(context, url) } }
    } catch (error) {
      // Without its key every delivery would be refused; the next try comes with another address.
      await remove(context, externalId)
      throw error
    }
  },

  unregister: (context, { externalId }) => remove(context, externalId),

  receive(request, { secrets }) {
    const { key } = secrets
    if (key === undefined || !isSignedDelivery(request, key)) return null
    const [body] = readable(VendorEvent, [request.body])
    const event = presentText(body?.event) ?? presentText(body?.eventType)
    const subject = meaningOf(subjects, meaningOf(older, event) ?? event)
    if (body === undefined || subject === undefined) return []
    const [entity, idsIn] = subject
    return [...new Set(presentTexts(idsIn(body)))].map((externalId) => ({ entity, externalId }))
  },
}

/** A registration of this address, left over from a try that ended early: its key can still be asked for. */
async function adopt(context: VendorContext, url: string): Promise<string | null> {
  const { rows } = readRows(await context.http.get(path), 'webhooks')
  const ours = readable(VendorWebhook, rows).filter((row) => row.url === url)
  const [first, ...others] = ours
  for (const { _id } of others) await remove(context, _id)
  if (first === undefined) return null
  const isComplete = events.every((event) => first.events.includes(event))
  const own = `${path}/${encodeURIComponent(first._id)}`
  if (!isComplete) await withKnownEvents((known) => context.http.put(own, { body: { url, events: known } }))
  return first._id
}

async function create({ http }: VendorContext, url: string): Promise<string> {
  const answer = await withKnownEvents((known) => http.post(path, { body: { url, events: known } }))
  const id = idOf(readRecord(answer))
  if (id === 'unknown') throw new VendorError('malformed', 'the vendor gave no id for the webhook')
  return id
}

async function withKnownEvents(send: (known: readonly string[]) => Promise<unknown>): Promise<unknown> {
  for (const known of eventSets.slice(0, -1)) {
    try {
      return await send(known)
    } catch (error) {
      if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
    }
  }
  return send(eventSets.at(-1) ?? [])
}

/** The key of a new address is not there at once; it has been seen to take more seconds than one patient call. */
async function keyOf({ http }: VendorContext, url: string): Promise<string> {
  const ask = () => http.get('/v1/webhooks-v2/secret', { query: { url }, awaited: true })
  const isLate = (error: unknown) => error instanceof VendorError && error.kind === 'unavailable'
  const again = (error: unknown) => (isLate(error) ? ask() : Promise.reject(error))
  const key = keyIn(await ask().catch(again).catch(again))
  if (key === null) throw new VendorError('malformed', 'the vendor gave no key for the webhook')
  return key
}

async function remove({ http }: VendorContext, id: string): Promise<void> {
  await orNull(http.delete(`${path}/${encodeURIComponent(id)}`))
}

/** Seen as `key`; the description leaves it open. */
function keyIn(answer: unknown): string | null {
  if (!isFields(answer)) return presentText(answer)
  const inner = isFields(answer.data) ? answer.data : answer
  return presentText(inner.key) ?? presentText(inner.secret) ?? presentText(inner.signingSecret)
}
