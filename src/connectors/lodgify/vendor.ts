/**
 * Only these parts of Lodgify's answers are read. Its description requires hardly any field and types amounts
 * as objects; numbers, text and objects with a value are all accepted.
 */
import { Type, type Static } from 'typebox'
import { Amount, Flag, Id, list, maybe, MaybeId, part, Text } from '../../connector-kit/vendor-fields.ts'

const VendorMoney = maybe(
  Type.Union([Type.Number(), Type.String(), Type.Object({ value: Amount, amount: Amount })]),
)
export type VendorMoney = Static<typeof VendorMoney>

export const VendorProperty = Type.Object({
  id: Id,
  name: Text,
  internal_name: Text,
  description: Text,
  latitude: Amount,
  longitude: Amount,
  address: Text,
  zip: Text,
  city: Text,
  state: Text,
  country_code: Text,
  image_url: Text,
  currency_code: Text,
})
export type VendorProperty = Static<typeof VendorProperty>

export const VendorRoomType = Type.Object({
  id: Id,
  name: Text,
  description: Text,
  images: list(Type.Object({ text: Text, url: Text })),
  /** Amenities are keyed by category. */
  amenities: maybe(Type.Record(Type.String(), list(Type.Object({ name: Text, text: Text })))),
  image_url: Text,
  max_people: Amount,
  units: Amount,
  bedrooms: Amount,
  bathrooms: Amount,
})
export type VendorRoomType = Static<typeof VendorRoomType>

export const VendorSettings = Type.Object({
  check_in_hour: Amount,
  check_out_hour: Amount,
  advance_notice_days: Amount,
  preparation_time_days: Amount,
  currency_code: Text,
})
export type VendorSettings = Static<typeof VendorSettings>

export const VendorPeriod = Type.Object({
  period_start: Type.String(),
  period_end: Type.String(),
  available: Amount,
  /** A value that is no flag closes the nights, so any value is accepted here. */
  is_available: Type.Optional(Type.Unknown()),
  booking_ids: list(Type.Unknown()),
})
export type VendorPeriod = Static<typeof VendorPeriod>

export const VendorRates = Type.Object({
  calendar_items: list(
    Type.Object({
      date: Text,
      prices: list(
        Type.Object({
          min_stay: Amount,
          max_stay: Amount,
          price_per_day: VendorMoney,
          price_per_additional_guest: VendorMoney,
          additional_guests_starts_from: Amount,
        }),
      ),
    }),
  ),
})
export type VendorRates = Static<typeof VendorRates>

const VendorRoom = Type.Object({
  room_type_id: MaybeId,
  guest_breakdown: part({ adults: Amount, children: Amount, infants: Amount, pets: Amount }),
  people: Amount,
})

export const VendorBooking = Type.Object({
  id: Id,
  arrival: Text,
  departure: Text,
  property_id: MaybeId,
  rooms: list(VendorRoom),
  guest: part({ name: Text, email: Text, phone: Text, country_code: Text }),
  language: Text,
  status: Text,
  is_unavailable: Flag,
  tentative_expires_at: Text,
  source: Text,
  source_text: Text,
  created_at: Text,
  canceled_at: Text,
  is_deleted: Flag,
  currency_code: Text,
  total_amount: VendorMoney,
  subtotals: part({
    stay: VendorMoney,
    promotions: VendorMoney,
    fees: VendorMoney,
    taxes: VendorMoney,
    addons: VendorMoney,
  }),
  amount_paid: VendorMoney,
  amount_due: VendorMoney,
  quote: part({
    status: Text,
    policy: part({ name: Text, cancellation: Text }),
  }),
  check_in: part({ time: Text }),
  check_out: part({ time: Text }),
})
export type VendorBooking = Static<typeof VendorBooking>

/** A row of the older version's inbox is a booking or an enquiry. */
export const VendorInboxItem = Type.Object({
  id: Id,
  type: Text,
  status: Text,
  source: Text,
  guest: part({
    guest_name: part({ first_name: Text, last_name: Text, full_name: Text }),
    name: Text,
    email: Text,
    phone: Text,
    locale: Text,
    country_code: Text,
  }),
  arrival: Text,
  departure: Text,
  people: Amount,
  total_guest_breakdown: part({ adults: Amount, children: Amount, infants: Amount, pets: Amount }),
  property_id: MaybeId,
  rooms: list(VendorRoom),
  created_at: Text,
  is_deleted: Flag,
  thread_uid: Text,
})
export type VendorInboxItem = Static<typeof VendorInboxItem>

export const VendorMessage = Type.Object({
  id: Id,
  subject: Text,
  message: Text,
  type: Text,
  date_created: Text,
  attachments: list(Type.Object({ file_name: Text, content_type: Text, file_url: Text })),
  is_read: Flag,
})
export type VendorMessage = Static<typeof VendorMessage>

export const VendorThread = Type.Object({
  thread_uid: Text,
  guest_name: Text,
  guest_email: Text,
  last_message_date: Text,
  is_read: Flag,
  /** Messages are checked one by one, so that an unreadable one does not affect the others. */
  messages: list(Type.Unknown()),
})
export type VendorThread = Static<typeof VendorThread>

/** A webhook needs these parts to be of use; the event decides which are present. */
export const VendorEvent = Type.Object({
  action: Text,
  booking: part({ id: MaybeId }),
  thread_uid: Text,
  inbox_uid: Text,
  property_id: MaybeId,
  room_type_ids: list(Type.Union([Type.Integer(), Type.String()])),
})
export type VendorEvent = Static<typeof VendorEvent>
