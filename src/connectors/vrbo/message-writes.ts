import { fieldOf, isFields } from '../../connector-kit/answers.ts'
import type { MessageWrites, OutgoingFile } from '../../connector-kit/message-write-operations.ts'
import { MultipartBody } from '../../connector-kit/multipart.ts'
import { presentText } from '../../connector-kit/readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { write } from './graphql.ts'

const filesPath = '/supply-lodging/v1/files'

/** This form sends text only. */
export const messageWrites: MessageWrites = {
  // No limit is known, so this one is low.
  maxLength: 4000,
  channels: [],
  files: null,
  send: (context, message) => sendWith(context, message, []),
}

/** The upload of a file is documented, but not the names of its parts. */
export const messagesWithFiles: MessageWrites = {
  ...messageWrites,
  files: {
    types: ['application/pdf', 'image/jpeg', 'image/png'],
    // The vendor's limit is a hundred.
    perMessage: 10,
    maxBytes: 5_000_000,
  },

  async send(context, message) {
    const ids: string[] = []
    for (const file of message.files) ids.push(await upload(context, message.conversationExternalId, file))
    return sendWith(context, message, ids)
  },
}

async function sendWith(
  context: VendorContext,
  { conversationExternalId, body }: { conversationExternalId: string; body: string },
  attachmentIds: string[],
) {
  const input = {
    messageThreadId: conversationExternalId,
    ...(body === '' ? {} : { body }),
    ...(attachmentIds.length === 0 ? {} : { attachmentIds }),
  }
  const { sendMessage } = await write(context, 'SendMessage', { input })
  if (!isFields(sendMessage)) throw new VendorError('malformed', 'a message was sent and nothing told of it')
  return { externalId: presentText(sendMessage.messageId), channel: 'vrbo', sentAt: null }
}

/** A file without a message is invisible, so after a lost answer it is uploaded again. */
async function upload({ http }: VendorContext, thread: string, file: OutgoingFile): Promise<string> {
  const { filename, contentType } = file
  const part = { name: 'file', filename, contentType, bytes: await file.bytes() }
  const answer = await http.post(filesPath, {
    body: new MultipartBody({ messageThreadId: thread }, part),
    safe: true,
  })
  const names = ['attachmentId', 'id', 'fileId']
  const id = names.map((name) => presentText(fieldOf(answer, name))).find((text) => text !== null)
  if (id === undefined || id === null)
    throw new VendorError('malformed', 'a file was taken and its id not told')
  return id
}
