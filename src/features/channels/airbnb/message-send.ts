import type { AirbnbMessageSendBody, AirbnbMessageSent } from '../../../contract/channel-airbnb-inbox.ts'
import type { MessageSent } from '../../../contract/message-write.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { sendMessage } from '../../inbox/public.ts'
import type { Writing } from '../../route.ts'
import { asAirbnb } from './errors.ts'

export async function sendInThread(
  context: Writing,
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
  return asAirbnb(context, shownAs(threadId), (write) => sendMessage(write, threadId, body, dryRun))
}

const shownAs =
  (threadId: string) =>
  (sent: MessageSent): AirbnbMessageSent => ({
    id: sent.id ?? null,
    externalMessageId: sent.externalMessageId ?? null,
    threadId,
    message: sent.submittedContent,
    channel: 'airbnb',
    status: 'sent',
    ...(sent.dryRun ? { dryRun: true } : {}),
  })
