/** Only these parts of Hostex's answers are read. Everything but codes and ids may be missing. */
import { Type, type Static, type TSchema } from 'typebox'
import { fieldTable, text, timeField, type RowOf } from '../../connector-kit/field-table.ts'
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

const each = <S extends TSchema, N extends string>(schema: S, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>

const ChannelListing = Type.Object({ channel_type: Type.String(), listing_id: Id, currency: Text })
export type ChannelListing = Static<typeof ChannelListing>

/** A property has no texts and no rooms here; guests see those on its channels only. */
export const propertyTable = fieldTable(
  {
    street: text('address'),
    thumbnailUrl: text('cover.original_url'),
    details: {
      checkInTimeStart: timeField('default_checkin_time'),
      checkOutTime: timeField('default_checkout_time'),
      wifiNetwork: text('wifi_ssid'),
      wifiPassword: text('wifi_password'),
    },
  },
  {
    id: Id,
    title: Text,
    timezone: Text,
    ...each(Amount, 'longitude', 'latitude'),
    channels: list(ChannelListing),
  },
)
export const VendorProperty = propertyTable.shape
export type VendorProperty = RowOf<typeof propertyTable>

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
  ...each(MaybeId, 'property_id', 'listing_id'),
  ...each(Text, 'stay_code', 'channel_id', 'channel_type', 'status', 'check_in_date', 'check_out_date'),
  ...each(Text, 'guest_name', 'guest_phone', 'guest_email', 'booked_at', 'created_at', 'cancelled_at'),
  ...each(Amount, 'number_of_guests', 'number_of_adults', 'number_of_children'),
  ...each(Amount, 'number_of_infants', 'number_of_pets'),
  custom_channel: part({ name: Text }),
  guests: list(
    Type.Object({ id: MaybeId, ...each(Text, 'name', 'phone', 'email', 'country'), is_booker: Flag }),
  ),
  rates: part({ ...each(Money, 'total_rate', 'rate', 'commission', 'tax'), details: list(RateLine) }),
  payment: part({ status: Text }),
  check_in_details: part({ arrival_at: ClockTime, departure_at: ClockTime }),
})
export type VendorReservation = Static<typeof VendorReservation>

/** A search for one of our bookings reads these parts. */
export const VendorMarked = Type.Object({
  reservation_code: TextId,
  ...each(Text, 'stay_code', 'remarks', 'check_in_date', 'check_out_date'),
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
  ...each(Amount, 'price', 'inventory'),
  restrictions: part({
    ...each(Amount, 'min_stay_on_arrival', 'min_stay_through', 'max_stay_on_arrival'),
    ...each(Flag, 'closed_on_arrival', 'closed_on_departure'),
  }),
})
export type VendorNight = Static<typeof VendorNight>
export const VendorListingCalendar = Type.Object({
  channel_type: Type.String(),
  listing_id: Id,
  calendar: list(VendorNight),
})

export const VendorThreadRow = Type.Object({ id: TextId, last_message_at: Text })

export const VendorMessage = Type.Object({
  id: Id,
  ...each(Text, 'sender_role', 'sender_name', 'display_type', 'content', 'created_at'),
  attachment: Type.Optional(Type.Unknown()),
})
export type VendorMessage = Static<typeof VendorMessage>

export const VendorThread = Type.Object({
  id: TextId,
  channel_type: Text,
  guest: part(each(Text, 'name', 'email', 'phone')),
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
