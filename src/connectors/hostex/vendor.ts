/** Only these parts of Hostex's answers are read. Everything but codes and ids may be missing. */
import { Type, type Static } from 'typebox'
import {
  Amount,
  Flag,
  Id,
  list,
  maybe,
  MaybeId,
  part,
  Text,
  TextId,
} from '../../connector-kit/vendor-fields.ts'

const ChannelListing = Type.Object({ channel_type: Type.String(), listing_id: Id, currency: Text })
export type ChannelListing = Static<typeof ChannelListing>

export const VendorProperty = Type.Object({
  id: Id,
  title: Text,
  address: Text,
  longitude: Amount,
  latitude: Amount,
  timezone: Text,
  default_checkin_time: Text,
  default_checkout_time: Text,
  wifi_ssid: Text,
  wifi_password: Text,
  cover: part({ original_url: Text }),
  channels: list(ChannelListing),
})
export type VendorProperty = Static<typeof VendorProperty>

/** Properties of one room type are sold under the same channel listings. */
export const VendorRoomType = Type.Object({
  id: Id,
  properties: list(Type.Object({ id: Id })),
  channels: list(ChannelListing),
})
export type VendorRoomType = Static<typeof VendorRoomType>

const Money = part({ currency: Text, amount: Amount })
const RateLine = Type.Object({ type: Text, description: Text, currency: Text, amount: Amount })
export type RateLine = Static<typeof RateLine>
/** An hour and a minute, in some answers a text. */
const ClockTime = Type.Optional(Type.Unknown())

export const VendorReservation = Type.Object({
  reservation_code: TextId,
  stay_code: Text,
  channel_id: Text,
  property_id: MaybeId,
  channel_type: Text,
  listing_id: MaybeId,
  custom_channel: part({ name: Text }),
  check_in_date: Text,
  check_out_date: Text,
  number_of_guests: Amount,
  number_of_adults: Amount,
  number_of_children: Amount,
  number_of_infants: Amount,
  number_of_pets: Amount,
  status: Text,
  guest_name: Text,
  guest_phone: Text,
  guest_email: Text,
  guests: list(
    Type.Object({ id: MaybeId, name: Text, phone: Text, email: Text, country: Text, is_booker: Flag }),
  ),
  booked_at: Text,
  created_at: Text,
  cancelled_at: Text,
  rates: part({
    total_rate: Money,
    rate: Money,
    commission: Money,
    tax: Money,
    details: list(RateLine),
  }),
  payment: part({ status: Text }),
  check_in_details: part({ arrival_at: ClockTime, departure_at: ClockTime }),
})
export type VendorReservation = Static<typeof VendorReservation>

/** A search for one of our bookings reads these parts. */
export const VendorMarked = Type.Object({
  reservation_code: TextId,
  stay_code: Text,
  remarks: Text,
  check_in_date: Text,
  check_out_date: Text,
})

export const VendorAvailability = Type.Object({
  id: Id,
  availabilities: list(
    Type.Object({
      date: Type.String(),
      /** A value that is no flag gives no permission, so any value is accepted here. */
      available: Type.Optional(Type.Unknown()),
    }),
  ),
})

export const VendorNight = Type.Object({
  date: Type.String(),
  price: Amount,
  inventory: Amount,
  restrictions: part({
    min_stay_on_arrival: Amount,
    min_stay_through: Amount,
    max_stay_on_arrival: Amount,
    closed_on_arrival: Flag,
    closed_on_departure: Flag,
  }),
})
export type VendorNight = Static<typeof VendorNight>
export const VendorListingCalendar = Type.Object({
  channel_type: Type.String(),
  listing_id: Id,
  calendar: list(VendorNight),
})

const Person = part({ name: Text, email: Text, phone: Text })

export const VendorThreadRow = Type.Object({ id: TextId, last_message_at: Text })

export const VendorMessage = Type.Object({
  id: Id,
  sender_role: Text,
  sender_name: Text,
  display_type: Text,
  content: Text,
  attachment: Type.Optional(Type.Unknown()),
  created_at: Text,
})
export type VendorMessage = Static<typeof VendorMessage>

export const VendorThread = Type.Object({
  id: TextId,
  channel_type: Text,
  guest: Person,
  activities: list(
    Type.Object({ activity_type: Text, reservation_code: Text, property: part({ id: MaybeId }) }),
  ),
  messages: list(Type.Unknown()),
})
export type VendorThread = Static<typeof VendorThread>

const Written = part({ score: Amount, content: Text, created_at: Text })

export const VendorReview = Type.Object({
  reservation_code: TextId,
  property_id: MaybeId,
  channel_type: Text,
  guest_review: Written,
  host_reply: Written,
})
export type VendorReview = Static<typeof VendorReview>

/** Two forms of deliveries are documented: ids beside the event, and ids in `data`. */
export const VendorEvent = Type.Object({
  event: Type.String(),
  data: maybe(Type.Record(Type.String(), Type.Unknown())),
})
export type VendorEvent = Static<typeof VendorEvent>

/** Names that the account's owner gave to own channels and ways of payment. */
export const VendorOption = Type.Object({ id: Type.Integer(), name: Text })
export type VendorOption = Static<typeof VendorOption>
