import { readable } from '../../connector-kit/answers.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { conversationPlatform } from './channels.ts'
import { readRecord } from './envelope.ts'
import { firstInstant } from './map.ts'
import { VendorSent } from './vendor-writes.ts'

/** The vendor's names for the channels' own inboxes. */
const modules: Record<string, string> = { airbnb: 'airbnb2', booking: 'bookingCom', vrbo: 'homeaway2' }

export const messageWrites: MessageWrites = {
  // No limit is documented; this is the API's own.
  maxLength: 4000,
  channels: ['email', 'sms', 'whatsapp'],
  // The call has no field for them; vendor description.
  files: null,

  async send({ http }, { conversationExternalId, platform, body, channel }) {
    const type = channel ?? modules[platform ?? ''] ?? 'email'
    const path = `/v1/communication/conversations/${encodeURIComponent(conversationExternalId)}/send-message`
    const answer = readRecord(await http.post(path, { body: { module: { type }, body } }))
    const [row] = readable(VendorSent, [answer])
    const told = row?.module?.type ?? type
    return {
      externalId: row?._id ?? null,
      channel: conversationPlatform(told) ?? told,
      sentAt: firstInstant(row?.sentAt, row?.createdAt),
    }
  },
}
