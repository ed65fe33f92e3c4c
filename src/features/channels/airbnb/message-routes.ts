import { Type } from 'typebox'
import {
  AirbnbMessage,
  AirbnbMessageActed,
  AirbnbMessageActionBody,
  AirbnbMessageSendBody,
  AirbnbMessageSent,
} from '../../../contract/channel-airbnb-inbox.ts'
import { DataFreshness } from '../../../contract/freshness.ts'
import { Pagination, record } from '../../../contract/shared.ts'
import { Flag, listPage, listQuery } from '../../../http/list.ts'
import { RouteReply } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { bySending, messages, messageTotal, fileErrors, sendMessage } from '../../inbox/public.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { selectAccounts } from './accounts.ts'
import { writeErrors, asAirbnb } from './errors.ts'
import { refuseAction } from './refuse-action.ts'
import { MessageParams, findThread, ThreadParams } from './find-thread.ts'
import { toAirbnbMessage } from './thread-map.ts'
import { fromTheFirst, isMessageOf } from '../engine/thread-queries.ts'
import type { MessageSent } from '../../../contract/message-write.ts'

async function sendInThread(
  context: RouteWriteContext,
  threadId: string,
  { message, mediaUrl, mediaType }: AirbnbMessageSendBody,
  dryRun: boolean,
): Promise<AirbnbMessageSent> {
  if (mediaUrl === undefined && mediaType !== undefined)
    throw new ApiError('invalid_body', '`mediaType` goes with `mediaUrl`.', { field: 'mediaType' })
  const file = {
    url: mediaUrl ?? '',
    ...(mediaType === undefined ? {} : { contentType: mediaType }),
  }
  const body = {
    ...(message === undefined ? {} : { message }),
    ...(mediaUrl === undefined ? {} : { attachments: [file] }),
  }
  return asAirbnb(context, toAirbnbMessageSent(threadId), (write) =>
    sendMessage(write, threadId, body, dryRun),
  )
}

const toAirbnbMessageSent =
  (threadId: string) =>
  (message: MessageSent): AirbnbMessageSent => ({
    id: message.id ?? null,
    externalMessageId: message.externalMessageId ?? null,
    threadId,
    message: message.submittedContent,
    channel: 'airbnb',
    status: 'sent',
    ...(message.dryRun ? { dryRun: true } : {}),
  })

const tag = 'Airbnb'
/** Limit of `all`. */
const mostAtOnce = 1000

const AirbnbMessages = record({
  data: Type.Array(AirbnbMessage, { description: 'The messages of this page.' }),
  pagination: Type.Optional(Pagination),
  dataFreshness: DataFreshness,
})

const actOnMessage = (method: 'POST' | 'PATCH', id: string) =>
  route({
    method,
    url: '/v1/channels/airbnb/messaging/:threadId/messages/:messageId',
    id,
    family: 'conversations',
    ofListings: 'narrows',
    tag,
    summary: `Edit, take back, read or react to a message (${method})`,
    description:
      'Nothing is known of a call by which partners could do any of these, neither from Airbnb nor from software that works with it, so none is made: everything is checked, and `channel_not_supported` answers what is in order. `read` is not marked here alone, because the host would go on to see the message as unread.',
    params: MessageParams,
    body: AirbnbMessageActionBody,
    reply: AirbnbMessageActed,
    errors: ['listing_inactive', 'invalid_action', 'channel_not_supported'],
    handle: async ({ services, scope, params: { threadId, messageId }, body }) => {
      await findThread(services, scope, threadId)
      if (!(await isMessageOf(services.db, scope, threadId, messageId)))
        throw new ApiError('not_found', `No message ${messageId} in thread ${threadId}.`)
      return refuseAction(body)
    },
  })

export const airbnbMessageRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/airbnb/messaging/:threadId/messages',
    id: 'listAirbnbMessages',
    family: 'conversations',
    ofListings: 'narrows',
    tag,
    summary: 'List the messages of an Airbnb thread',
    description: `The newest first, page by page; with \`all=true\` up to ${mostAtOnce} at once, the oldest first and without \`pagination\`.`,
    params: ThreadParams,
    query: listQuery(
      { all: Type.Optional(Flag(`Up to ${mostAtOnce} messages at once, the oldest first.`)) },
      { defaultLimit: 50 },
    ),
    reply: AirbnbMessages,
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope, params, query } = context
      const row = await findThread(services, scope, params.threadId)
      const item = toAirbnbMessage(row)
      const { dataFreshness } = await selectAccounts(services, scope, row.host.id)
      if (query.all === true) {
        if (query.cursor !== undefined)
          throw new ApiError(
            'invalid_params',
            '`all` gives everything at once: leave `cursor` out.',
            { field: 'cursor', value_received: query.cursor },
            { statusCase: 'cursor_with_offset' },
          )
        const rows = await messages(services.db, scope, row.id, fromTheFirst(mostAtOnce))
        return { data: rows.map(item), dataFreshness }
      }
      // The thread binds the cursor like a filter: another one's cursor is refused.
      const bound = { ...context, routeId: `${context.routeId} ${row.id}` }
      const page = await listPage(bound, {
        defaultLimit: 50,
        ordering: bySending('desc'),
        rows: (pageRequest) => messages(services.db, scope, row.id, pageRequest),
        total: () => messageTotal(services.db, scope, row.id),
        item,
      })
      return { ...page, dataFreshness }
    },
  }),

  route({
    method: 'POST',
    url: '/v1/channels/airbnb/messaging/:threadId/messages',
    id: 'sendAirbnbMessage',
    family: 'conversations',
    ofListings: 'narrows',
    tag,
    summary: 'Send a message on Airbnb',
    description:
      'Goes to the guest of the thread. A picture (`mediaUrl`, JPEG, PNG or GIF) is a message of its own before the words. Where Airbnb lets partners upload one is not public; the call is a reconstruction, so at Airbnb itself it needs `AIRBNB_UNVERIFIED_CALLS`, and without it `attachments_not_supported` answers before anything is sent.',
    params: ThreadParams,
    query: DryRun,
    body: AirbnbMessageSendBody,
    reply: AirbnbMessageSent,
    status: 201,
    otherStatus: 200,
    errors: [...writeErrors, ...fileErrors, 'channel_not_supported'],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const { services, scope, params, body, query } = context
      const { id } = await findThread(services, scope, params.threadId)
      const dryRun = query.dry_run === true
      const message = await sendInThread(context, id, body, dryRun)
      return new RouteReply(message, { status: dryRun ? 200 : 201 })
    },
  }),

  actOnMessage('POST', 'actOnAirbnbMessage'),
  actOnMessage('PATCH', 'changeAirbnbMessage'),
]
