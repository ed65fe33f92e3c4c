import { readable } from '../../connector-kit/answers.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { readResult } from './envelope.ts'
import { channelOfMessage } from './map-conversation.ts'
import { VendorSent } from './vendor.ts'

export const messageWrites: MessageWrites = {
  // The vendor documents no limit; this one is ours.
  maxLength: 4000,
  channels: ['email', 'channel', 'sms', 'whatsapp'],
  // Messages sent by API carry no files, by the vendor's documentation.
  files: null,

  async send({ http }, { conversationExternalId, platform, body, channel }) {
    const path = `/v1/conversations/${encodeURIComponent(conversationExternalId)}/messages`
    // The vendor's default is email, which guests of a channel may never see.
    const isOfChannel = platform === 'airbnb' || platform === 'booking' || platform === 'vrbo'
    const communicationType = channel ?? (isOfChannel ? 'channel' : 'email')
    const answer = await http.post(path, { body: { body, communicationType } })
    const [row] = readable(VendorSent, [readResult(answer)])
    return {
      externalId: row === undefined ? null : String(row.id),
      channel: channelOfMessage(row?.communicationType ?? communicationType),
      sentAt: utcInstant(row?.date) ?? utcInstant(row?.insertedOn),
    }
  },
}
