import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, id, idOrNull, integer, record, text, textOrNull } from './fields.ts'

/** A hotel-model listing (a room type) sells these rooms. */
export const Unit = record({
  id: id('Id of the unit.'),
  name: text('Name or number of the room.'),
  active: flag('Whether the room is in use.'),
  parentId: idOrNull('The unit this one is a part of.'),
  housekeepingStatus: textOrNull("State of the room, in the PMS's own words."),
  floor: textOrNull('Floor, as the PMS writes it.'),
  source: text('The PMS the unit comes from.'),
})
export type Unit = Static<typeof Unit>

/** Answer of `GET /v1/listings/{id}/units`. A single home has no units. */
export const UnitList = record({
  listingId: id('The listing that sells these units.'),
  total: integer('Number of units.', { minimum: 0 }),
  data: Type.Array(Unit),
})
export type UnitList = Static<typeof UnitList>
