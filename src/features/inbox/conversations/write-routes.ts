import { MessageSendBody, MessageSent } from '../../../contract/message-write.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { fileErrors } from './sending/file-errors.ts'
import { sendMessage } from './sending/send-message.ts'

export const sendingRoutes = [
  route({
    method: 'POST',
    url: '/v1/conversations/:id/messages',
    id: 'sendMessage',
    family: 'conversations',
    ofListings: 'narrows',
    tag: 'Conversations',
    summary: 'Send a message',
    description:
      'Goes to the guest through the PMS of the conversation. All files are fetched and checked before anything is sent. A dry run also tells what the channel is known to take.',
    params: idParams('conversation'),
    query: DryRun,
    body: MessageSendBody,
    reply: MessageSent,
    errors: [
      'listing_inactive',
      'insufficient_access',
      'connection_reauth_required',
      'no_connection',
      'pms_write_unsupported',
      'channel_not_supported',
      ...fileErrors,
      'attachment_requires_message',
      'too_many_attachments',
      'message_not_sent',
      'message_partially_sent',
      'message_send_failed',
    ],
    statuses: { no_connection: 409 },
    handle: (context) =>
      sendMessage(context, context.params.id, context.body, context.query.dry_run === true),
  }),
]
