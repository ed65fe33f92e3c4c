/** Only these parts of the vendor's JSON records are read, and only ids and times are relied on. */
import { Type, type Static } from 'typebox'
import { Amount, Id, list, MaybeId, part, Text, TextId } from '../../connector-kit/vendor-fields.ts'

export const VendorMessage = Type.Object({
  message_id: TextId,
  timestamp: Type.String(),
  content: Text,
  message_type: Text,
  sender: part({ metadata: part({ participant_type: Text, name: Text }) }),
})
export type VendorMessage = Static<typeof VendorMessage>

export const VendorConversation = Type.Object({
  conversation_id: TextId,
  conversation_type: Text,
  conversation_reference: MaybeId,
  messages: list(Type.Object({ timestamp: Text })),
})
export type VendorConversation = Static<typeof VendorConversation>

export const VendorReview = Type.Object({
  review_id: TextId,
  created_timestamp: Text,
  scoring: part({
    review_score: Amount,
    staff: Amount,
    clean: Amount,
    comfort: Amount,
    facilities: Amount,
    location: Amount,
    value: Amount,
  }),
  content: part({ headline: Text, positive: Text, negative: Text, language_code: Text }),
  reviewer: part({ name: Text }),
  reservation_id: MaybeId,
  reply: part({ text: Text }),
})
export type VendorReview = Static<typeof VendorReview>

const Price = part({ amount: Amount, currency: Text })

export const VendorRequest = Type.Object({
  id: Id,
  /** The reader adds which of the request's rooms the row is for. */
  room: Type.Integer(),
  requestStatus: Text,
  checkin: Text,
  checkout: Text,
  totalPrice: Price,
  units: list(Type.Object({ id: MaybeId, price: Price })),
  occupancy: part({ adults: Amount, children: Amount }),
  guestInfo: part({ guestMessage: Text }),
  createdAt: Text,
})
export type VendorRequest = Static<typeof VendorRequest>

const VendorCharge = Type.Object({
  charge_key: Type.Object({
    type: Type.String(),
    guest_origin: Type.Optional(Type.String()),
    travel_purpose: Type.Optional(Type.String()),
  }),
  charge_periods: Type.Array(
    Type.Object({
      applicable: Type.Object({ from: Type.String(), to: Type.Optional(Type.String()) }),
      /** The content is passed on unchanged. */
      configuration: Type.Object({}),
    }),
  ),
})

export const VendorCharges = Type.Object({
  property_charges: Type.Optional(Type.Array(VendorCharge)),
  room_charges: Type.Optional(Type.Array(Type.Object({ room_id: Id, charges: Type.Array(VendorCharge) }))),
})
