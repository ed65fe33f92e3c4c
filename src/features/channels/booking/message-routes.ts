import {
  BookingMessageBody,
  BookingMessageSent,
  BookingThread,
} from '../../../contract/channel-booking-inbox.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { RouteReply } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { byLastMessage, conversationTotal, sendMessage } from '../../inbox/public.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { asBooking, writeErrors } from './errors.ts'
import { findHotelConnections, findHotel, HotelIdFilter } from './hotels.ts'
import { guestNameOf } from '../engine/guest-name.ts'
import { thread, threads, type ThreadRow } from '../engine/thread-queries.ts'
import { provider } from './provider.ts'

const tag = 'Booking'
const url = '/v1/channels/booking/messaging'

const toThread = (row: ThreadRow): BookingThread => ({
  id: row.id,
  propertyId: row.host.id,
  externalThreadId: row.external_thread_id,
  listingId: row.listing_id,
  reservationId: row.reservation_id,
  guestName: guestNameOf(row.guest),
  lastMessageAt: row.last_message_at?.toISOString() ?? null,
  unreadCount: row.unread_count,
})

async function sendMessageInThread(
  context: RouteWriteContext,
  { property_id, conversation_id: id, message, attachments }: BookingMessageBody,
  dryRun: boolean,
): Promise<BookingMessageSent> {
  const { services, scope } = context
  const hotel = await findHotel(services, scope, String(property_id), 'property_id')
  if (!(await thread(services.db, scope, id, [hotel.id])))
    throw new ApiError('not_found', `No conversation ${id} of this property.`, {
      field: 'conversation_id',
      value_received: id,
    })
  if (attachments !== undefined) {
    throw new ApiError(
      'attachments_not_supported',
      'Files are not taken here.',
      { channel: provider },
      {
        fix: 'Send pictures with `POST /v1/conversations/{id}/messages`, which takes them for Booking.com as well.',
      },
    )
  }
  const toReply = (message: { id?: string | null; submittedContent: string | null; dryRun?: true }) => ({
    id: message.id ?? null,
    conversationId: id,
    message: message.submittedContent,
    status: 'sent' as const,
    ...(message.dryRun ? { dryRun: true as const } : {}),
  })
  return asBooking(context, toReply, (write) => sendMessage(write, id, { message }, dryRun))
}

export const bookingMessageRoutes = [
  route({
    method: 'GET',
    url,
    id: 'listBookingThreads',
    family: 'conversations',
    ofListings: 'narrows',
    tag,
    summary: 'List threads of Booking.com',
    description:
      'Threads of the connected properties, as they were read last, the latest message first. Those about inactive listings are left out. `GET /v1/conversations/{id}/messages` has their messages.',
    query: listQuery({ property_id: HotelIdFilter }, { defaultLimit: 50 }),
    reply: listOf(BookingThread),
    errors: ['not_found'],
    handle: async (context) => {
      const { services, scope, query } = context
      const connectionIds = await findHotelConnections(services, scope, query.property_id)
      return listPage(context, {
        defaultLimit: 50,
        ordering: byLastMessage,
        rows: (page) => threads(services.db, scope, connectionIds, page),
        total: () => conversationTotal(services.db, scope, { connectionIds }),
        item: toThread,
      })
    },
  }),

  route({
    method: 'POST',
    url,
    id: 'sendBookingMessage',
    family: 'conversations',
    ofListings: 'narrows',
    tag,
    summary: 'Send a message at Booking.com',
    description:
      'Goes to the guest of the thread. The same as `POST /v1/conversations/{id}/messages`, which takes pictures too.',
    query: DryRun,
    body: BookingMessageBody,
    reply: BookingMessageSent,
    status: 201,
    otherStatus: 200,
    errors: [...writeErrors, 'not_found', 'attachments_not_supported'],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const dryRun = context.query.dry_run === true
      const message = await sendMessageInThread(context, context.body, dryRun)
      return new RouteReply(message, { status: dryRun ? 200 : 201 })
    },
  }),
]
