/** Guests of a channel listing see this safety information before they book. */
import { Type, type Static } from 'typebox'
import { flag, oneOfStrings, record, textOrNull } from '../fields.ts'
import { writtenOf } from './written.ts'

export const disclosureTypes = [
  'surveillance',
  'noise_monitor',
  'requires_stairs',
  'potential_noise',
  'animals',
  'has_pets',
  'limited_parking',
  'limited_amenities',
  'shared_spaces',
  'pool_or_jacuzzi_with_no_fence',
  'heights_with_no_fence',
  'climbing_or_play_structure',
  'lake_or_river_or_water_body',
  'weapons',
] as const

const type = () => oneOfStrings(disclosureTypes, { description: 'What it is about.' })

export const Disclosure = record({
  type: type(),
  value: textOrNull('What is said of it; null where nothing is.'),
  declared: flag('Whether guests are told of it.'),
})
export type Disclosure = Static<typeof Disclosure>

export const DisclosuresBody = record({
  disclosures: Type.Array(
    record({
      type: type(),
      value: Type.Union([Type.Boolean(), Type.String({ minLength: 1, maxLength: 300 })], {
        description: 'Words that guests are told; true: told of without words; false: no longer told of.',
        examples: ['A camera looks at the door.'],
      }),
    }),
    { minItems: 1, maxItems: 14, description: 'Those that change; the others stay as they are.' },
  ),
})
export type DisclosuresBody = Static<typeof DisclosuresBody>

export const DisclosuresWritten = record({
  ...writtenOf(Type.Array(Disclosure)).properties,
  disclosures: Type.Array(Disclosure, { description: 'Everything that guests are told of now.' }),
})
