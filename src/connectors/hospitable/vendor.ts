/**
 * Only these parts of Hospitable's answers are read. Everything but ids is optional and may be null: it
 * depends on `include`, on the token's scopes and on the channel.
 */
import { Type, type Static } from 'typebox'
import {
  Amount,
  Flag,
  list,
  maybe,
  MaybeId,
  part,
  rows,
  Text,
  TextId,
} from '../../connector-kit/vendor-fields.ts'

/**
 * The amount is a whole number of minor units. A fraction means that the vendor counts otherwise, so it is
 * refused.
 */
export const VendorMoney = Type.Object({
  amount: Type.Integer(),
  formatted: Text,
  label: Text,
  category: Text,
})
export type VendorMoney = Static<typeof VendorMoney>

const Channel = Type.Object({ platform: Text, platform_id: Amount })

export const VendorProperty = Type.Object({
  id: TextId,
  name: Text,
  public_name: Text,
  picture: Text,
  address: part({
    number: Amount,
    street: Text,
    city: Text,
    state: Text,
    country: Text,
    postcode: Amount,
    coordinates: part({ latitude: Amount, longitude: Amount }),
  }),
  timezone: Text,
  listed: Flag,
  amenities: list(Type.String()),
  description: Text,
  summary: Text,
  /** The description has a hyphen; live accounts send it without. */
  'check-in': Text,
  'check-out': Text,
  checkin: Text,
  checkout: Text,
  currency: Text,
  capacity: part({ max: Amount, bedrooms: Amount, beds: Amount, bathrooms: Amount }),
  property_type: Text,
  room_type: Text,
  listings: list(Channel),
  details: part({
    space_overview: Text,
    guest_access: Text,
    house_manual: Text,
    other_details: Text,
    additional_rules: Text,
    neighborhood_description: Text,
    getting_around: Text,
    wifi_name: Text,
    wifi_password: Text,
  }),
  bookings: part({ listing_markups: rows({ platform: Text, type: Text, value: Amount }) }),
})
export type VendorProperty = Static<typeof VendorProperty>

export const VendorImage = Type.Object({ url: Text, caption: Text, order: Amount })
export type VendorImage = Static<typeof VendorImage>

export const VendorDay = Type.Object({
  date: Type.String(),
  min_stay: Amount,
  status: part({ reason: Text, source_type: Text, source: Text, available: Flag }),
  note: Text,
  price: part({ amount: Type.Union([Type.Integer(), Type.Null()]), currency: Text, formatted: Text }),
  closed_for_checkin: Flag,
  closed_for_checkout: Flag,
})
export type VendorDay = Static<typeof VendorDay>

const Step = Type.Object({ category: Text, sub_category: Text, changed_at: Text })
const Guests = part({
  total: Amount,
  adult_count: Amount,
  child_count: Amount,
  infant_count: Amount,
  pet_count: Amount,
})
export const VendorGuest = Type.Object({
  first_name: Text,
  last_name: Text,
  email: Text,
  phone_numbers: list(Type.String()),
  location: Text,
  language: Text,
  profile_picture: Text,
})
export type VendorGuest = Static<typeof VendorGuest>

const Financials = Type.Object({
  currency: Text,
  guest: part({ fees: list(VendorMoney), taxes: list(VendorMoney), total_price: maybe(VendorMoney) }),
  host: part({
    accommodation: maybe(VendorMoney),
    guest_fees: list(VendorMoney),
    host_fees: list(VendorMoney),
    discounts: list(VendorMoney),
    taxes: list(VendorMoney),
    revenue: maybe(VendorMoney),
  }),
})

export const PropertyOf = Type.Object({ id: TextId })

export const VendorReservation = Type.Object({
  id: TextId,
  conversation_id: Text,
  platform: Text,
  platform_id: Amount,
  code: Text,
  booking_date: Text,
  arrival_date: Text,
  departure_date: Text,
  check_in: Text,
  check_out: Text,
  last_message_at: Text,
  status: Text,
  reservation_status: part({ current: maybe(Step), history: list(Step) }),
  guests: Guests,
  guest: maybe(VendorGuest),
  financials: maybe(Financials),
  properties: list(PropertyOf),
  stay_type: Text,
})
export type VendorReservation = Static<typeof VendorReservation>

export const VendorInquiry = Type.Object({
  id: TextId,
  platform: Text,
  inquiry_date: Text,
  arrival_date: Text,
  departure_date: Text,
  last_message_at: Text,
  guests: Guests,
  guest: maybe(VendorGuest),
  /** The description has one property under a plural name. */
  properties: maybe(Type.Union([PropertyOf, Type.Array(PropertyOf)])),
})
export type VendorInquiry = Static<typeof VendorInquiry>

export const VendorMessage = Type.Object({
  /** The id is missing in older descriptions, and if a message comes with its inquiry. */
  id: MaybeId,
  platform: Text,
  platform_id: Amount,
  body: Text,
  attachments: rows({ type: Text, url: Text }),
  sender_type: Type.String(),
  sender_role: Text,
  sender: part({
    first_name: Text,
    last_name: Text,
    full_name: Text,
    picture_url: Text,
    profile_picture: Text,
  }),
  source: Text,
  created_at: Type.String(),
})
export type VendorMessage = Static<typeof VendorMessage>

export const VendorReview = Type.Object({
  id: TextId,
  platform: Text,
  public: part({ rating: Amount, review: Text, response: Text }),
  private: part({
    feedback: Text,
    detailed_ratings: rows({ type: Text, rating: Amount, comment: Text }),
  }),
  responded_at: Text,
  reviewed_at: Text,
  guest: part({ first_name: Text, last_name: Text, language: Text }),
  reservation: part({ id: Text, code: Text }),
})
export type VendorReview = Static<typeof VendorReview>

/** A write reads these parts of a reservation. */
export const VendorMarked = Type.Object({ id: TextId, code: Text, platform_id: Amount, notes: Text })
export type VendorMarked = Static<typeof VendorMarked>

/** Sums come as lists of one. */
export const VendorQuoteData = Type.Object({
  currency: Text,
  financials: Type.Object({
    taxes: list(VendorMoney),
    totals: Type.Object({ total: Type.Array(VendorMoney), total_fees: list(VendorMoney) }),
  }),
})

/** A delivery needs these parts; its data is read for ids only. */
export const VendorEvent = Type.Object({
  action: Type.String(),
  data: Type.Object({
    /** Messages have a number as id, everything else a UUID. */
    id: MaybeId,
    conversation_id: Text,
    previous_id: Text,
    new_id: Text,
    properties: Type.Optional(Type.Unknown()),
  }),
})
export type VendorEvent = Static<typeof VendorEvent>
