/** Only these parts of Hostex's answers are read. Everything but codes and ids may be missing. */
import { Type, type Static } from 'typebox'
import { utcInstant } from '../../connector-kit/dates.ts'
import {
  decimalField,
  fieldTable,
  firstOf,
  flagField,
  idField,
  reading,
  text,
  timeField,
  type RowOf,
} from '../../connector-kit/field-table.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { outOfFive, wholeNumber } from '../../connector-kit/readings.ts'
import {
  Amount,
  each,
  Flag,
  Id,
  list,
  maybe,
  MaybeId,
  part,
  Text,
  TextId,
} from '../../connector-kit/vendor-fields.ts'

const instantField = (path: string) => reading(path, Text, utcInstant)

const ChannelListing = Type.Object({ channel_type: Type.String(), listing_id: Id, currency: Text })
export type ChannelListing = Static<typeof ChannelListing>

/** A property has no texts and no rooms here; guests see those on its channels only. */
export const propertyTable = fieldTable(
  {
    street: text('address'),
    latitude: decimalField('latitude'),
    longitude: decimalField('longitude'),
    thumbnailUrl: text('cover.original_url'),
    details: {
      checkInTimeStart: timeField('default_checkin_time'),
      checkOutTime: timeField('default_checkout_time'),
      wifiNetwork: text('wifi_ssid'),
      wifiPassword: text('wifi_password'),
    },
  },
  { id: Id, ...each(Text, 'title', 'timezone'), channels: list(ChannelListing) },
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

/** The vendor sends 0 for a rule that is not set. */
const nightCount = (path: string) => reading(path, Amount, (value: string) => wholeNumber(value) || null)

export const nightTable = fieldTable(
  {
    price: reading('price', Amount, nonZeroDecimal),
    minNights: firstOf(
      nightCount('restrictions.min_stay_on_arrival'),
      nightCount('restrictions.min_stay_through'),
    ),
    maxNights: nightCount('restrictions.max_stay_on_arrival'),
    closedToArrival: flagField('restrictions.closed_on_arrival'),
    closedToDeparture: flagField('restrictions.closed_on_departure'),
  },
  { date: Type.String(), ...each(Amount, 'price', 'inventory') },
)
export const VendorNight = nightTable.shape
export type VendorNight = RowOf<typeof nightTable>
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

export const reviewTable = fieldTable(
  {
    listingExternalId: idField('property_id'),
    rating: reading('guest_review.score', Amount, (score: string) => outOfFive(score, 5)),
    publicReview: text('guest_review.content'),
    submittedAt: instantField('guest_review.created_at'),
  },
  {
    reservation_code: TextId,
    channel_type: Text,
    host_reply: part(each(Text, 'content', 'created_at')),
  },
)
export const VendorReview = reviewTable.shape
export type VendorReview = RowOf<typeof reviewTable>

/** Two forms of deliveries are documented: ids beside the event, and ids in `data`. */
export const VendorEvent = Type.Object({
  event: Type.String(),
  data: maybe(Type.Record(Type.String(), Type.Unknown())),
})
export type VendorEvent = Static<typeof VendorEvent>

/** Names that the account's owner gave to own channels and ways of payment. */
export const VendorOption = Type.Object({ id: Type.Integer(), name: Text })
export type VendorOption = Static<typeof VendorOption>
