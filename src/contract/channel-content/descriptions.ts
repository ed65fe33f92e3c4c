/** A channel listing has texts in several languages. */
import { Type, type Static } from 'typebox'
import { record, text, textOrNull } from '../fields.ts'
import { words, writtenOf } from './written.ts'

const locale = (description: string) =>
  Type.String({
    pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    description,
    examples: ['en', 'pt-BR'],
  })

export const ChannelDescription = record({
  locale: text('Language of the texts.', { examples: ['en'] }),
  name: textOrNull('Name of the listing.'),
  summary: textOrNull('Summary.'),
  space: textOrNull('The space.'),
  access: textOrNull('What guests can use.'),
  interaction: textOrNull('How the host is there for guests.'),
  neighborhoodOverview: textOrNull('The neighbourhood.'),
  transit: textOrNull('Getting around.'),
  notes: textOrNull('Other things to note.'),
  houseRules: textOrNull('House rules.'),
})
export type ChannelDescription = Static<typeof ChannelDescription>

const texts = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Name of the listing.' })),
  summary: words(500, 'Summary; null clears it, as with every text but the name.'),
  space: words(5000, 'The space.'),
  access: words(5000, 'What guests can use.'),
  interaction: words(5000, 'How the host is there for guests.'),
  neighborhood_overview: words(5000, 'The neighbourhood.'),
  transit: words(5000, 'Getting around.'),
  notes: words(5000, 'Other things to note.'),
  house_rules: words(5000, 'House rules.'),
}

export const DescriptionsBody = record({
  locale: locale('Language of the texts; one that is new is added.'),
  description: record(texts, { minProperties: 1, description: 'The texts that change.' }),
})
export type DescriptionsBody = Static<typeof DescriptionsBody>

export const DescriptionsWritten = record({
  ...writtenOf(Type.Array(ChannelDescription)).properties,
  locale: text('Language of the texts.', { examples: ['en'] }),
})
