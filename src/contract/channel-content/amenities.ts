/** A channel listing offers these amenities. */
import { Type, type Static } from 'typebox'
import { flag, record, text, textOrNull } from '../fields.ts'
import { words, writtenOf } from './written.ts'

export const ChannelAmenity = record({
  id: text('What the channel calls it.', { examples: ['wifi'] }),
  is_present: flag('Whether the listing has it.'),
  instruction: textOrNull('How guests use it.'),
})

export const ChannelAmenities = record({
  amenities: Type.Array(ChannelAmenity, { description: 'Amenities.' }),
  accessibility_amenities: Type.Array(ChannelAmenity, { description: 'Accessibility features.' }),
})
export type ChannelAmenities = Static<typeof ChannelAmenities>

const amenityFields = {
  id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'What the channel calls it.',
    examples: ['wifi'],
  }),
  is_present: flag('True: the listing has it from now on; false: it has it no more.'),
  instruction: words(500, 'How guests use it.'),
}

export const AmenitiesBody = record(
  {
    amenities: Type.Optional(
      Type.Array(record(amenityFields), {
        maxItems: 200,
        description: 'Amenities that change; those that are not named stay as they are.',
      }),
    ),
    accessibility_amenities: Type.Optional(
      Type.Array(
        record({
          ...amenityFields,
          photo_ids: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
              maxItems: 20,
              description: 'Photos that show it.',
            }),
          ),
        }),
        { maxItems: 100, description: 'Accessibility features that change.' },
      ),
    ),
  },
  { minProperties: 1 },
)
export type AmenitiesBody = Static<typeof AmenitiesBody>

export const AmenitiesWritten = writtenOf(ChannelAmenities)
