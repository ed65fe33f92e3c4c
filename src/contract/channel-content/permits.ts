/** Some places require registrations of a channel listing. */
import { Type, type Static } from 'typebox'
import { flag, id, openObject, record, text, textOrNull } from '../fields.ts'

const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 200, description, examples: [example] })
const answers =
  'Answers by the key of the question, each with its type: `{"permit_number": {"string_value": "…"}}`.'

export const ChannelPermit = record({
  regulatoryBody: text('Who asks for it.', { examples: ['city_of_lisbon'] }),
  regulationType: text('What is asked for.', { examples: ['registration'] }),
  regulationContext: textOrNull('For what it is asked.'),
  flowSlug: textOrNull('Which questions were answered.', { examples: ['existing_registration'] }),
  status: textOrNull('How it stands, in the words of the channel.', { examples: ['approved'] }),
  answers: openObject(answers),
})
export type ChannelPermit = Static<typeof ChannelPermit>

const question = record({
  answerKey: text('Name of the answer.', { examples: ['permit_number'] }),
  type: textOrNull('Type of the answer.', { examples: ['string'] }),
  text: textOrNull('The question.'),
})

export const ChannelPermits = record({
  permits: Type.Array(ChannelPermit, { description: 'What was handed in.' }),
  flows: Type.Array(
    record({
      regulatoryBody: text('Who asks.'),
      regulationType: text('What is asked for.'),
      flowSlug: text('Name of the questions, for `flow_slug`.'),
      questions: Type.Array(question, { description: 'The questions.' }),
    }),
    { description: 'What can be handed in.' },
  ),
})
export type ChannelPermits = Static<typeof ChannelPermits>

export const ShownPermits = record({
  permits: ChannelPermits.properties.permits,
  flows: Type.Optional(ChannelPermits.properties.flows),
})

export const PermitsBody = record({
  permits: Type.Array(
    record({
      regulatory_body: name('Who asks for it.', 'city_of_lisbon'),
      regulation_type: name('What is asked for.', 'registration'),
      regulation_context: Type.Optional(name('For what it is asked.', 'short_stay')),
      flow_slug: name('Which questions are answered.', 'existing_registration'),
      answers: openObject(answers, { minProperties: 1 }),
    }),
    { minItems: 1, maxItems: 20, description: 'What is handed in; nothing can be taken back.' },
  ),
})
export type PermitsBody = Static<typeof PermitsBody>

export const PermitsWritten = record({
  listingId: id('The listing.'),
  airbnbListingId: text('Id of the listing on Airbnb.'),
  permits: ChannelPermits.properties.permits,
  stored: flag('Whether what Airbnb shows now was read and is kept here.'),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' })),
})
