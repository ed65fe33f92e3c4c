/** The parts of answers to writes that are read. */
import { Type } from 'typebox'
import type { Static } from 'typebox'

const Nothing = Type.Null()
const Amount = Type.Optional(Type.Union([Type.Number(), Type.String(), Nothing]))
const Text = Type.Optional(Type.Union([Type.String(), Nothing]))
const Id = Type.Union([Type.Integer(), Type.String({ minLength: 1 })])

/** The number of a booking that was made, alone. */
export const VendorMade = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9]\\d*$' })])

/** Of a list of bookings what finds one again. */
export const VendorMarked = Type.Object({ id: Id, source_text: Text })

const Room = Type.Object({
  guest_breakdown: Type.Optional(
    Type.Union([Type.Object({ adults: Amount, children: Amount, infants: Amount, pets: Amount }), Nothing]),
  ),
})

/** A booking of the older version, which is changed by sending all of it back. */
export const VendorHeld = Type.Object({
  id: Id,
  status: Text,
  source: Text,
  arrival: Text,
  departure: Text,
  rooms: Type.Optional(Type.Union([Type.Array(Room), Nothing])),
})
export type VendorHeld = Static<typeof VendorHeld>

export const VendorThreadRow = Type.Object({ id: Id, type: Text, thread_uid: Text })

export const VendorQuoted = Type.Object({
  total_including_vat: Amount,
  currency_code: Text,
  room_types: Type.Optional(
    Type.Union([
      Type.Array(
        Type.Object({
          price_types: Type.Optional(
            Type.Union([
              Type.Array(
                Type.Object({
                  type: Text,
                  is_negative: Type.Optional(Type.Union([Type.Boolean(), Nothing])),
                  subtotal: Amount,
                }),
              ),
              Nothing,
            ]),
          ),
        }),
      ),
      Nothing,
    ]),
  ),
})
export type VendorQuoted = Static<typeof VendorQuoted>
