import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  flag,
  id,
  linkOrNull,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'
import { messageModerations } from './records/inbox.ts'

export const MessageAttachment = record({
  id: textOrNull('Id of the file at its source.'),
  url: linkOrNull('Where the file can be read.'),
  imageUrl: linkOrNull('The same as `url`. Use `url`.', { deprecated: true }),
  type: oneOfStrings(['image', 'video', 'audio', 'file'], {
    description: 'Kind of file, from its content type.',
  }),
  contentType: textOrNull('Media type.', { examples: ['image/jpeg'] }),
  createdAt: timestampOrNull('When it was added.'),
})
export type MessageAttachment = Static<typeof MessageAttachment>

/** `GET /v1/conversations/{id}/messages` lists these rows. */
export const Message = record({
  id: id('Id of the message.'),
  externalMessageId: textOrNull("The channel's id of the message."),
  direction: oneOfStrings(['inbound', 'outbound'], {
    description: '`inbound` comes from the guest, `outbound` from the host or an automation.',
  }),
  senderType: textOrNull(
    'Who sent it: `guest`, `host`, `system` for an automation of the PMS, or a word of the PMS. An open set; do not switch on it.',
  ),
  senderName: textOrNull('Name of the sender.'),
  senderAvatar: linkOrNull('Picture of the sender.'),
  channel: textOrNull(
    'Channel it went over: `airbnb`, `booking`, `vrbo`, `website`, `email`, `sms`, `whatsapp`.',
  ),
  body: text('Text; empty when the message is only a file.'),
  translatedBody: textOrNull('The text in English, when the channel translated it.'),
  attachments: Type.Array(MessageAttachment, { description: 'Files; empty when there are none.' }),
  isAutomated: flag('Sent by an automation.'),
  aiGenerated: flag('Written by a language model.'),
  sentAt: timestamp('When it was sent.'),
  deliveredAt: timestampOrNull('When it reached the other side; null when the channel does not say.'),
  readAt: timestampOrNull('When it was read.'),
  moderation: nullable(
    oneOfStrings(messageModerations, {
      description:
        'Whether the channel lets it pass: Vrbo looks at every message before the other side sees it.',
    }),
    { description: 'null when the channel does not say.' },
  ),
})
export type Message = Static<typeof Message>
