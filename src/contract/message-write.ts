/** Messages are sent with this body. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { dryRunMark, relayed } from './relay-write.ts'
import {
  flag,
  id,
  idOrNull,
  integer,
  link,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
} from './fields.ts'

export const longestMessage = 4000
export const mostFiles = 5
export const largestFile = 10 * 1024 * 1024

/** Body of `POST /v1/conversations/{id}/messages`. */
export const MessageSendBody = record({
  message: Type.Optional(
    Type.String({
      maxLength: longestMessage,
      description: 'The text. Needed unless there are `attachments`.',
      examples: ['The key is in the box next to the door.'],
    }),
  ),
  channel: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description:
        'How it travels: one of the names the PMS has for it, such as `email` or `sms`. Left out, it goes the way the conversation goes.',
      examples: ['sms'],
    }),
  ),
  attachments: Type.Optional(
    Type.Array(
      record({
        url: Type.String({
          minLength: 1,
          maxLength: 2048,
          description:
            'Where the file is: a public https address, or the `publicUrl` of a picture that was uploaded for a listing here. It is fetched while you wait.',
        }),
        contentType: Type.Optional(
          Type.String({ maxLength: 100, description: 'A hint only: the type is read from the bytes.' }),
        ),
        filename: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Its name.' })),
      }),
      {
        minItems: 1,
        maxItems: mostFiles,
        description: `At most ${mostFiles} files of 10 MB each. Of what a channel takes less (Booking.com 1 MB, Vrbo 5 MB) a dry run tells as \`rules.files.maxBytes\`.`,
      },
    ),
  ),
})
export type MessageSendBody = Static<typeof MessageSendBody>

export const SentAttachment = record({
  url: link('Where the file is kept from now on.'),
  type: oneOfStrings(['image', 'video', 'audio', 'file'], { description: 'Kind of file.' }),
  contentType: text('Media type, read from the bytes.', { examples: ['image/jpeg'] }),
  filename: text('Its name.', { examples: ['key-box.jpg'] }),
  sizeBytes: integer('Its size.', { minimum: 1 }),
  sourceUrl: link('Where it was fetched.'),
})
export type SentAttachment = Static<typeof SentAttachment>

export const MessagePart = record({
  attachmentIndexes: Type.Array(integer('Position in the `attachments` of the request.', { minimum: 0 }), {
    description: 'Files that go with it.',
  }),
  hasText: flag('It carries the text.'),
  text: Type.Optional(
    text(
      'What it says. `(2/2)` and the like where files go in several messages and none may be without words.',
    ),
  ),
  sent: flag('It reached the channel.'),
  messageId: Type.Optional(idOrNull('Id of the message here.')),
  externalMessageId: Type.Optional(textOrNull("The channel's id of the message.")),
  error: Type.Optional(textOrNull('Why it was not sent.')),
})
export type MessagePart = Static<typeof MessagePart>

const rules = record(
  {
    maxLength: integer('Longest text.', { minimum: 1 }),
    channels: Type.Array(text('Name.'), { description: 'What may stand in `channel`; empty: nothing.' }),
    files: nullable(
      record({
        types: Type.Array(text('Media type.'), { description: 'Types it takes.' }),
        perMessage: integer('Files in one message; more are sent as several.', { minimum: 1 }),
        maxBytes: integer('Largest file.', { minimum: 1 }),
        needText: flag('A file goes only together with text.'),
        textApart: flag('The text is a message of its own, behind the files.'),
      }),
      { description: 'null: it carries text only.' },
    ),
    contactInfo: oneOfStrings(['unknown', 'removed'], {
      description:
        '`removed`: the channel takes links, e-mail addresses and phone numbers out of the text. `unknown`: it is not known beforehand.',
    }),
  },
  { description: 'What this conversation takes, as far as it is known beforehand. Only of a dry run.' },
)

/** Answer of `POST /v1/conversations/{id}/messages`. */
export const MessageSent = record({
  id: Type.Optional(idOrNull('Id of the message; of the one with the text, where it took several.')),
  conversationId: id('The conversation.'),
  externalMessageId: Type.Optional(textOrNull("The channel's id of the message; null when it told none.")),
  channel: textOrNull('How it travelled, in the words of the channel or PMS.', { examples: ['airbnb'] }),
  status: oneOfStrings(['sent'], { description: '`sent`: the channel took it. What fails is an error.' }),
  direction: Type.Literal('outbound', { description: 'From the host.' }),
  contentRewritten: flag('The channel changed the text before it let it through.'),
  submittedContent: textOrNull('The text you sent.'),
  deliveredContent: textOrNull('The text the channel took.'),
  statusReason: textOrNull("The channel's remark."),
  attachments: Type.Array(SentAttachment, { description: 'Files that were sent; empty when none were.' }),
  parts: Type.Optional(
    Type.Array(MessagePart, { description: 'The messages it took. Only where files were sent.' }),
  ),
  pms: relayed,
  rules: Type.Optional(rules),
  warnings: Type.Optional(
    Type.Array(
      record({
        code: oneOfStrings(['contact_info'], { description: 'What about, as a stable word.' }),
        message: text('The same in a sentence.'),
        found: Type.Array(text('The piece of text.'), { description: 'What was found.' }),
      }),
      { description: 'What would be sent, but not as it stands. Only of a dry run.' },
    ),
  ),
  dryRun: dryRunMark,
})
export type MessageSent = Static<typeof MessageSent>
export type MessageRules = Static<typeof rules>
