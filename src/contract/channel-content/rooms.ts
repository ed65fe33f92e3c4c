import { Type, type Static } from 'typebox'
import { flag, id, integer, oneOfStrings, openObject, record, text } from '../fields.ts'

/** A request describes a bed in this form. */
export const RoomBed = record({
  type: Type.String({ minLength: 1, maxLength: 60, description: 'Kind of bed.', examples: ['queen_bed'] }),
  quantity: Type.Integer({ minimum: 1, maximum: 20, description: 'How many.' }),
})

export const ChannelRoom = record({
  roomId: text("The channel's id of the room.", { examples: ['20400601'] }),
  roomNumber: integer('Its place among the rooms, counted from 1.'),
  roomType: text('Kind of room.', { examples: ['bedroom'] }),
  beds: Type.Array(
    record({ type: text('Kind of bed.', { examples: ['queen_bed'] }), quantity: integer('How many.') }),
    { description: 'Beds in it.' },
  ),
  accessibilityFeatures: Type.Array(Type.String(), { description: 'Accessibility features.' }),
})
export type ChannelRoom = Static<typeof ChannelRoom>

const fields = {
  beds: Type.Optional(Type.Array(RoomBed, { maxItems: 20, description: 'All beds in it.' })),
  room_amenities: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 50,
      description: 'What is in it.',
    }),
  ),
  is_private: Type.Optional(flag('Only for these guests.')),
  metadata: Type.Optional(
    openObject('Words of your own; Airbnb has no place for them, so they come back in `blockedFields`.'),
  ),
}

export const RoomChangeBody = record(fields, { minProperties: 1 })
export type RoomChangeBody = Static<typeof RoomChangeBody>

export const roomTypes = [
  ...(['bedroom', 'bathroom', 'living_room', 'kitchen', 'studio', 'dining_room', 'family_room'] as const),
  ...(['office', 'garage', 'laundry_room', 'entrance_to_home', 'recreation_area', 'outdoor_space'] as const),
] as const

export const RoomBody = record({
  room_number: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description:
      'Its place among the rooms. Airbnb numbers them itself, so another one comes back in `blockedFields`.',
  }),
  room_type: oneOfStrings(roomTypes, { description: 'Kind of room; it cannot be changed afterwards.' }),
  ...fields,
})
export type RoomBody = Static<typeof RoomBody>

/** Null removes the room. */
export interface RoomsChange {
  roomId: string
  change: RoomChangeBody | null
}

export const RoomWritten = record({
  listingId: id('The listing.'),
  data: Type.Union([ChannelRoom, Type.Null()], {
    description: 'The room as Airbnb shows it; null where it was not read, as in a dry run.',
  }),
  blockedFields: Type.Array(Type.String(), {
    description: 'Fields of the request that Airbnb took and does not show, or has no place for.',
  }),
  stored: flag('Whether what Airbnb shows now was read and is kept here.'),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' })),
})
export type RoomWritten = Static<typeof RoomWritten>

export const Removed = record({
  deleted: flag('Whether it is gone; false only in a dry run.'),
  stored: flag('Whether what Airbnb shows now was read and is kept here.'),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' })),
})
export type Removed = Static<typeof Removed>
