/** Only these parts of the answers to writes are read. */
import { Type, type Static } from 'typebox'
import { Amount, Flag, Id, list, part, rows, Text } from '../../connector-kit/vendor-fields.ts'

/** The answer is the new booking's number alone. */
export const VendorMade = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9]\\d*$' })])

/** These fields find one of our bookings in a list. */
export const VendorMarked = Type.Object({ id: Id, source_text: Text })

const Room = Type.Object({
  guest_breakdown: part({ adults: Amount, children: Amount, infants: Amount, pets: Amount }),
})

/** A booking of the older version is changed by sending all of it back. */
export const VendorHeld = Type.Object({
  id: Id,
  status: Text,
  source: Text,
  arrival: Text,
  departure: Text,
  rooms: list(Room),
})
export type VendorHeld = Static<typeof VendorHeld>

export const VendorThreadRow = Type.Object({ id: Id, type: Text, thread_uid: Text })

export const VendorQuoted = Type.Object({
  total_including_vat: Amount,
  currency_code: Text,
  room_types: rows({ price_types: rows({ type: Text, is_negative: Flag, subtotal: Amount }) }),
})
export type VendorQuoted = Static<typeof VendorQuoted>
