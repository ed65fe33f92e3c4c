/** Only these parts of OwnerRez's answers are read. Everything but ids is optional and may be null. */
import { Type, type Static } from 'typebox'
import { Amount, Flag, Id, list, maybe, MaybeId, part, Text } from '../../connector-kit/vendor-fields.ts'

const Address = Type.Object({
  street1: Text,
  street2: Text,
  city: Text,
  state: Text,
  province: Text,
  postal_code: Text,
  country: Text,
  is_default: Flag,
})

export const VendorProperty = Type.Object({
  id: Id,
  name: Text,
  external_name: Text,
  active: Flag,
  currency_code: Text,
  time_zone: Text,
  bedrooms: Amount,
  bathrooms: Amount,
  max_guests: Amount,
  check_in: Text,
  check_in_end: Text,
  check_out: Text,
  property_type: Text,
  address: maybe(Address),
  latitude: Amount,
  longitude: Amount,
  thumbnail_url: Text,
})
export type VendorProperty = Static<typeof VendorProperty>

/** Texts for guests belong to the website feature. */
export const VendorTexts = Type.Object({
  property_id: MaybeId,
  title: Text,
  headline: Text,
  description: Text,
})
export type VendorTexts = Static<typeof VendorTexts>

export const VendorDay = Type.Object({
  date: Type.String(),
  status: Text,
  rate: part({ amount: Amount }),
  rules: part({
    min_nights: Amount,
    max_nights: Amount,
    /** A value that is no flag gives no permission, so any value is accepted here. */
    is_stay_disallowed: Type.Optional(Type.Unknown()),
    is_arrival_disallowed: Flag,
    is_departure_disallowed: Flag,
  }),
})
export type VendorDay = Static<typeof VendorDay>
export const VendorCalendar = Type.Object({ days: Type.Array(VendorDay) })

export const VendorGuest = Type.Object({
  id: MaybeId,
  first_name: Text,
  last_name: Text,
  email_addresses: list(Type.Object({ address: Text, is_default: Flag })),
  phones: list(Type.Object({ number: Text, is_default: Flag })),
  addresses: list(Address),
})
export type VendorGuest = Static<typeof VendorGuest>

export const VendorBooking = Type.Object({
  id: Id,
  property_id: Id,
  guest_id: MaybeId,
  guest: maybe(VendorGuest),
  status: Text,
  type: Text,
  is_block: Flag,
  arrival: Text,
  departure: Text,
  check_in: Text,
  check_out: Text,
  adults: Amount,
  children: Amount,
  infants: Amount,
  pets: Amount,
  listing_site: Text,
  platform_reservation_number: Text,
  thread_ids: list(Id),
  total_amount: Amount,
  total_host_fees: Amount,
  currency_code: Text,
  charges: list(Type.Object({ type: Text, category: Text, amount: Amount, description: Text })),
  pending_until_utc: Text,
  booked_utc: Text,
  created_utc: Text,
  canceled_utc: Text,
})
export type VendorBooking = Static<typeof VendorBooking>

/** A search for one of our bookings reads these parts. */
export const VendorMarked = Type.Object({ id: Id, notes: Text, arrival: Text, departure: Text })

export const VendorQuoted = Type.Object({
  charges: list(Type.Object({ type: Text, amount: Amount })),
  total_amount: Amount,
  currency_code: Text,
})
export type VendorQuoted = Static<typeof VendorQuoted>

export const VendorMessage = Type.Object({
  id: Id,
  body: Text,
  direction: Text,
  /** Messages that come as webhooks have this instead of the direction. */
  from_role: Text,
  is_draft: Flag,
  is_automated: Flag,
  sent_utc: Text,
})
export type VendorMessage = Static<typeof VendorMessage>

export const VendorReview = Type.Object({
  id: Id,
  property_id: MaybeId,
  booking_id: MaybeId,
  rating: Amount,
  title: Text,
  body: Text,
  reviewer_name: Text,
  listing_site: Text,
  created_utc: Text,
})
export type VendorReview = Static<typeof VendorReview>

export const VendorEvent = Type.Object({
  entity_type: Type.String(),
  entity_id: MaybeId,
  entity: part({
    property_id: MaybeId,
    booking_id: MaybeId,
    thread_id: MaybeId,
    threadId: MaybeId,
    thread: part({ id: MaybeId }),
  }),
})
export type VendorEvent = Static<typeof VendorEvent>
